package hddl_test

import (
	"fmt"

	root "github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/hddl"
)

// A problem of the planning competition becomes a program, or a karakuri file.
func Example() {
	domain, ds := hddl.ParseDomain(diag.NewSource("parcel.hddl", `(define (domain parcel)
  (:requirements :typing :hierarchy)
  (:types place)
  (:predicates (at ?p - place))
  (:task deliver :parameters (?p - place))
  (:method drive :parameters (?p - place) :task (deliver ?p) :ordered-subtasks (go ?p))
  (:action go :parameters (?p - place) :effect (at ?p)))`))
	problem, more := hddl.ParseProblem(diag.NewSource("one.hddl", `(define (problem one) (:domain parcel)
  (:objects home - place) (:htn :ordered-subtasks (deliver home)) (:init))`))
	ds.Append(more)
	model, more := hddl.Model(domain, problem)
	ds.Append(more)
	if err := ds.Err(); err != nil {
		panic(err)
	}
	program, err := root.Link(model)
	if err != nil {
		panic(err)
	}
	fmt.Println(program.Actions())
	back, _, _ := hddl.FromModel(model, "deliver(home)")
	fmt.Println(back.Name.Text)
	// Output:
	// [go]
	// one
}
