package main

import "flag"

var update = flag.Bool("update", false, "write what the scripts expect anew")
