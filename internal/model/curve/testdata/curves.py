"""Writes curves.txt: values of response curves at 11 points, by mpmath at 300 bits, from the formulas of the documentation.

Each line: kind, m, k, c, b, low, high, points as x:y joined by commas (- if none), then the values at 0, 0.1, ... 1.
"""

import mpmath
from mpmath import mpf

mpmath.mp.prec = 300


def linear(t, k, points):
    return t


def polynomial(t, k, points):
    return mpf(0) if t < 0 and k != int(k) else mpmath.power(t, k)


def logistic(t, k, points):
    return 1 / (1 + mpmath.exp(-10 * k * (t - mpf(1) / 2)))


def logit(t, k, points):
    if t <= 0:
        return -mpmath.inf
    return mpmath.inf if t >= 1 else mpmath.log(t / (1 - t)) / (10 * k)


def exponential(t, k, points):
    return t if k == 0 else mpmath.expm1(k * t) / mpmath.expm1(k)


def normal(t, k, points):
    return mpmath.exp(-30 * k * (t - mpf(1) / 2) ** 2)


def sine(t, k, points):
    return mpmath.sin(2 * mpmath.pi * k * t) / 2


def step(t, k, points):
    return mpf(1 if t >= mpf(1) / 2 else 0)


def smoothstep(t, k, points):
    s = min(max(k * (t - mpf(1) / 2) + mpf(1) / 2, mpf(0)), mpf(1))
    return s * s * (3 - 2 * s)


def piecewise(t, k, points):
    if t <= points[0][0]:
        return mpf(points[0][1])
    for (x0, y0), (x1, y1) in zip(points, points[1:]):
        if t <= x1:
            return y0 + (t - x0) / (mpf(x1) - x0) * (mpf(y1) - y0)
    return mpf(points[-1][1])


shapes = {
    "linear": linear, "quadratic": lambda t, k, p: t**2, "cubic": lambda t, k, p: t**3, "polynomial": polynomial, "logistic": logistic,
    "logit": logit, "exponential": exponential, "normal": normal, "sine": sine, "step": step, "smoothstep": smoothstep,
    "piecewise": piecewise,
}
middle = {"logit", "sine"}  # shapes around 1/2
exponents = {
    "polynomial": [2, 0.5, 1.7, 3], "logistic": [1, 2.5, -1.3], "logit": [1, 0.6], "exponential": [5, -3, 0, 0.001],
    "normal": [1, 4.2], "sine": [1, 2.75], "smoothstep": [1, 3],
}
hand = [(0.0, 0.1), (0.25, 0.9), (0.6, 0.8), (1.0, 0.0)]

with open(__file__.replace("curves.py", "curves.txt"), "w") as out:
    for kind, shape in shapes.items():
        for k in exponents.get(kind, [1]):
            for m, c, b, low, high in [(1, 0, 0, 0, 1), (0.8, 0.13, 0.05, 0, 1), (-0.9, -0.21, 0.97, 0.1, 0.75), (-1, 1, 0, 0, 1)]:
                points = hand if kind == "piecewise" else None
                values = []
                for i in range(11):
                    x = mpf(i / 10)  # the float64
                    y = m * shape(x - mpf(c), mpf(k), points) + mpf(b)
                    if kind in middle:
                        y += mpf(1) / 2
                    values.append(mpmath.nstr(min(max(y, mpf(low)), mpf(high)), 20))
                listed = ",".join(f"{x}:{y}" for x, y in points) if points else "-"
                out.write(f"{kind} {m} {k} {c} {b} {low} {high} {listed} {' '.join(values)}\n")
