// Package assess runs games from many seeds without a picture, and measures how their characters behave: whether they
// change their minds without cause, waver, repeat what fails, stand about, or know what they cannot know.
//
// [Run] runs a game and returns a [Report]: for each [Measure] and each kind of character a value with its 95 %
// confidence interval over the seeds. [Compare] returns the differences between two reports of the same seeds.
// [InScene] and [InTown] open a file in the worlds of package playground; your own game provides a [Game].
//
//	report, err := assess.Run(assess.Options{Open: assess.InScene(program, scene, playground.Options{}), Seeds: assess.Seeds{From: 1, To: 20}})
//	err = report.Write(os.Stdout)
//
// The command "karakuri assess" does the same. docs/assess.md defines every measure. A report is a function of program,
// scene and seeds, with any number of workers; only [Cost] measures the machine.
package assess
