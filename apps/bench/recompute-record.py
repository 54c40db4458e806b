"""Recomputes the tables of `bench --experiment record` from the recorded replies, sharing no code with it.

    python3 recompute-record.py FOLDER_OF_REPLIES FOLDER_OF_THE_RECORD

Prints `NAME: N compared` for each table, and a line for each number that differs; exit code 1 where any does. Intervals,
errors and p are not compared: they rest on random draws. Needs NumPy and SciPy.
"""

import collections
import csv
import gzip
import json
import math
import pathlib
import sys
from fractions import Fraction

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.special import gammaln
from scipy.spatial.distance import jensenshannon
from scipy.stats import spearmanr, wasserstein_distance

REPLIES, RECORD = (pathlib.Path(argument) for argument in sys.argv[1:3])
ZERO = Fraction(1, 10**6)
NAMES = json.loads((RECORD / "manifest.json").read_text())["names"]
WAYS = {"logprobs": "log-probabilities"}
RATES = ["own", "counted", "counted_50", "counted_200", "counted_1000", "implied", "implied_sized"]
TITLES = {
    "counted_50": "own, with 50 counted",
    "counted_200": "own, with 200 counted",
    "counted_1000": "own, with 1,000 counted",
    "implied_sized": "implied, groups by size",
}
compared, faults = collections.Counter(), []


def read(path):
    opened = gzip.open(path, "rt") if path.suffix == ".gz" else open(path)
    with opened as file:
        return list(csv.DictReader(file))


def compare(table, place, found, own, tolerance=1e-9):
    """An empty cell stands for no number."""
    compared[table] += 1
    found = float(found) if found not in ("", "NaN") else math.nan
    if math.isnan(found) and math.isnan(own):
        return
    if not abs(found - own) <= tolerance:
        faults.append(f"{table}: {place} is {found}, recomputed {own}")


def exact(text, way):
    """A mass as it was said: decimals and shares of samples; log-probabilities as their doubles."""
    value = Fraction(float(text))
    return value if way == "logprobs" else value.limit_denominator(10**7)


def ranked(values):
    places = {value: place for place, value in enumerate(sorted(set(values)))}
    return np.array([places[value] for value in values])


def rho(estimates, truth):
    estimates, truth = ranked(estimates), ranked(truth)
    if len(set(estimates)) < 2 or len(set(truth)) < 2:
        return math.nan
    return spearmanr(estimates, truth).statistic


def centred(values, firsts, seconds):
    """The residuals of a least-squares fit of a level for each of both."""
    columns = [{key: i for i, key in enumerate(dict.fromkeys(keys))} for keys in (firsts, seconds)]
    design = np.zeros((len(values), len(columns[0]) + len(columns[1])))
    for row, (first, second) in enumerate(zip(firsts, seconds)):
        design[row, columns[0][first]] = 1
        design[row, len(columns[0]) + columns[1][second]] = 1
    return values - design @ np.linalg.lstsq(design, values, rcond=None)[0]


def centred_rho(rows, masses, truth):
    """By context, as levels of one say nothing of another's, of each x and of each label of x with equally many labels;
    rounded, since what is nothing must tie."""
    left = np.zeros((2, len(rows)))
    places = collections.defaultdict(list)
    for place, row in enumerate(rows):
        places[row["context"]].append(place)
    columns = (np.log([float(mass or ZERO) for mass in masses]), np.log([float(value) for value in truth]))
    for own in places.values():
        x = [rows[i]["x"] for i in own]
        sizes = collections.Counter(x)
        cells = [(rows[i]["label"], sizes[rows[i]["x"]]) for i in own]
        for side, column in enumerate(columns):
            left[side, own] = centred(column[own], x, cells)
    rounded = [[round(value, 9) for value in side] for side in left]
    return rho(*rounded)


def share(values):
    total = sum(values)
    return [value / total for value in values]


def grouped(rows, *names):
    groups = collections.defaultdict(list)
    for place, row in enumerate(rows):
        groups[tuple(row[name] for name in names)].append(place)
    return groups.values()


def total_variation(rows, masses, truth):
    """The mean over x of half the summed differences of shares."""
    found = []
    for own in grouped(rows, "context", "x"):
        if sum(masses[i] for i in own) == 0:
            continue
        p, q = share([masses[i] for i in own]), share([truth[i] for i in own])
        found.append(float(sum(abs(a - b) for a, b in zip(p, q)) / 2))
    return np.mean(found)


def jensen_shannon(rows, masses, truth):
    """The mean over x of SciPy's distance, squared: the divergence in nats."""
    found = []
    for own in grouped(rows, "context", "x"):
        if sum(masses[i] for i in own) > 0:
            found.append(jensenshannon(*([float(column[i]) for i in own] for column in (masses, truth))) ** 2)
    return np.nanmean(found)


def worth(rows, masses, counts):
    """How many people would be as far from all as the model is, in mean squared distance."""
    loss = spread = 0
    for own in grouped(rows, "context", "x"):
        people = sum(counts[i] for i in own)
        if sum(masses[i] for i in own) == 0 or people < 2:
            continue
        p, q = share([masses[i] for i in own]), share([Fraction(counts[i]) for i in own])
        one = (1 - sum(b * b for b in q)) * people / (people - 1)
        loss += sum((a - b) ** 2 for a, b in zip(p, q)) - one / people
        spread += one
    return math.inf if loss <= 0 else float(spread / loss)


def posterior(own, polled):
    """The Dirichlet prior's posterior mean by context with a stated base rate."""
    prior = {}
    for context, rates in own.items():
        total = float(sum(rates.values()))
        values = [max(float(rate) / total, 1e-6) for rate in rates.values()]
        prior[context] = dict(zip(rates, share(values)))

    def negative(ln):
        strength, total = math.exp(ln), 0.0
        for context in prior:
            counts = np.array([polled[context].get(label, 0) for label in prior[context]])
            alpha = strength * np.array(list(prior[context].values()))
            seen = counts > 0
            total += np.sum(gammaln(alpha[seen] + counts[seen]) - gammaln(alpha[seen]))
            total -= gammaln(strength + counts.sum()) - gammaln(strength)
        return -total

    found = minimize_scalar(negative, bounds=(-6, 12), method="bounded", options={"xatol": 1e-9})
    strength = math.exp(found.x)
    return {
        (context, label): (polled[context].get(label, 0) + strength * rate)
        / (sum(polled[context].get(one, 0) for one in rates) + strength)
        for context, rates in prior.items()
        for label, rate in rates.items()
    }


def marginals(rows, counts):
    """P(y | x), P(y) and PMI's ratio of each row, as fractions."""
    x, label, context = (collections.Counter() for _ in range(3))
    for row, count in zip(rows, counts):
        x[row["context"], row["x"]] += count
        label[row["context"], row["label"]] += count
        context[row["context"]] += count
    conditional = [Fraction(count, x[row["context"], row["x"]]) for row, count in zip(rows, counts)]
    marginal = [Fraction(label[row["context"], row["label"]], context[row["context"]]) for row in rows]
    return conditional, marginal, [x[row["context"], row["x"]] for row in rows]


def mean_by(rows, names, values, weights=None):
    weights = weights or [1] * len(rows)
    above, below = collections.defaultdict(Fraction), collections.defaultdict(Fraction)
    for row, value, weight in zip(rows, values, weights):
        key = tuple(row[name] for name in names)
        above[key] += value * weight
        below[key] += weight
    return [above[key] / below[key] for key in (tuple(row[name] for name in names) for row in rows)]


def blind_to_y(rows, values):
    """The mean of floats, rounded: what differs by the order of summing must tie."""
    above, below = collections.defaultdict(list), {}
    for row, value in zip(rows, values):
        above[row["context"], row["x"]].append(float(value))
    below = {key: float(f"{math.fsum(own) / len(own):.11e}") for key, own in above.items()}
    return [below[row["context"], row["x"]] for row in rows]


def totals(rows, column, *names):
    """The sum of a column over the rows that share the others."""
    sums = collections.Counter()
    for row in rows:
        sums[tuple(row[name] for name in names)] += float(row[column])
    return sums


def compare_ways(table, spoken):
    """Each way of asking a model beside its masses, on the pairs of both."""
    for row in table:
        first, second = spoken[row["model"], "verbal"], spoken[row["model"], row["way"]]
        both = [key for key in first if key in second]
        place = f"{row['model']}, {row['way']}"
        truth = [first[key][1] for key in both]
        verbal, other = (rho([column[key][0] for key in both], truth) for column in (first, second))
        compare("ways", f"{place}, pairs", row["pairs"], len(both))
        compare("ways", f"{place}, verbal", row["verbal"], verbal)
        compare("ways", f"{place}, other", row["other"], other)
        compare("ways", f"{place}, difference", row["difference"], verbal - other)


def opinionqa():
    people = {}
    for row in read(REPLIES / "opinionqa-people.csv.gz"):
        people[row["question"], row["attribute"], row["group"], row["answer"]] = int(row["people"])
    positions = {
        (row["question"], row["answer"]): int(row["position"])
        for row in read(REPLIES / "opinionqa-questions.csv.gz")
    }
    polled = {size: collections.defaultdict(dict) for size in ("50", "200", "1000")}
    for row in read(RECORD / "polls.csv"):
        polled[row["polled"]][row["question"], row["attribute"]][row["answer"]] = int(row["people"])
    every = [{"context": key[:2], "x": key[2], "label": key[3]} for key in people]
    whole = marginals(every, list(people.values()))
    truth = {
        (*row["context"], row["x"], row["label"]): (whole[0][i], whole[1][i]) for i, row in enumerate(every)
    }
    models = collections.defaultdict(list)
    for row in read(REPLIES / "opinionqa-models.csv.gz"):
        models[row["model"], row["way"]].append(row)
    tables = {
        name: read(RECORD / f"tables/record-{name}.csv")
        for name in ("base-rates", "pmi", "conditional", "ways", "differences", "attributes", "zeros")
    }
    spoken = {}
    for (model, way), asked in models.items():
        who = (NAMES[model], WAYS.get(way, way))
        # An empty reply says nothing of its x, and an empty base rate nothing of its context.
        x_names, context_names = ("question", "attribute", "group"), ("question", "attribute")
        by_x, by_question = totals(asked, "mass", *x_names), totals(asked, "base_rate", *context_names)
        said = [row for row in asked if by_x[tuple(row[name] for name in x_names)] > 0]
        unstated = {context for context, total in by_question.items() if total == 0}
        rows = [
            {
                "context": (row["question"], row["attribute"]),
                "x": row["group"],
                "label": row["answer"],
                "attribute": row["attribute"],
                "position": positions.get((row["question"], row["answer"])),
            }
            for row in said
        ]
        keys = [(*row["context"], row["x"], row["label"]) for row in rows]
        counts = [people[key] for key in keys]
        conditional, marginal = ([truth[key][i] for key in keys] for i in (0, 1))
        actual = [a / b for a, b in zip(conditional, marginal)]
        masses = [exact(row["mass"], way) for row in said]
        own = [
            None if row["context"] in unstated else exact(one["base_rate"], way) for row, one in zip(rows, said)
        ]
        by_context = collections.defaultdict(dict)
        for row, rate in zip(rows, own):
            if rate is not None:
                by_context[row["context"]][row["label"]] = rate
        rates = {"own": own, "counted": marginal}
        for size, draws in polled.items():
            after = posterior(by_context, draws)
            rates[f"counted_{size}"] = [
                None if row["context"] in unstated else Fraction(after[row["context"], row["label"]]) for row in rows
            ]
        rates["implied"] = mean_by(rows, ("context", "label"), masses)
        sizes = [0] * len(rows)
        for group in grouped(rows, "context", "x"):
            for i in group:
                sizes[i] = sum(counts[j] for j in group)
        rates["implied_sized"] = mean_by(rows, ("context", "label"), masses, sizes)

        stated = {name: [i for i, rate in enumerate(rates[name]) if rate is not None] for name in RATES}

        def of_pmi(name, where=None, read_as=lambda p: p or ZERO):
            places = stated[name] if where is None else [i for i in where if rates[name][i] is not None]
            return rho(
                [read_as(masses[i]) / read_as(rates[name][i]) for i in places], [actual[i] for i in places]
            )

        found = {name: of_pmi(name) for name in RATES}
        # Strengths that two searches find agree to so many digits, and ranks of what they make to fewer.
        loose = {name: 5e-4 if name.startswith("counted_") else 1e-9 for name in RATES}
        conditional_rho = rho(masses, conditional)
        for row in tables["base-rates"]:
            if (row["model"], row["way"]) != who:
                continue
            compare("base-rates", f"{who}, P(y|x)", row["conditional"], conditional_rho)
            compare("base-rates", f"{who}, pairs", row["pairs"], len(rows))
            compare("base-rates", f"{who}, unreadable", row["unreadable"], sum(not total for total in by_x.values()))
            compare("base-rates", f"{who}, own pairs", row["own_pairs"], len(stated["own"]))
            compare("base-rates", f"{who}, unstated", row["unstated"], len({question for question, _ in unstated}))
            own_rho = rho([own[i] for i in stated["own"]], [marginal[i] for i in stated["own"]])
            compare("base-rates", f"{who}, P(y)", row["rate"], own_rho)
            for name in RATES:
                compare("base-rates", f"{who}, {name}", row[name], found[name], loose[name])
        for row in tables["pmi"]:
            if (row["model"], row["way"]) != who:
                continue
            name = next(name for name in RATES if TITLES.get(name, name) == row["base_rate"])
            place = f"{who}, {name}"
            at = stated[name]
            here, said_rates = [rows[i] for i in at], [rates[name][i] for i in at]
            true_rates, true_ratios = [marginal[i] for i in at], [actual[i] for i in at]
            ratios = [(masses[i] or ZERO) / (rates[name][i] or ZERO) for i in at]
            compare("pmi", f"{place}, pairs", row["pairs"], len(at))
            compare("pmi", place, row["rho"], found[name], loose[name])
            compare("pmi", f"{place}, rate", row["rate_rho"], rho(said_rates, true_rates), loose[name])
            inverse = [1 / (q or ZERO) for q in said_rates]
            compare("pmi", f"{place}, blind to x", row["blind_x"], rho(inverse, true_ratios), loose[name])
            logs = [math.log(ratio) for ratio in ratios]
            compare("pmi", f"{place}, blind to y", row["blind_y"], rho(blind_to_y(here, logs), true_ratios), 2e-4)
            seen = list({(rows[i]["context"], rows[i]["label"]): i for i in at}.values())
            alone = [{**rows[i], "x": ""} for i in seen]
            compare(
                "pmi",
                f"{place}, distance",
                row["rate_distance"],
                total_variation(alone, [rates[name][i] for i in seen], [marginal[i] for i in seen]),
                1e-6,
            )
        for row in tables["conditional"]:
            if (row["model"], row["way"]) != who:
                continue
            compare("conditional", f"{who}, rho", row["rho"], conditional_rho)
            compare("conditional", f"{who}, blind to x", row["blind_x"], rho(marginal, conditional))
            means = blind_to_y(rows, masses)
            compare("conditional", f"{who}, blind to y", row["blind_y"], rho(means, conditional), 2e-4)
            compare("conditional", f"{who}, centred", row["centred"], centred_rho(rows, masses, actual), 2e-4)
            distance = total_variation(rows, masses, conditional)
            compare("conditional", f"{who}, distance", row["distance"], distance)
            divergence = jensen_shannon(rows, masses, conditional)
            compare("conditional", f"{who}, divergence", row["divergence"], divergence, 1e-6)
            compare("conditional", f"{who}, people", row["people"], worth(rows, masses, counts), 1e-6)
        for row in tables["differences"]:
            if (row["model"], row["way"]) != who:
                continue
            first, second = (
                next(name for name in RATES if TITLES.get(name, name) == row[side]) for side in ("first", "second")
            )
            both = [i for i in stated[first] if rates[second][i] is not None]
            difference = of_pmi(first, both) - of_pmi(second, both)
            compare("differences", f"{who}, {first} less {second}", row["difference"], difference, 1e-3)
            compare("differences", f"{who}, {first} less {second}, pairs", row["pairs"], len(both))
        for row in tables["attributes"]:
            if (row["model"], row["way"]) != who:
                continue
            where = [i for i, one in enumerate(rows) if one["attribute"] == row["attribute"]]
            place = f"{who}, {row['attribute']}"
            own_rho = rho([masses[i] for i in where], [conditional[i] for i in where])
            compare("attributes", f"{place}, P(y|x)", row["conditional"], own_rho)
            for name in ("own", "counted", "implied", "implied_sized"):
                compare("attributes", f"{place}, {name}", row[name], of_pmi(name, where))
        main = ("own", "counted", "implied", "implied_sized")
        kept = [i for i in range(len(rows)) if masses[i] > 0 and all(rates[name][i] or 0 for name in main)]
        for row in tables["zeros"]:
            if (row["model"], row["way"]) != who:
                continue
            name = next(name for name in RATES if TITLES.get(name, name) == row["base_rate"])
            place = f"{who}, {name}"
            compare("zeros", f"{place}, zeros", row["zeros"], sum(mass == 0 for mass in masses))
            both_zero = sum(mass == 0 and rate == 0 for mass, rate in zip(masses, rates[name]))
            compare("zeros", f"{place}, both", row["both"], both_zero)
            compare("zeros", f"{place}, clamped", row["clamped"], found[name])
            compare("zeros", f"{place}, left out", row["left_out"], of_pmi(name, kept))
            for column, least in (("floored", ZERO), ("thousandth", ZERO * 1000), ("hundredth", ZERO * 10000)):
                compare("zeros", f"{place}, {column}", row[column], of_pmi(name, None, lambda p: max(p, least)))
        spoken[who] = {key: (mass, truth[key][0]) for key, mass in zip(keys, masses)}
    compare_ways(tables["ways"], spoken)


def nouns():
    models = collections.defaultdict(list)
    for row in read(REPLIES / "nouns.csv.gz"):
        models[row["model"]].append(row)
    table = {row["model"]: row for row in read(RECORD / "tables/record-nouns.csv")}
    for model, asked in models.items():
        given = totals(asked, "samples", "noun")
        said = [row for row in asked if given[row["noun"],] > 0]
        rows = [{"context": "", "x": row["noun"], "label": row["gender"]} for row in said]
        counts = [int(row["people"]) for row in said]
        masses = [Fraction(int(row["samples"]), int(row["of"])) for row in said]
        every = [{"context": "", "x": row["noun"], "label": row["gender"]} for row in asked]
        whole = marginals(every, [int(row["people"]) for row in asked])
        conditional, marginal = ([column[i] for i, row in enumerate(asked) if row in said] for column in whole[:2])
        implied = mean_by(rows, ("context", "label"), masses)
        kept = [i for i, count in enumerate(counts) if count > 0]
        truth = [conditional[i] / marginal[i] for i in kept]
        row = table[NAMES[model]]
        compare("nouns", f"{model}, unreadable", row["unreadable"], sum(not total for total in given.values()))
        compare("nouns", f"{model}, pairs", row["pairs"], len(kept))
        own = rho([masses[i] for i in kept], [conditional[i] for i in kept])
        compare("nouns", f"{model}, P(y|x)", row["conditional"], own)
        for name, rates in (("counted", marginal), ("implied", implied)):
            found = rho([(masses[i] or ZERO) / (rates[i] or ZERO) for i in kept], truth)
            compare("nouns", f"{model}, {name}", row[name], found)
        centred_own = centred_rho([rows[i] for i in kept], [masses[i] for i in kept], truth)
        compare("nouns", f"{model}, centred", row["centred"], centred_own, 2e-4)
        compare("nouns", f"{model}, distance", row["distance"], total_variation(rows, masses, conditional))
        compare("nouns", f"{model}, divergence", row["divergence"], jensen_shannon(rows, masses, conditional), 1e-6)
        compare("nouns", f"{model}, people", row["people"], worth(rows, masses, counts), 1e-6)


def synthbench():
    models = collections.defaultdict(lambda: collections.defaultdict(list))
    for row in read(REPLIES / "synthbench.csv.gz"):
        models[row["dataset"], row["model"]][row["question"]].append(row)
    table = {(row["survey"], row["model"]): row for row in read(RECORD / "tables/record-synthbench.csv")}
    for (survey, model), questions in models.items():
        scales, people = collections.defaultdict(list), collections.defaultdict(list)
        empty = 0
        for question, said in questions.items():
            scale = tuple(sorted(row["answer"] for row in said))
            for row in said:
                people[scale, row["answer"]].append(Fraction(row["people_share"]))
            if any(float(row["share"]) > 0 for row in said):
                scales[scale].append(question)
            else:
                empty += 1
        rows, masses, shares = [], [], []
        for scale, own in scales.items():
            if len(own) < 2:
                continue
            for question in own:
                for row in questions[question]:
                    samples = int(row["samples"])
                    given = math.floor(float(row["share"]) * samples + 0.5)
                    rows.append({"context": scale, "x": question, "label": row["answer"]})
                    masses.append(Fraction(2 * given + 1, 2 * samples + len(scale)))
                    shares.append(Fraction(row["people_share"]))
        if not rows:
            continue
        marginal = [sum(said) / len(said) for said in (people[row["context"], row["label"]] for row in rows)]
        implied = mean_by(rows, ("context", "label"), masses)
        kept = [i for i, value in enumerate(shares) if value > 0]
        truth = [shares[i] / marginal[i] for i in kept]
        row = table[survey, model.removeprefix("openrouter/")]
        place = f"{survey}, {model}"
        compare("synthbench", f"{place}, unreadable", row["unreadable"], empty)
        compare("synthbench", f"{place}, pairs", row["pairs"], len(kept))
        own = rho([masses[i] for i in kept], [shares[i] for i in kept])
        compare("synthbench", f"{place}, P(y|x)", row["conditional"], own)
        for name, rates in (("counted", marginal), ("implied", implied)):
            found = rho([masses[i] / rates[i] for i in kept], truth)
            compare("synthbench", f"{place}, {name}", row[name], found)


opinionqa()
for name, part in (("nouns", nouns), ("synthbench", synthbench)):
    if (RECORD / f"tables/record-{name}.csv").exists():
        part()
for name, count in compared.items():
    print(f"{name}: {count} compared")
for fault in faults:
    print(f"  {fault}")
sys.exit(1 if faults else 0)
