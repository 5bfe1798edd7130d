package diag

import (
	"encoding/json"
	"io"
)

// Record is a finding as tools read it. Lines and columns count from 1, columns in characters; 0: no place.
type Record struct {
	File     string          `json:"file"`
	Line     int             `json:"line"`
	Col      int             `json:"col"`
	EndLine  int             `json:"endLine"`
	EndCol   int             `json:"endCol"`
	Severity string          `json:"severity"` // error, warning
	Code     Code            `json:"code"`
	Message  string          `json:"message"`
	Hint     string          `json:"hint,omitempty"`
	Related  []RelatedRecord `json:"related,omitempty"`
}

// RelatedRecord is a [Related] place as tools read it.
type RelatedRecord struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Col     int    `json:"col"`
	EndLine int    `json:"endLine"`
	EndCol  int    `json:"endCol"`
	Message string `json:"message"`
}

// Records returns the findings as tools read them, never nil, in the order of the list.
func (l *List) Records() []Record {
	records := make([]Record, 0, len(l.All))
	for i := range l.All {
		d := &l.All[i]
		start, end := d.Span.ends()
		r := Record{start.File, start.Line, start.Col, end.Line, end.Col, d.Severity.String(), d.Code, d.Message, d.Hint, nil}
		for _, rel := range d.Related {
			start, end := rel.Span.ends()
			r.Related = append(r.Related, RelatedRecord{start.File, start.Line, start.Col, end.Line, end.Col, rel.Message})
		}
		records = append(records, r)
	}
	return records
}

func (s Span) ends() (start, end Position) {
	if s.Src == nil {
		return Position{}, Position{}
	}
	return s.Src.Position(s.Start), s.Src.Position(s.End)
}

// RenderJSON writes the findings as one JSON array of [Record].
func RenderJSON(w io.Writer, list List) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(list.Records())
}
