// Package curve is response curves: functions that map 0..1 to 0..1, to say how much a number matters.
//
// A [Kind] is a family of curves; [Kinds] documents all of them, with their parameters, so that command line, guides
// and the language need no list of their own. A [Curve] is one with its parameters; [Curve.Check] reports what is wrong
// with them, [Curve.At] gives its values, the same bits on every platform. [Curve.Plot] and [Curve.SVG] draw it.
// [Curve.Range] gives bounds of the values between two places.
//
// Source: the curves of the "Infinite Axis Utility System" (Dave Mark, GDC AI Summit 2013 and 2015), and those of Dave
// Mark, "Behavioral Mathematics for Game AI" (2009).
package curve
