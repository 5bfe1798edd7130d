package explain

import "testing"

// TestNumbersAreShort: they have at most four digits behind the point, unless that makes one look like another number
// of the text that it is compared with.
func TestNumbersAreShort(t *testing.T) {
	for _, c := range []struct{ text, other, want string }{
		{"(17.000014953741168, 9.9945)", "(17.821, 8.8605)", "(17, 9.9945)"},
		{"17.000014953741168", "17", "17.000014953741168"},
		{"17.000014953741168", "(2, 17)", "17.000014953741168"},
		{"12.077047055577077", "12.0772", "12.077"},
		{"12.077047055577077", ">= 12.077011111111111", "12.077047055577077"},
		{">= 12.077011111111111", "12.077047055577077", ">= 12.077011111111111"},
		{"12.077047055577077", "12.077047055577077", "12.077"},
		{"e17.5 at 0.00000123456", "", "e17.5 at 0.00000123456"},
	} {
		if got := short(c.text, c.other); got != c.want {
			t.Errorf("%s beside %s: %s, want %s", c.text, c.other, got, c.want)
		}
	}
}
