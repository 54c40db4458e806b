#!/usr/bin/env python3
"""Makes every figure of a run's tables again, from the files that the run left and nothing else.

    python -m pip install numpy scipy scikit-learn        (Python 3.9 or later)
    python recompute.py out

It reads estimates.csv, pairs.csv, labels.csv, candidates.csv and manifest.json and shares nothing with the program that
wrote them. For each CSV of out/tables it prints the largest deviation; exit code 1 says that a figure deviates:

- what is not resampled (correlations, slopes, shares, counts) by more than 1e-12, or that share of a figure above 1;
- a bootstrap standard error by more than 5 of its Monte-Carlo errors: from B replicates of kurtosis k it is known to
  SE * sqrt((k - 1) / (4 B)); the run's resamples and ours are drawn independently, so that their variances add up;
- a mean over splits of the raters of pairs, and its interval, by more than 5 standard deviations between batches of ours,
  each of as many splits as the run's;
- the mean of a simulated game by more than 5 standard errors of the difference to ours;
- a mark that no p-values within 5 Monte-Carlo errors of ours give. Where these give several it counts as open.

Columns that say what a row is, and what the paper printed (paper_), are given. A table or column that is not known here
is named as not recomputed.
"""
import argparse, csv, json, math, re, sys
from collections import defaultdict
from decimal import ROUND_HALF_UP, Context, Decimal
from functools import lru_cache
from itertools import compress
from pathlib import Path

import numpy as np
from scipy.stats import kurtosis, linregress, rankdata, spearmanr
from sklearn.isotonic import IsotonicRegression

EXACT, MONTE_CARLO = 1e-12, 5.0
ZERO = 1e-6  # what a reported zero is inside a logarithm
GIVEN = re.compile(r"dataset|world|model|k|raters|row|method|measure|pair_list|simulated|paper(?!_worth).*")
csv.field_size_limit(10**9)
np.seterr(invalid="ignore", divide="ignore")

# What a run left


def number(text):
    return math.nan if text in ("", None) else float(re.sub("^over ", "", text))


def column(rows, name):
    return np.array([number(row[name]) for row in rows])


def read(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


class Run:
    def __init__(self, out, replicates):
        self.manifest = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
        self.theirs, self.ours = self.manifest["resamples"], replicates
        self.estimates, self.pairs, self.sets = defaultdict(list), defaultdict(list), defaultdict(list)
        self.labels = defaultdict(dict)
        for row in read(out / "estimates.csv"):
            self.estimates[row["provider"], row["model"], row["dataset"], row["method"], row["list"]].append(row)
        for row in read(out / "pairs.csv"):
            self.pairs[row["dataset"]].append(row)
        for row in read(out / "labels.csv"):
            self.labels[row["dataset"]][row["label"]] = row
        for row in read(out / "candidates.csv"):
            self.sets[row["dataset"], row["list"], int(row["k"])].append((row["id"], json.loads(row["candidates"])))
        asked = list(dict.fromkeys(key[:2] for key in self.estimates))
        names = [model for _, model in asked]
        self.models = {(f"{p}:{m}" if names.count(m) > 1 else m): (p, m) for p, m in asked}
        printed = out / "tables" / "pmi.csv"
        rows = read(printed) if printed.exists() else []
        self.printed = {(row["dataset"], row["method"]): row.get("paper_claude") for row in rows}
        self.rated = lru_cache(None)(lambda dataset: Rated(self, dataset))
        self.world = lru_cache(None)(lambda dataset: World(self.pairs[dataset], self.labels[dataset]))

    def k(self, dataset):
        """The run's, as estimates.csv has it."""
        return str(min(self.manifest["run"]["k"], len(self.labels[dataset])))

    def suffix(self, label, before="_"):
        """Behind the names of a model's columns: nothing of an only model."""
        return f"{before}{label}" if len(self.models) > 1 else ""

    def rows(self, label, dataset, method, k=None, pairs="evaluation", sample="0"):
        """The rows of estimates.csv that a row of a table is about, in their order."""
        rows = self.estimates[(*self.models[label], dataset, method, pairs)]
        return [row for row in rows if row["sample"] == sample and k in (None, row["k"])]

    @lru_cache(None)
    def draws(self, items):
        """How often each of so many items is drawn, in each of our resamples."""
        source = np.random.default_rng(items)
        return source.multinomial(items, np.full(items, 1 / items), size=self.ours).astype(np.int32)


class World:
    """The joint distribution of a dataset: P(y|x) of its pairs, and elsewhere what labels.csv says."""

    def __init__(self, pairs, labels):
        self.pair = {row["id"]: row for row in pairs}
        self.labels = list(labels)
        self.marginal = {label: number(row["marginal"]) for label, row in labels.items()}
        self.elsewhere = {label: number(row["elsewhere"]) for label, row in labels.items()}
        # Items of one text share their mean; the pairs of an item have ids that begin alike.
        self.given, self.items = defaultdict(lambda: defaultdict(list)), defaultdict(set)
        for row in pairs:
            self.given[row["x"]][row["y"]].append(number(row["conditional"]))
            self.items[row["x"]].add(row["id"][: -len(row["y"])])

    def conditional(self, x, y):
        return sum(self.given[x][y]) / len(self.items[x]) if y in self.given[x] else self.elsewhere[y]

    def residual(self, x, candidates):
        return 1 - sum(self.conditional(x, y) for y in candidates)


# Statistics


def scored_of(known, *methods):
    """How many rows are scored and, where any of these is flagged, how many are; of several methods in any of them."""
    flagged = sum(any(row["flagged"] for row in rows) for rows in compress(zip(*methods), known))
    return f"{np.count_nonzero(known)} of {len(known)}" + (f", {flagged} flagged" if flagged else "")


def spearman(x, y):
    x, y = x[~np.isnan(x)], y[~np.isnan(x)]
    return math.nan if len(set(x)) < 2 or len(set(y)) < 2 else float(spearmanr(x, y)[0])


def positive(probabilities):
    return np.where(probabilities == 0, ZERO, probabilities)


def log(probabilities):
    return np.log(positive(probabilities))


def pmi(conditional, marginal):
    """Of equal ratios one number."""
    return np.log(tied(positive(conditional) / positive(marginal)))


def tied(values):
    """Numbers that we computed ourselves tie where they agree to 12 digits; what is read from a file is as it is."""
    return np.array([float(f"{value:.11e}") for value in values])


def dense(values):
    """Places in the order of distinct values, from 0."""
    return np.unique(values, return_inverse=True)[1]


def resampled_midranks(places, draws):
    """Of each row of dense places (or of one for all), with an item as often as it was drawn."""
    places = np.broadcast_to(places, draws.shape)
    at = places + np.arange(len(draws))[:, None] * draws.shape[1]
    counts = np.bincount(at.ravel(), draws.ravel(), at.size).reshape(at.shape)
    return np.take_along_axis(np.cumsum(counts, axis=1) - counts / 2, places, 1)


def correlation(a, b, weights):
    """Pearson's of each row, of columns that are centred."""
    xy, xx, yy = ((weights * product).sum(axis=1) for product in (a * b, a * a, b * b))
    return np.where((xx > 0) & (yy > 0), np.clip(xy / np.sqrt(xx * yy), -1, 1), math.nan)


def resampled_spearman(x, y, draws):
    """Spearman's rho of each resample: Pearson's of midranks taken anew in it."""
    parts = []
    for drawn in np.array_split(draws, max(1, len(draws) // 500)):
        half = drawn.sum(axis=1, keepdims=True) / 2
        a, b = (resampled_midranks(dense(values), drawn) - half for values in (x, y))
        parts.append(correlation(a, b, drawn))
    return np.concatenate(parts)


def resampled_partial(x, y, given, draws):
    """Of what a straight line in the midranks of `given` leaves of those of x and y."""
    both, first, second = (resampled_spearman(a, b, draws) for a, b in ((x, y), (x, given), (y, given)))
    left = (1 - first**2) * (1 - second**2)
    partial = np.where(left > 1e-15, np.clip((both - first * second) / np.sqrt(left), -1, 1), math.nan)
    return np.where(np.isnan(first) & np.isnan(second), both, partial)


def resampled_within(x, y, groups, draws):
    """Pearson's of midranks within groups, less their group's mean and divided by its size."""
    parts = []
    for drawn in np.array_split(draws, max(1, len(draws) // 500)):
        totals = drawn @ np.eye(groups.max() + 1)[groups]
        before = np.cumsum(totals, axis=1) - totals / 2
        # Ranked by group first, so that a rank less that of the group's middle is one within it.
        ranks = (dense(dense(values) + groups * len(values)) for values in (x, y))
        a, b = (resampled_midranks(each, drawn) - before[:, groups] for each in ranks)
        parts.append(correlation(a, b, drawn / np.maximum(totals, 1)[:, groups] ** 2))
    return np.concatenate(parts)


def resampled_slope(x, y, draws):
    x, y, drawn = x - x.mean(), y - y.mean(), draws.astype(float)
    n, sx, sy, sxy, sxx = (drawn @ values for values in (np.ones(len(x)), x, y, x * y, x * x))
    down = sxx - sx * sx / n
    return np.where(down > 1e-12 * sxx, (sxy - sx * sy / n) / down, math.nan)


def error_of(error, values, theirs):
    """A standard error with its Monte-Carlo error, our own and the run's together."""
    tails = float(kurtosis(values, fisher=False)) if error > 0 else 1
    return error, error * math.sqrt((tails - 1) / 4 * (1 / len(values) + 1 / theirs))


def standard_error(replicates, theirs):
    known = replicates[~np.isnan(replicates)]
    return math.nan if len(known) < 2 else error_of(float(np.std(known, ddof=1)), known, theirs)


def quantile(replicates, q, theirs):
    """With its Monte-Carlo error: how far the quantile moves when the share below it does."""
    known = replicates[~np.isnan(replicates)]
    share = MONTE_CARLO * math.sqrt(q * (1 - q) * (1 / len(known) + 1 / theirs))
    low, value, high = np.quantile(known, np.clip([q - share, q, q + share], 0, 1))
    return float(value), float(high - low) / 2 / MONTE_CARLO


def marks(values, replicates, theirs):
    """Of each method the marks that p-values within their Monte-Carlo error allow: Holm's correction over all pairs."""
    ranked = [i for i, value in enumerate(values) if not math.isnan(value)]
    best = max(ranked, key=lambda i: values[i], default=None)
    pairs = [(i, j) for at, i in enumerate(ranked) for j in ranked[at + 1 :]]
    p, spread = [], []
    for i, j in pairs:
        difference = replicates[i] - replicates[j]
        known = max(1, np.count_nonzero(~np.isnan(difference)))
        beyond = 1 + min(np.count_nonzero(difference <= 0), np.count_nonzero(difference >= 0))
        p.append(min(1, 2 * beyond / (known + 1)))
        spread.append(MONTE_CARLO * math.sqrt(2 * p[-1] * (1 / known + 1 / theirs)))
    allowed = [set() for _ in values]
    for shift in np.linspace(-1, 1, 9):
        resolved = holm([a + shift * b for a, b in zip(p, spread)])
        beside = {i for pair, apart in zip(pairs, resolved) if best in pair and not apart for i in pair}
        for i, marks_ in enumerate(allowed):
            marks_.add("best" if i == best and pairs and not beside else "tied" if i in beside else "")
    return allowed


def holm(p, alpha=0.05):
    """Which differences are resolved."""
    resolved, adjusted = [False] * len(p), 0
    for rank, i in enumerate(np.argsort(p)):
        adjusted = max(adjusted, p[i] * (len(p) - rank))
        resolved[i] = adjusted < alpha
    return resolved


# Tables. Each is made of the run and of its rows, of which those columns are read that say what a row is about: the
# figures of each row, by column. First those with a row a method, of which a column is a figure of a line.


class Line:
    """What a row is about, for one model: estimates and truth of the pairs (or labels)."""

    def __init__(self, run, table, label, row):
        self.run, self.row, self.suffix, spec = run, row, run.suffix(label), METHODS[table]
        of = (label, row["dataset"], row["method"], row["k"])
        self.rows = run.rows(*of)[: spec.get("first")]
        if spec.get("labels"):
            self.rows = list({each["y"]: each for each in self.rows}.values())
        # Of GEM there is a logarithm alone.
        said = "est_pmi" if row["method"].startswith("gem") else f"est_{spec['truth']}"
        self.estimates, self.truth = column(self.rows, said), column(self.rows, spec["truth"])
        if "isotonic" in row["row"]:
            self.estimates = recalibrated(self.rows, run.rows(*of, "development"), row["row"].endswith("both"))
        self.known = ~np.isnan(self.estimates)
        self.scored = self.estimates[self.known], self.truth[self.known]
        # A base rate is one number, and no sum of masses is behind it.
        self.scored_of = scored_of(self.known, *([] if spec.get("labels") else [self.rows]))
        self.rho, self.by_label = spearman(self.estimates, self.truth), not spec.get("labels")
        self.least, self.with_base = (3, False) if spec.get("labels") else (30, spec["truth"] == "pmi")
        self.enough = len(self.scored[0]) >= max(self.least, 0.8 * len(self.rows))
        self.block = row["dataset"], spec.get("block", lambda row: row["k"])(row)
        self.ceiling = spec.get("ceiling", lambda _: False)(row)

    @lru_cache(None)
    def replicates(self, shared=None):
        """On the pairs that it has an estimate of, or those given."""
        known = self.known if shared is None else np.frombuffer(shared, bool)
        return resampled_spearman(self.estimates[known], self.truth[known], self.run.draws(len(self.rows))[:, known])

    @lru_cache(None)
    def beyond(self, within):
        """Partial rho given P(y), or rho within label, and its replicates; nothing where it is not to be had."""
        if not (self.enough and self.with_base):
            return None
        base, labels = column(self.rows, "marginal")[self.known], np.array([row["y"] for row in self.rows])[self.known]
        groups, sizes = np.unique(labels, return_inverse=True, return_counts=True)[1:]
        if within and 2 * np.count_nonzero(sizes == 1) > len(groups):
            return None
        statistic, given = (resampled_within, groups) if within else (resampled_partial, base)
        value = statistic(*self.scored, given, np.ones((1, len(groups)), int))[0]
        replicates = statistic(*self.scored, given, self.run.draws(len(self.rows))[:, self.known])
        return float(value), standard_error(replicates, self.run.theirs["labels"])

    def informed(self):
        """Whether it ranks better than chance beyond the base rate: possibly both, where resampling does not tell."""
        value, error = self.beyond(True) or self.beyond(False) or (math.inf, (0, 0))
        if self.row["method"].startswith("nothing:") or value == math.inf:
            return {True}
        if math.isnan(value) or not isinstance(error, tuple):
            return {False}
        return {value > 1.96 * (error[0] + shift * error[1]) for shift in (-MONTE_CARLO, MONTE_CARLO)}


def recalibrated(rows, development, both):
    """PMI with its terms mapped as isotonic regression fits them on the development pairs."""
    terms = []
    for term, mapped in (("conditional", True), ("marginal", both)):
        values, said, truth = column(rows, f"est_{term}"), column(development, f"est_{term}"), column(development, term)
        known = ~np.isnan(values)
        if mapped:
            fit = IsotonicRegression(out_of_bounds="clip").fit(said[~np.isnan(said)], truth[~np.isnan(said)])
            values[known] = fit.predict(values[known])
        terms.append(values)
    return pmi(*terms)


def rho_error(line):
    return standard_error(line.replicates(), line.run.theirs["pairs"]) if line.enough else math.nan


def rho_marks(block, shared, comparable):
    """Of each row of a block the marks that it may have."""
    replicates, allowed = [line.replicates(shared.tobytes()) for line in block], [set() for _ in block]
    competing = [{False} if line.ceiling or not (comparable and line.enough) else line.informed() for line in block]
    rhos = [spearman(line.estimates[shared], line.truth[shared]) for line in block]
    for of in (min, max):
        rivals = [value if of(may) else math.nan for value, may in zip(rhos, competing)]
        allowed = [a | b for a, b in zip(allowed, marks(rivals, replicates, block[0].run.theirs["pairs"]))]
    return allowed


def nothing_but(method):
    """The row of who knows nothing but the P(y) of a method."""
    of, _, drawn = method.partition("/")
    name, digits, _ = of.partition(":")[0].partition("+digits")
    marginal = of.partition(":")[2]
    if not marginal and re.match("direct-pmi|infonce|identify|gem", name):
        return None
    known = {"": "grounded", "implied": f"implied/{name}"}.get(marginal, marginal) + digits
    return f"nothing:{known}/{drawn}" if drawn else f"nothing:{known}"


def over_nothing(line, block, shared, comparable):
    """What a method's rho is above that of the row with its marginal alone."""
    nothing = next((other for other in block if other.row["method"] == nothing_but(line.row["method"])), line)
    if nothing is line or not (comparable and line.enough and nothing.enough):
        return math.nan, math.nan
    rho, other = (spearman(each.estimates[shared], each.truth[shared]) for each in (line, nothing))
    replicates = line.replicates(shared.tobytes()) - nothing.replicates(shared.tobytes())
    return rho - other, standard_error(replicates, line.run.theirs["pairs"])


def label_error(line):
    """Whole labels drawn, where there are ten or more with two pairs each on average."""
    labels, own = np.unique([row["y"] for row in line.rows], return_inverse=True)
    if not line.by_label or len(labels) < 10 or len(own) < 2 * len(labels) or math.isnan(line.rho) or not line.enough:
        return math.nan
    draws = line.run.draws(len(labels))[:, own[line.known]]
    return standard_error(resampled_spearman(*line.scored, draws), line.run.theirs["labels"])


def from_paper(line):
    """Ours less the paper's, in standard errors as the table has them; not of a world."""
    printed = number(line.row.get("paper_claude_se"))
    if line.row["dataset"].startswith("synthetic-") or math.isnan(printed):
        return math.nan
    return (line.rho - number(line.row["paper_claude"])) / math.hypot(printed, number(line.row[f"rho{line.suffix}_se"]))


def rank_figures(lines):
    made = {}
    for block in by(lambda line: line.block, lines):
        # Compared by the pairs that all with enough have scored, where these suffice.
        shared = np.all([line.known for line in block if line.enough] or [block[0].known], axis=0)
        compared = block, shared, np.count_nonzero(shared) >= block[0].least
        for line, mark in zip(block, rho_marks(*compared)):
            over, beyond, within = over_nothing(line, *compared), line.beyond(False), line.beyond(True)
            figures = {"scored{}": line.scored_of, "rho{}": line.rho, "rho{}_se": rho_error(line), "rho{}_mark": mark}
            figures |= {"by_label_se{}": label_error(line), "from_paper{}": from_paper(line)}
            for name, of in (("over_nothing", over), ("beyond", beyond), ("within", within)):
                figures[name + "{}"], figures[name + "{}_se"] = of or (math.nan, math.nan)
            made[line] = figures
    return [made[line] for line in lines]


def slope_figures(lines):
    for line in lines:
        figures = {"scored{}": line.scored_of}
        for name, scale in (("slope{}", np.copy), ("log_slope{}", log)):
            x, y = map(scale, line.scored)
            figures[name] = float(linregress(x, y)[0]) if len(set(x)) > 1 else math.nan
            draws = line.run.draws(len(line.rows))[:, line.known]
            replicates = resampled_slope(x, y, draws) if line.enough else np.array([])
            figures[name + "_se"] = standard_error(replicates, line.run.theirs["pairs"])
        yield figures


def by(key, items):
    """Those with the same key together, in the order of the first of each."""
    groups = defaultdict(list)
    for item in items:
        groups[key(item)].append(item)
    return list(groups.values())


CONDITIONAL, PMI = {"truth": "conditional"}, {"truth": "pmi"}
MARGINAL = {"truth": "marginal", "labels": True}
EMPIRICAL = lambda row: row["method"].endswith(":empirical")
METHODS = {
    **{name: CONDITIONAL for name in ("conditional", "diagnostic-conditional")},
    **{name: PMI for name in ("oracle", "zero-shot", "k-sweep")},
    "pmi": {**PMI, "block": lambda row: (row["k"], EMPIRICAL(row))},
    "diagnostic-conditional-slope": {**CONDITIONAL, "figures": slope_figures},
    "diagnostic-marginal": MARGINAL,
    "diagnostic-marginal-slope": {**MARGINAL, "figures": slope_figures},
    "interventions": {**CONDITIONAL, "first": 80},
    "recalibration": {**PMI, "block": lambda row: row["method"].split(":")[0], "ceiling": EMPIRICAL},
    "implied-marginal": {**PMI, "block": lambda row: row["method"].split(":")[0], "ceiling": EMPIRICAL},
    "grounding-draw": {**PMI, "block": lambda row: row["method"].split("/")[0], "ceiling": lambda _: True},
}


def method_table(name):
    def made(run, rows):
        figures = [{} for _ in rows]
        for label in run.models:
            lines = [Line(run, name, label, row) for row in rows]
            for before, line in zip(lines, lines[1:]):
                if line.row["method"].startswith("nothing:"):
                    line.block = before.block
            for at, own in enumerate(METHODS[name].get("figures", rank_figures)(lines)):
                figures[at] |= {column.format(run.suffix(label)): figure for column, figure in own.items()}
        return figures

    return made


def each_row(figures):
    return lambda run, rows: [figures(run, row) for row in rows]


# The other tables, most of them a function of the run and a row.


def of_columns(columns):
    return [dict(zip(columns, figures)) for figures in zip(*columns.values())]


def seeds(run, row):
    k, figures = run.k(row["dataset"]), {}
    for label in run.models:
        drawn = [run.rows(label, row["dataset"], row["method"], k)]
        while of := run.rows(label, row["dataset"], row["method"], k, f"evaluation, seed {len(drawn) + 1}"):
            drawn.append(of)
        rhos = [spearman(column(of, "est_pmi"), column(of, "pmi")) for of in drawn]
        own = {"mean": np.mean(rhos), "spread": np.std(rhos, ddof=1), "least": min(rhos), "most": max(rhos)}
        own["se"] = rho_error(Line(run, "pmi", label, {**row, "k": k}))
        figures |= {name + run.suffix(label): made for name, made in own.items()}
    return figures


def scaled(p, places=None, digits=None):
    """Rounded as people round, half up."""
    if places is None:
        return float(Context(prec=digits, rounding=ROUND_HALF_UP).create_decimal(Decimal(p)))
    return float(Decimal(p).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP))


TREATMENTS = {
    "floor_6": lambda p, _: max(p, ZERO),
    "floor_smallest": max,
    "floor_3": lambda p, _: max(p, 1e-3),
    "floor_2": lambda p, _: max(p, 1e-2),
    "decimals_2": lambda p, _: scaled(p, places=2),
    "decimals_3": lambda p, _: scaled(p, places=3),
    "digits_1": lambda p, _: scaled(p, digits=1),
    "digits_2": lambda p, _: scaled(p, digits=2),
}


def sensitivity(run, row):
    line = Line(run, "pmi", row["model"], {**row, "row": ""})
    # Who knows nothing says no P(y|x), which is as good as any constant; InfoNCE takes no marginal.
    terms = (column(line.rows, f"est_{term}")[line.known] for term in ("conditional", "marginal"))
    said, marginal = (np.nan_to_num(term, nan=1) for term in terms)
    smallest = min([1, *said[said > 0]])
    figures = {"scored": line.scored_of, "rho": line.rho}
    figures |= {"zeros": np.count_nonzero(said == 0), "below": np.count_nonzero((said > 0) & (said < ZERO))}
    for name, treatment in TREATMENTS.items():
        figures[name] = spearman(pmi(np.array([treatment(p, smallest) for p in said]), marginal), line.scored[1])
    return figures


def other_advantage(run, row):
    term = "conditional" if row["measure"].startswith("P(y|x)") else "pmi"
    methods = ("promptnce:none", "infonce") if term == "conditional" else ("promptnce", "marginalnce")
    own = [run.rows(row["model"], row["dataset"], method, row["k"]) for method in methods]
    said, truth = np.array([column(of, f"est_{term}") for of in own]), column(own[0], term)
    known, pairs = ~np.isnan(said).any(axis=0), len(truth)
    said, truth = said[:, known], truth[known]
    figures = {"coverage": int(row["k"]) / len(run.labels[row["dataset"]]), "scored": scored_of(known, *own)}
    if len(truth) < max(30, 0.8 * pairs):
        return {**figures, **dict.fromkeys(("difference", "difference_se", "low", "high"), math.nan)}
    figures["difference"] = spearman(said[0], truth) - spearman(said[1], truth)
    replicates = np.subtract(*(resampled_spearman(each, truth, run.draws(len(truth))) for each in said))
    figures["difference_se"] = standard_error(replicates, run.theirs["differences"])
    low, high = (quantile(replicates, q, run.theirs["differences"]) for q in (0.025, 0.975))
    return {**figures, "low": low, "high": high}


# Worth so many raters. Each batch is what the run does: so many splits of the raters, each with a resample of the pairs.

PANELS = [0, 1, 2, 3, 5, 10, 20, 50, math.inf]


class Splits:
    """Of each pair so many raters at random, by the size of the panel, and those left over."""

    def __init__(self, pairs, splits, source):
        count, raters = (column(pairs, name).astype(int) for name in ("responses", "raters"))
        base, taken, found = column(pairs, "marginal"), 0 * raters, np.zeros((splits, len(pairs)), int)
        self.drawn = source.multinomial(len(pairs), np.full(len(pairs), 1 / len(pairs)), size=splits)
        self.panels = {}
        for size in PANELS:
            until = np.minimum(size, raters // 2).astype(int)
            found = found + source.hypergeometric(count - found, raters - taken - count + found, until - taken)
            taken, others = until, count - found
            ratios = (found + 0.5) / (taken + 1) / base, others / (raters - taken) / base
            # Equal ratios are one number. No pair is ranked that none of the others gave.
            said, truth = (rankdata(np.round(np.log(ratio), 11), "dense", axis=1) - 1 for ratio in ratios)
            self.panels[size] = said, truth, others > 0

    def rhos(self, size, estimates):
        """With the PMI of the raters left over, of the panel's and of estimates; for pairs as they are, and resampled."""
        said, truth, given = self.panels[size]
        own, known, rhos = dense(np.nan_to_num(estimates)), given & ~np.isnan(estimates), []
        for weights in (known * 1, known * self.drawn):
            half = weights.sum(axis=1, keepdims=True) / 2
            a, b, others = (resampled_midranks(places, weights) - half for places in (said, own, truth))
            rhos.append([correlation(a, others, weights), correlation(b, others, weights)])
        return rhos


def crossing(sizes, ahead):
    """Where raters first rank as well, linear between the sizes; the last size where they never do."""
    after = np.argmax(ahead >= 0, axis=0)
    before = np.maximum(after - 1, 0)
    low, high = (np.take_along_axis(ahead, at[None], 0)[0] for at in (before, after))
    between = sizes[before] - (sizes[after] - sizes[before]) * low / np.where(low == high, 1, high - low)
    return np.where(high < 0, sizes[-1], np.where(after == 0, 0, between))


class Rated:
    """The evaluation pairs of a dataset with ten raters or more."""

    def __init__(self, run, dataset):
        own = [pair for pair in run.pairs[dataset] if pair["list"] == "evaluation"]
        self.pairs = [pair for pair in own if number(pair["raters"]) >= 10]
        self.pmi, self.raters = column(self.pairs, "pmi"), column(self.pairs, "raters")
        splits, source = run.theirs["splits"], np.random.default_rng(1)
        self.batches = [Splits(self.pairs, splits, source) for _ in range(max(10, run.ours // splits))]

    def rhos(self, estimates):
        """The sizes, and by batch and size what is drawn of the panels and of the estimates."""
        half = self.raters[~np.isnan(estimates)].min() / 2
        sizes = [size for size in PANELS if size <= half or size == math.inf]
        return np.array(sizes), np.array([[of.rhos(size, estimates) for size in sizes] for of in self.batches])

    @lru_cache(None)
    def everyone(self):
        return self.rhos(self.pmi)


def of_batches(made):
    """The mean of batches, with the error between one of them and the run."""
    error = float(np.std(made, ddof=1)) * math.sqrt(1 + 1 / len(made))
    return (float(np.mean(made)), error) if error > EXACT else float(np.mean(made))


def ends(replicates):
    return [of_batches(end) for end in np.quantile(replicates, [0.025, 0.975], axis=-1)]


def annotators(run, row):
    rated, label, dataset, method = run.rated(row["dataset"]), row["model"], row["dataset"], row["method"]
    said = {each["pair"]: each for each in run.rows(label, dataset, method, run.k(dataset))}
    rows = [said[pair["id"]] for pair in rated.pairs]
    estimates = column(rows, "est_pmi")
    known = np.count_nonzero(~np.isnan(estimates))
    figures = {"scored": scored_of(~np.isnan(estimates), rows), **dict.fromkeys(("rho", "worth", "low", "high"), math.nan)}
    if known >= max(30, 0.8 * len(estimates)):
        sizes, rhos = rated.rhos(estimates)
        ahead = np.moveaxis(rhos[:, :-1, :, 0] - rhos[:, :-1, :, 1], 1, 0)
        figures["rho"] = spearman(estimates, rated.pmi)
        figures["worth"] = of_batches(crossing(sizes[:-1], ahead[:, :, 0].mean(axis=-1)))
        figures["low"], figures["high"] = ends(crossing(sizes[:-1], ahead[:, :, 1]))
    printed = number(run.printed.get((dataset, method)))
    sizes, rhos = rated.everyone()
    flat = crossing(sizes[:-1], rhos[:, :-1, 0, 0].mean(axis=-1).T - printed)
    return {**figures, "paper_worth": printed if math.isnan(printed) else of_batches(flat)}


def annotators_curve(run, row):
    sizes, rhos = run.rated(row["dataset"]).everyone()
    of = rhos[:, list(sizes).index(math.inf if row["raters"] == "half" else int(row["raters"])), :, 0]
    low, high = ends(of[:, 1])
    return {"rho": of_batches(of[:, 0].mean(axis=-1)), "low": low, "high": high}


def structure(run, row):
    pairs = [pair for pair in run.pairs[row["dataset"]] if row["pair_list"] in ("whole dataset", pair["list"])]
    logs = {term: np.log(column(pairs, term)) for term in ("conditional", "marginal")}
    figures = {"pairs": len(pairs), "labels": len(run.labels[row["dataset"]])}
    figures["R"] = np.var(logs["marginal"]) / np.var(logs["conditional"])
    return {**figures, "rho_marg": spearman(-logs["marginal"], column(pairs, "pmi"))}


def example(run, row):
    """The pair that the paper prints, or the one of a world with the highest P(y|x)."""
    pairs = run.pairs[row["dataset"]]
    if row["dataset"].startswith("synthetic-"):
        pair = max((one for one in pairs if one["list"] == "evaluation"), key=lambda one: float(one["conditional"]))
    else:
        absent = {"x": row["x"], "y": row["y"], "conditional": "", "pmi": ""}
        pair = next((one for one in pairs if (one["x"], one["y"]) == (row["x"], row["y"])), absent)
    pair = {**pair, "marginal": run.labels[row["dataset"]][pair["y"]]["marginal"]}
    numbers = {name: number(pair[name]) for name in ("conditional", "marginal", "pmi")}
    return {"x": pair["x"], "y": pair["y"], **numbers}


def sweep_other(run, row):
    world, sets = run.world(row["dataset"]), run.sets[row["dataset"], "evaluation", int(row["k"])]
    residuals = [max(0, world.residual(world.pair[pair]["x"], shown)) for pair, shown in sets]
    figures = {"coverage": int(row["k"]) / len(run.labels[row["dataset"]]), "residual": np.mean(residuals)}
    for label in run.models:
        masses = column(run.rows(label, row["dataset"], "promptnce", row["k"]), "est_other")
        figures["other" + run.suffix(label)] = np.nanmean(masses)
    return figures


def stability(run, rows):
    spread, columns = lambda values: (np.mean(values), np.min(values), np.max(values)), {}
    for label in run.models:
        for dataset in run.pairs:
            runs = [run.rows(label, dataset, "direct-split:none", "5", sample=str(i))[:50] for i in range(10)]
            if not runs[-1]:
                continue
            said = np.array([column(each, "est_conditional") for each in runs])
            kept = ~np.isnan(said).any(axis=0)
            said, truth = said[:, kept], column(runs[0], "conditional")[kept]
            cv = (np.std(said, axis=0, ddof=1) / np.mean(said, axis=0))[np.mean(said, axis=0) > 0]
            agreement = [spearman(said[i], said[j]) for i in range(10) for j in range(i)]
            made = [np.median(cv), np.mean(cv), *np.quantile(cv, [0.25, 0.75]), *spread(agreement)]
            made += [*spread([spearman(each, truth) for each in said]), spearman(tied(np.mean(said, axis=0)), truth)]
            columns[f"{dataset}, {label}"] = [*made, np.count_nonzero(kept)]
    return of_columns(columns)


def verdicts(run, label, method, variant):
    """Of each student the verdicts (1, 1/2, 0) of expert over generic, and how many comparisons there are."""
    rows = {row["pair"]: row for row in run.rows(label, "synthetic-class", method, pairs=variant)}
    students, comparisons = defaultdict(list), dict.fromkeys(pair.rsplit("/", 1)[0] for pair in rows)
    for comparison in comparisons:
        own = students[comparison.split("/")[0]]
        own.append(None)
        for term, least in (("est_conditional", 0), ("est_pmi", 1)):
            a, b = (number(rows[f"{comparison}/{kind}"][term]) for kind in ("expert", "generic"))
            if not math.isnan(a + b):
                own[-1] = 0.5 if abs(a - b) <= 1e-12 * max(least, min(abs(a), abs(b))) else float(a > b)
                break
    return list(students.values()), len(comparisons)


def missing(students):
    return {(i, j) for i, own in enumerate(students) for j, verdict in enumerate(own) if verdict is None}


def sum_up(students, absent=()):
    """Of each student the sum and number of verdicts, but for those that are absent."""
    kept = [[v for j, v in enumerate(own) if v is not None and (i, j) not in absent] for i, own in enumerate(students)]
    return np.array([[sum(own), len(own)] for own in kept], float)


def case_study(run, rows):
    theirs, columns = run.theirs["pairs"], {}
    for label in run.models:
        for variant in ("compression", "future"):
            judged = [verdicts(run, label, row["method"], variant) for row in rows]
            sums = [sum_up(students) for students, _ in judged]
            rates = [float(np.divide(*own.sum(axis=0))) for own in sums]
            scored_ = [int(own[:, 1].sum()) for own in sums]
            enough = [of >= max(30, 0.8 * all_) for of, (_, all_) in zip(scored_, judged)]
            drawn = run.draws(max(map(len, sums)))
            resampled = lambda own: np.divide(*(drawn[:, : len(own)] @ own).T)
            errors = [standard_error(resampled(own), theirs) if good else math.nan for own, good in zip(sums, enough)]
            # Compared by the comparisons that all with enough have a verdict on.
            absent = {at for (students, _), good in zip(judged, enough) if good for at in missing(students)}
            shared = [sum_up(students, absent) for students, _ in judged]
            rivals = [float(np.divide(*own.sum(axis=0))) if good else math.nan for own, good in zip(shared, enough)]
            behind = run.suffix(label, ", ")
            name = variant + behind
            columns |= {name: rates, f"{name}_se": errors}
            columns[f"{name}_mark"] = marks(rivals, [resampled(own) for own in shared], theirs)
            columns[f"{variant}_scored{behind}"] = [f"{of} of {all_}" for of, (_, all_) in zip(scored_, judged)]
            for kind, verdict in (("wins", 1), ("ties", 0.5), ("losses", 0)):
                counts = [sum(own.count(verdict) for own in students) for students, _ in judged]
                columns[f"{variant}_{kind}{behind}"] = counts
    return of_columns(columns)


class Ideal:
    """What somebody who knows a world's joint distribution says of the trials of the theory with K candidates."""

    def __init__(self, run, row, k):
        world = run.world(row["world"])
        sets = run.sets[row["world"], "theory", min(int(k), len(world.labels))]
        pairs = [world.pair[pair] for pair, _ in sets]
        conditional, marginal, self.pmi = (column(pairs, name) for name in ("conditional", "marginal", "pmi"))
        self.conditional = conditional
        self.residual = np.array([world.residual(pair["x"], shown) for pair, (_, shown) in zip(pairs, sets)])
        self.closed = conditional / (1 - self.residual)
        parts = [[world.conditional(p["x"], y) / world.marginal[y] for y in shown] for p, (_, shown) in zip(pairs, sets)]
        self.log_z = np.log([sum(part) for part in parts])
        closed, base = np.log(self.closed), np.log(marginal)
        known = {"InfoNCE": closed, "MarginalNCE": closed - base}
        self.estimates = known.get(row.get("method"), np.log(conditional) - base)


def theory_methods(run, row):
    of = Ideal(run, row, run.manifest["run"]["k"])
    errors = of.estimates - of.pmi
    return {
        "rho": spearman(tied(of.estimates), tied(of.pmi)),
        "largest_error": np.max(np.abs(errors)),
        "mean_error": np.mean(errors),
    }


@lru_cache(None)
def game(run, name, k, players=16, games=1250):
    """Section 2.2, played by us: found less stated by the posterior and by the closed set, and the log loss."""
    source, world = np.random.default_rng(1), run.world(name)
    base, inputs = np.array(list(world.marginal.values())), list(world.given)
    played = []
    for x in (inputs[i * len(inputs) // players] for i in range(players)):
        given = np.array([world.conditional(x, y) for y in world.labels])
        true = source.choice(len(base), p=given / given.sum(), size=(games, 1))
        shown = np.hstack([true, source.choice(len(base), p=base / base.sum(), size=(games, k - 1))])
        ways = [weights[shown] / weights[shown].sum(axis=1, keepdims=True) for weights in (given / base, given)]
        tops = [way >= way.max(axis=1, keepdims=True) * (1 - EXACT) for way in ways]
        found = [top[:, 0] / top.sum(axis=1) - way.max(axis=1) for top, way in zip(tops, ways)]
        played.append([*found, np.log(ways[0][:, 0] / ways[1][:, 0])])
    return np.concatenate(played, axis=1)


def theory_sets(run, row):
    of, theirs = Ideal(run, row, row["k"]), run.theirs["games"]
    figures = {
        "coverage": int(row["k"]) / len(run.labels[row["world"]]),
        "residual": np.mean(of.residual),
        "other": np.mean(np.maximum(0, of.residual)),
        "closed_bias": np.mean(np.log(of.closed / of.conditional)),
        "rho_closed": spearman(tied(of.closed), of.conditional),
        "rho_open": spearman(of.conditional, of.conditional),
        "between": np.std(of.log_z),
    }
    played = game(run, row["world"], int(row["k"]))
    for name, values in zip(("counted_posterior", "counted_closed", "loss"), played):
        deviation = float(values.std())
        figures[name] = float(values.mean()), deviation * math.sqrt(1 / len(values) + 1 / theirs)
        figures[f"{name}_se"] = error_of(deviation / math.sqrt(theirs), values, theirs)
    return figures


TABLES = {
    **{name: method_table(name) for name in METHODS},
    "stability": stability,
    "case-study": case_study,
    "structure": each_row(structure),
    "structure-examples": each_row(example),
    "k-sweep-other": each_row(sweep_other),
    "seeds": each_row(seeds),
    "annotators": each_row(annotators),
    "annotators-curve": each_row(annotators_curve),
    "clamp-and-rounding": each_row(sensitivity),
    "other-advantage": each_row(other_advantage),
    "theory-methods": each_row(theory_methods),
    "theory-sets": each_row(theory_sets),
}

# The comparison


def deviation(shown, made):
    """Of which kind a figure is and how far off; infinite where it or ours is absent."""
    if isinstance(made, set):
        return "open" if len(made) > 1 else "marks", 0 if shown in made else math.inf
    if isinstance(made, str):
        return "exact", 0 if shown == made else math.inf
    value, error = made if isinstance(made, tuple) else (made, None)
    if math.isnan(value) or math.isnan(number(shown)):
        return "exact", 0 if math.isnan(value) and math.isnan(number(shown)) else math.inf
    off = abs(number(shown) - value)
    return ("exact", off / max(1, abs(value))) if error is None else ("resampled", off / max(error, EXACT))


def check(run, path):
    rows, name = read(path), path.stem
    made = TABLES[name](run, rows) if name in TABLES and rows else [{}]
    columns, offs, wrong = list(rows[0]) if rows else [], defaultdict(list), []
    known = [of for of in columns if of in made[0]]
    for at, row in enumerate(rows):
        for of in known:
            kind, off = deviation(row[of], made[at][of])
            offs[kind].append(off)
            if off > (MONTE_CARLO if kind == "resampled" else EXACT):
                wrong.append(f"  row {at + 1}, {of}: {row[of] or 'nothing'} deviates by {off:.2g}")
    exact, resampled = (max(offs[kind], default=0) for kind in ("exact", "resampled"))
    print(
        f"{name}: {len(offs['exact'])} figures within {exact:.1e}, {len(offs['resampled'])} resampled within {resampled:.1f} "
        f"Monte-Carlo errors, {len(offs['marks'])} marks and {len(offs['open'])} open"
    )
    missing = [of for of in columns if of not in known and not GIVEN.fullmatch(of)]
    print("".join(f"{line}\n" for line in wrong), end="")
    if missing:
        print(f"not recomputed: {name} ({', '.join(missing)})")
    return len(wrong)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path, help="the folder that a run was written to")
    parser.add_argument("--replicates", type=int, default=4000, help="resamples that we draw (4000)")
    options = parser.parse_args()
    run = Run(options.out, options.replicates)
    wrong = sum(check(run, path) for path in sorted((options.out / "tables").glob("*.csv")))
    print("Every figure agrees." if wrong == 0 else f"{wrong} figures deviate.")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
