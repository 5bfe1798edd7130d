package arena

import "strings"

// picture reads the lines up to "end" as a picture with cells of cell metres. If ok is false, it skips them.
func (p *textParser) picture(at place, cell float64, ok bool) {
	first := p.line + 1
	for p.line++; p.line < len(p.lines) && strings.TrimSpace(p.lines[p.line]) != "end"; p.line++ {
	}
	switch rows := p.lines[min(first, p.line, len(p.lines)):min(p.line, len(p.lines))]; {
	case p.line == len(p.lines):
		p.report(at, "the picture does not end: write a line with end below it")
	case !ok:
	case p.pictured != nil:
		p.report(at, "the map has a picture already")
	case !between(cell, 0.1, 100):
		p.report(at, "a character of a picture stands for 0.1 to 100 metres, not for %v", cell)
	default:
		p.pictured = &at
		p.paint(at, rows, first+1, cell)
	}
}

// paint converts a picture, whose first line has the given number, from 1, to walls and spots.
func (p *textParser) paint(at place, rows []string, line int, cell float64) {
	cells := make([][]rune, len(rows))
	width := 0
	for i, row := range rows {
		cells[i] = []rune(strings.TrimRight(row, " \t"))
		width = max(width, len(cells[i]))
	}
	p.painted = Point{float64(float64(width) * cell), float64(float64(len(rows)) * cell)}
	if width > MaxPictureSide || len(rows) > MaxPictureSide {
		p.report(at, "the picture has %d by %d characters; at most %d by %d are allowed", width, len(rows), MaxPictureSide, MaxPictureSide)
		return
	}
	for y, row := range cells {
		for x, r := range row {
			here := place{line + y, x + 1}
			middle := Point{float64((float64(x) + 0.5) * cell), float64((float64(y) + 0.5) * cell)}
			switch r {
			case '#', '.', ' ':
			case '@':
				p.spot(partStarts, here, middle)
			case 'e':
				p.spot(partEnergy, here, middle)
			case 'p':
				p.spot(partPower, here, middle)
			default:
				p.report(here, "%q means nothing in a picture; use # wall, @ start, e energy, p power, . nothing", string(r))
			}
		}
	}
	p.boxes(cells, line, cell)
}

// boxes joins the # of a picture into boxes: each as wide as possible, then as high as possible.
func (p *textParser) boxes(cells [][]rune, line int, cell float64) {
	solid := func(x, y int) bool { return y < len(cells) && x < len(cells[y]) && cells[y][x] == '#' }
	for y := range cells {
		for x := range cells[y] {
			if !solid(x, y) {
				continue
			}
			right, bottom := x, y
			for solid(right, y) {
				right++
			}
			for full(cells, x, right, bottom) {
				for i := x; i < right; i++ {
					cells[bottom][i] = '.'
				}
				bottom++
			}
			p.wall(place{line + y, x + 1}, Wall{
				A:     Point{float64(float64(x) * cell), float64(float64(y) * cell)},
				B:     Point{float64(float64(right) * cell), float64(float64(bottom) * cell)},
				Solid: true,
			})
		}
	}
}

// full reports whether the columns [from, to) of a row are wall.
func full(cells [][]rune, from, to, row int) bool {
	if row >= len(cells) || len(cells[row]) < to {
		return false
	}
	for _, r := range cells[row][from:to] {
		if r != '#' {
			return false
		}
	}
	return true
}
