package btexact_test

import (
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/tree/btexact"
)

// evaluate runs a script in a tree of its own and returns the blackboard, or "fault".
func evaluate(t *testing.T, code string, before ...string) string {
	t.Helper()
	escape := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")
	body := `<Sequence>`
	for _, xml := range before {
		body += xml
	}
	f := build(t, body+`<Script code="`+escape.Replace(code)+`"/></Sequence>`, func(o *btexact.Options) {
		o.Enums = map[string]int64{"RED": 1, "BLUE": 3}
	})
	if got := f.tick(0); got != "SUCCESS" {
		return "fault"
	}
	return f.board()
}

func TestScripts(t *testing.T) {
	for _, c := range []struct{ code, want string }{
		{"x:=3; y:=5; z:=x+y", "x=3 y=5 z=8.000000"},
		{"x:=3; x+=1; x-=2; x*=4; x/=2", "x=4"},
		{"x:=3; x/=2", "fault"}, // 1.5 is no whole number
		{"x:=3.0; x/=2", "x=1.500000"},
		{"x:=3; y:= -x; z:= - 2", "x=3 y=-3.000000 z=-2.000000"},
		{"z:=5&3; y:=5|3; x:=5^3; w:=~5", "w=-6.000000 x=6.000000 y=7.000000 z=1.000000"},
		{"z:=5^5.1", "fault"},
		{"z:=~1e300", "fault"},
		{"A:='hello'; B:=' '; C:='world'; D:=A+B+C", "A=hello B=  C=world D=hello world"},
		{"A:='n' .. 1; B:=2.5 .. 'x'; C:='a'..'b'", "A=n1 B=2.500000x C=ab"},
		{"A:=1 .. 2", "fault"},
		{"A:='a'-'b'", "fault"},
		{"A:='a'+1", "fault"},
		{"x:=3; A:='a'; x=A", "fault"},
		{"x:=3; x='7'", "x=7.000000"},
		{"x:=3; x='true'", "x=1.000000"},
		{"x:=3; x='RED'", "x=1.000000"},
		{"A:='a'; A=1.0", "fault"},
		{"A:='a'; A+='b'", "A=ab"},
		{"A:='a'; A-='b'", "fault"},
		{"x:=1; x+='2'", "fault"},
		{"fresh=69", "fault"},
		{"fresh+=1", "fault"},
		{"x:=y", "fault"},
		{"x:=true; y:=false; a:=x&&y; b:=x||y; c:=!y", "a=0.000000 b=1.000000 c=1.000000 x=1.000000 y=0.000000"},
		{"a:=2&&1", "fault"}, // 2 is not true or false
		{"a:=0.5&&1", "a=1.000000"},
		{"a:='x'&&1", "fault"},
		{"a:=!'x'", "fault"},
		{"a:= 1<2<3; b:=1<3<2; c:=3>2>1; d:= 2>=2 ; e:=1!=1", "a=1.000000 b=0.000000 c=1.000000 d=1.000000 e=0.000000"},
		{"a:= 1>2>nowhere", "a=0.000000"}, // what follows the first that does not hold is not looked at
		{"a:='hello'<'world'; b:='a'=='a'; c:='a'>'b'; d:='a'!='b'", "a=1.000000 b=1.000000 c=0.000000 d=1.000000"},
		{"a:='5'==5; b:=5=='5.0'; c:='true'==1; d:='BLUE'==3; e:='false'!=0", "a=1.000000 b=1.000000 c=1.000000 d=1.000000 e=0.000000"},
		{"a:='x'==5", "fault"},
		{"a:= 0.1+0.2==0.3; b:= 1.0000002==1.0", "a=1.000000 b=0.000000"},
		{"a:= 1==1 ? 'T' : 'F'; b:= 0 ? 1 : 0.0 ? 2 : 3", "a=T b=3"},
		{"a:= 'x' ? 1 : 2", "fault"},
		{"a:=RED; b:=BLUE+1", "a=1.000000 b=4.000000"},
		{"@a:=1; b:=@a+1", "a=1 b=2.000000"},
		{"a:=9007199254740993; a+=1", "fault"}, // a double cannot hold it
		{"a:=9007199254740992; a-=2", "fault"}, // one could, but nothing above 2^53-1 is converted
		{"a:=9007199254740991; a+=1", "a=9007199254740992"},
		{"a:=0; a-=9007199254740991; b:=a<0; a-=1; b:=a<0", "fault"},
		{"a:=9007199254740992; b:=a|3", "fault"},
		{"a:=5; a=2.0", "a=2"},
		{"a:=5; a=2.5", "fault"},
		{"a:=1/0.0; b:= a>1e308", "a=+Inf b=1.000000"},
		{"a:=5; a/=0", "fault"},
		{"a:=b:=2", "a=2 b=2"},
	} {
		if got := evaluate(t, c.code); got != c.want {
			t.Errorf("%s: %s, want %s", c.code, got, c.want)
		}
	}
}

// TestScriptsAndTypes: an entry that a port declares keeps the type of the port.
func TestScriptsAndTypes(t *testing.T) {
	for _, c := range []struct{ port, code, want string }{
		{"i", "x:=5", "x=5"},
		{"i", "x:=2.0+3", "x=5"},
		{"i", "x:=1.5", "fault"},
		{"i", "x:='12'", "x=12"},
		{"i", "x:='twelve'", "fault"},
		{"i", "y:=x", "fault"}, // not written yet
		{"i", "x+=1", "fault"},
		{"i", "y:= x<0", "fault"},
		{"u8", "x:=255", "x=255"},
		{"u8", "x:=256", "fault"},
		{"u8", "x:='-1'", "fault"},
		{"d", "x:=5", "x=5.000000"},
		{"d", "x:='2.5'", "x=2.500000"},
		{"b", "x:=true; x=!x", "x=0"},
		{"b", "x:='true'", "x=1"},
		{"s", "x:='a'", "x=a"},
		{"s", "x:=5", "x=5"}, // as the library does: text ports read any number
		{"any", "x:=5", "x=5"},
	} {
		if got := evaluate(t, c.code, `<Out `+c.port+`="{x}"/>`); got != c.want {
			t.Errorf("%s: %s: %s, want %s", c.port, c.code, got, c.want)
		}
	}
}
