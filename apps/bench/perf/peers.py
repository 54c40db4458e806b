"""Times the peers in Python on work of the same shape; prints JSON: versions, and ms by task."""

import json
import sys
import time

import numpy
import scipy
from scipy import stats

result = {
    "python": sys.version.split()[0],
    "versions": {"NumPy": numpy.__version__, "SciPy": scipy.__version__},
    "ms": {},
}
rng = numpy.random.default_rng(1)


def ms(task, measurements=5):
    start = time.perf_counter()
    task()
    once = time.perf_counter() - start
    repeats = max(1, round(0.05 / once))
    times = []
    for _ in range(measurements):
        start = time.perf_counter()
        for _ in range(repeats):
            task()
        times.append((time.perf_counter() - start) / repeats * 1000)
    return sorted(times)[len(times) // 2]


def correlated(n, ties):
    x = rng.normal(size=n)
    y = x + rng.normal(size=n)
    return (x.round(1), y.round(1)) if ties else (x, y)


def increasing(n, ties):
    x = rng.uniform(size=n)
    y = x * x + 0.3 * rng.normal(size=n)
    return (x.round(3), y) if ties else (x, y)


def rho(x, y, axis=-1):
    """Spearman as a vectorised statistic: SciPy's ranks, NumPy's products."""
    x, y = stats.rankdata(x, axis=axis), stats.rankdata(y, axis=axis)
    x, y = x - x.mean(axis=axis, keepdims=True), y - y.mean(axis=axis, keepdims=True)
    return (x * y).sum(axis) / numpy.sqrt((x * x).sum(axis) * (y * y).sum(axis))


for ties in (False, True):
    kind = "ties" if ties else "no ties"
    for n in (500, 100_000):
        x, y = correlated(n, ties)
        idiom = ms(lambda: numpy.corrcoef(stats.rankdata(x), stats.rankdata(y))[0, 1])
        result["ms"][f"Spearman, n = {n:,}, {kind}"] = idiom
    x, y = correlated(500, ties)
    result["ms"][f"Bootstrap SE of Spearman, n = 500, B = 10,000, {kind}"] = ms(
        lambda: stats.bootstrap(
            (x, y), rho, paired=True, vectorized=True, n_resamples=10_000, method="percentile"
        ),
        3,
    )

weights = 1 / numpy.arange(1, 10_470)
weights /= weights.sum()
result["ms"]["10 million draws of 10,469 labels"] = ms(lambda: rng.choice(10_469, size=10_000_000, p=weights), 3)

try:
    import sklearn
    from sklearn.isotonic import IsotonicRegression

    result["versions"]["scikit-learn"] = sklearn.__version__
    for ties in (False, True):
        for n in (100_000, 1_000_000):
            x, y = increasing(n, ties)
            fit = ms(lambda: IsotonicRegression(out_of_bounds="clip").fit(x, y), 3)
            kind = "ties" if ties else "no ties"
            result["ms"][f"Isotonic fit, n = {n:,}, {kind}"] = fit
            if not ties:
                model = IsotonicRegression(out_of_bounds="clip").fit(x, y)
                result["ms"][f"Isotonic predict, n = {n:,}"] = ms(lambda: model.predict(x), 3)
except ImportError:
    pass

try:
    from scipy.optimize import isotonic_regression

    for n in (100_000, 1_000_000):
        x, y = increasing(n, False)
        fit = ms(lambda: isotonic_regression(y[numpy.argsort(x, kind="stable")]), 3)
        result["ms"][f"Isotonic fit, n = {n:,}, no ties"] = fit
except ImportError:
    pass

print(json.dumps(result))
