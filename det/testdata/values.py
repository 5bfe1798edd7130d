"""Writes values.txt: correctly rounded results of elementary functions, by mpmath at 1300 bits.

Each line: function, bits of x, bits of y (0 for functions of one argument), bits of the result nearest to the truth.
"""

import math
import random
import struct

import mpmath

mpmath.mp.prec = 1300
random.seed(1)


def bits(f):
    return struct.unpack("<Q", struct.pack("<d", f))[0]


def wide():
    return random.choice([-1, 1]) * math.ldexp(random.uniform(0.5, 1), random.randint(-1000, 1000))


def near(span):
    return random.uniform(-span, span)


def quarter_turns():
    """Floats next to multiples of pi/2, where reduction cancels most."""
    for n in [random.randint(1, 2**k) for k in range(1, 60, 3) for _ in range(3)]:
        x = float(n * mpmath.pi / 2)
        yield from (x, math.nextafter(x, math.inf), -x)


angles = [near(4) for _ in range(120)] + [near(1e4) for _ in range(60)] + [near(2e6) for _ in range(60)]
angles += [near(1e12) for _ in range(30)] + [wide() for _ in range(120)] + list(quarter_turns())
angles += [6381956970095103 * 2.0**797, 5319372648326541 * 2.0**-52, 1048575.9999, 1048576.0]  # hardest known
rows = []


def add(name, f, args):
    for a in args:
        x, y = a if isinstance(a, tuple) else (a, 0.0)
        try:
            exact = f(mpmath.mpf(x), mpmath.mpf(y))
            r = float(exact)
        except OverflowError:
            r = math.inf
        if r == 0 or abs(r) > 2.0**-1000:
            rows.append(f"{name} {bits(x):016x} {bits(y):016x} {bits(r):016x}")


add("sin", lambda x, _: mpmath.sin(x), angles)
add("cos", lambda x, _: mpmath.cos(x), angles)
add("exp", lambda x, _: mpmath.exp(x), [near(1) for _ in range(100)] + [near(700) for _ in range(200)])
add("log", lambda x, _: mpmath.log(x), [abs(wide()) for _ in range(100)] + [1 + near(0.5) for _ in range(150)]
    + [math.ldexp(1, -1070), math.ldexp(3, -1074)])
add("tanh", lambda x, _: mpmath.tanh(x), [near(1) for _ in range(150)] + [near(20) for _ in range(100)])
add("pow", mpmath.power, [(abs(near(100)), near(50)) for _ in range(150)] + [(1 + near(1e-3), near(1e5)) for _ in range(80)]
    + [(abs(near(10)), float(random.randint(-20, 20))) for _ in range(60)] + [(abs(wide()), near(1)) for _ in range(60)])
add("atan2", mpmath.atan2, [(near(10), near(10)) for _ in range(200)]
    + [(math.ldexp(near(1), random.randint(-200, 200)), math.ldexp(near(1), random.randint(-200, 200))) for _ in range(100)])
add("hypot", lambda x, y: mpmath.hypot(x, y), [(near(10), near(10)) for _ in range(60)] + [(wide(), wide()) for _ in range(40)]
    + [(near(1) * 2.0**e, near(1) * 2.0**e) for e in (-900, 1000) for _ in range(20)])
add("expm1", lambda x, _: mpmath.expm1(x), [near(1) for _ in range(100)] + [near(40) for _ in range(60)] + [math.ldexp(near(1), -k) for k in range(1, 60)])

with open(__file__.replace("values.py", "values.txt"), "w") as out:
    out.write("\n".join(rows) + "\n")
