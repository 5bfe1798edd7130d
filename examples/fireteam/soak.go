package main

import "errors"

type soaked struct{}

func (soaked) String() string { return "" }

func soak(soldiers int, seconds float64, workers int) (r soaked, err error) { return r, errors.New("not yet") }
