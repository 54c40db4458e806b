#!/usr/bin/env python3
"""Checks a run in another language: from the replies and counts that it left to the numbers of its tables.

    python -m pip install numpy scipy scikit-learn        (Python 3.9 or later)
    python recompute.py out

It shares nothing with the program that wrote the folder. It prints a line for each part, a line for each number that it
does not agree with, and what it did not recompute. Exit code 1 says that something disagrees. The parts:

- counts: in pairs.csv P(y|x), P(y) and PMI from the counts of people or the made-up world; in labels.csv the same P(y);
- replies: the conditional, the marginal and the mass of OTHER of each row of estimates.csv from the reply that it was read
  from, and its PMI from these terms. A prompt is found by the input, label and candidates that stand in it;
- tables: Spearman's rho, what it is beyond x and y alone, calibration slopes, R, win rates and numbers of rows, from
  estimates.csv and pairs.csv;
- files: that every file of the manifest is there, that each number in .md and on the page is the one in .csv, rounded and
  with the same mark, and that the drawings say what their files do, in figures/.

Numbers agree within 1e-12, or that share of a number above 1, and within 1e-8 where levels were fitted. Standard errors,
intervals and whatever else is resampled are left to the tests of the program. Of marks it checks which rows may have one,
and that they stand in the same rows everywhere.
"""
import argparse, csv, html, json, math, re, sys
from collections import Counter, defaultdict
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import lsqr
from scipy.stats import linregress, spearmanr

EXACT = 1e-12
FITTED = 1e-8
ZERO = 1e-6  # what a reported zero is inside a logarithm
csv.field_size_limit(10**9)


def number(text):
    return math.nan if text in ("", None) else float(re.sub("^over ", "", text))


def column(rows, name):
    return np.array([number(row[name]) for row in rows])


def read(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


class Fitted(float):
    """What was made of a fit that ends when little is left to gain."""


def agrees(shown, made):
    """Whether the text of a number, or the number itself, is what we made."""
    shown = number(shown) if isinstance(shown, str) else shown
    if math.isnan(shown) or math.isnan(made):
        return math.isnan(shown) and math.isnan(made)
    return abs(shown - made) <= (FITTED if isinstance(made, Fitted) else EXACT) * max(1, abs(made))


def grouped(key, items):
    groups = defaultdict(list)
    for item in items:
        groups[key(item)].append(item)
    return groups


class Findings:
    """What disagrees, what was not recomputed, and how many numbers were compared, by part."""

    def __init__(self):
        self.faults, self.left, self.compared = [], [], Counter()

    def compare(self, part, where, shown, made):
        self.compared[part] += 1
        same = shown == made if isinstance(made, str) else agrees(shown, made)
        if not same:
            self.faults.append(f"{part}: {where} is {shown or 'nothing'}, and we make it {made}")

    def fault(self, part, text):
        self.faults.append(f"{part}: {text}")


def label_key(context, label):
    return json.dumps([context, label])


class Run:
    """What a run left, but for its replies and tables."""

    def __init__(self, out):
        self.out = out
        self.manifest = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
        self.estimates = read(out / "estimates.csv")
        self.pairs = grouped(lambda row: row["dataset"], read(out / "pairs.csv"))
        self.labels = grouped(lambda row: row["dataset"], read(out / "labels.csv"))
        # A column of contexts is there only where a dataset has several: labels and base rates are those of each.
        context_of = lambda row: row.get("context", "")
        self.contexts = {(row["dataset"], row["id"]): context_of(row) for rows in self.pairs.values() for row in rows}
        self.in_context = {dataset: grouped(context_of, rows) for dataset, rows in self.labels.items()}
        # In how many orders options were put, where the next token answers or a model decides; 0 where
        # replies are written.
        is_of_options = self.manifest["run"].get("readFrom") in ("tokens", "decisions")
        self.rotations = self.manifest["run"].get("rotations", 1) if is_of_options else 0
        self.candidates, self.levels, self.sizes = {}, {}, {}
        for row in read(out / "candidates.csv"):
            self.candidates[row["dataset"], row["list"], row["id"], row["k"]] = json.loads(row["candidates"])
        key = lambda row: (row["provider"], row["model"], row["dataset"], row["method"], row["list"])
        self.by_method = grouped(key, self.estimates)
        asked = list(dict.fromkeys(key(row)[:2] for row in self.estimates))
        names = [model for _, model in asked]
        self.models = {(f"{p}:{m}" if names.count(m) > 1 else m): (p, m) for p, m in asked}

    def suffix(self, label, before="_"):
        """Behind the names of a model's columns: nothing of an only model."""
        return f"{before}{label}" if len(self.models) > 1 else ""

    def k(self, dataset):
        """The size of the run's candidate sets, which tables without a column of it are about."""
        return str(min(self.manifest["run"]["k"], self.label_count(dataset)))

    def label_count(self, dataset):
        """How many labels there are, of contexts in the one with the most."""
        return max(map(len, self.in_context[dataset].values()))

    def label_of(self, row):
        """The label of a pair with its context, since a base rate is of both."""
        return label_key(self.contexts.get((row["dataset"], row.get("id") or row["pair"]), ""), row["y"])

    def cell_of(self, row):
        """The label of a pair with its context, and how many labels its x has in the whole dataset."""
        if row["dataset"] not in self.sizes:
            self.sizes[row["dataset"]] = Counter(map(x_of, self.pairs[row["dataset"]]))
        return json.dumps([self.label_of(row), self.sizes[row["dataset"]][x_of(row)]])

    def levels_of(self, dataset, truth):
        """By pair what x alone and its cell alone say of its PMI or ln P(y|x), over the whole dataset."""
        if (dataset, truth) not in self.levels:
            pairs = self.pairs[dataset]
            x, y = codes(map(x_of, pairs)), codes(map(self.cell_of, pairs))
            values = column(pairs, truth) if truth == "pmi" else np.log(column(pairs, truth))
            self.levels[dataset, truth] = dict(zip([pair["id"] for pair in pairs], zip(*levels(values, x, y))))
        return self.levels[dataset, truth]

    def rows(self, label, dataset, method, k=None, pairs="evaluation", sample="0"):
        """The rows of estimates.csv that a row of a table is about, in their order."""
        rows = self.by_method[(*self.models[label], dataset, method, pairs)]
        return [row for row in rows if row["sample"] == sample and (k is None or self.size_in(row, k) == row["k"])]

    def size_in(self, row, k):
        """The size of a set of K candidates in the context of a row, which may have fewer labels."""
        context = self.contexts.get((row["dataset"], row["pair"]), "")
        return str(min(int(k), len(self.in_context[row["dataset"]][context]))) if context else k


# Counts


def check_counts(run, findings):
    for dataset, pairs in run.pairs.items():
        base = {label_key(row.get("context", ""), row["label"]): number(row["marginal"]) for row in run.labels[dataset]}
        for pair in pairs:
            where = f"{dataset}, {pair['id']}"
            if pair["responses"]:
                made = int(pair["responses"]) / int(pair["raters"])
                findings.compare("counts", f"P(y|x) of {where}", pair["conditional"], made)
            findings.compare("counts", f"P(y) of {where}", pair["marginal"], base.get(run.label_of(pair), math.nan))
            conditional = number(pair["conditional"])
            made = math.log(conditional / number(pair["marginal"])) if conditional > 0 else math.nan
            findings.compare("counts", f"PMI of {where}", pair["pmi"], made)
        by_context = grouped(lambda pair: pair.get("context", ""), pairs)
        for context, rows in run.in_context[dataset].items():
            check_base_rates(dataset, by_context[context], {row["label"]: row for row in rows}, findings)
    truth = {(dataset, pair["id"]): pair for dataset, pairs in run.pairs.items() for pair in pairs}
    for row in run.estimates:
        pair = truth.get((row["dataset"], row["pair"]))
        for name in ("conditional", "marginal", "pmi") if pair else ():
            findings.compare("counts", f"{name} of {place(row)}", row[name], number(pair[name]))


def check_base_rates(dataset, pairs, labels, findings):
    """P(y) from P(y|x): of a world the mean over its inputs, of people their answers over all who were asked."""
    items = grouped(lambda pair: pair["id"][: -len(pair["y"])], pairs)
    mass, answers = Counter(), Counter()
    elsewhere = {label: number(row["elsewhere"]) for label, row in labels.items()}
    for pair in pairs:
        mass[pair["y"]] += number(pair["conditional"]) - elsewhere[pair["y"]]
        answers[pair["y"]] += int(pair["responses"] or 0)
    if not pairs[0]["responses"]:
        made = {label: rate + mass[label] / len(items) for label, rate in elsewhere.items()}
    elif dataset == "goemotions":
        return  # Its base rates are of all comments, and pairs.csv has those that enough raters read.
    else:
        asked = sum(int(own[0]["raters"]) for own in items.values())
        made = {label: answers[label] / asked for label in labels}
    for label, row in labels.items():
        findings.compare("counts", f"P(y) of {dataset}, {label}, in labels.csv", row["marginal"], made[label])


# Replies

KINDS = {
    "promptnce": "open",
    "infonce": "closed",
    "marginalnce": "closed",
    "direct-split": "conditional",
    "direct-pmi": "pmi",
    "gem": "likelihood",
}
MARGINALS = {"": "grounded", "grounded": "grounded", "ungrounded": "marginal"}
# What each task's prompts say of the input, in the words of the paper; the last is the one that is asked about.
INPUTS = {
    "words": r"^CUE: (.*)$",
    "chaosnli": r"^PREMISE: (.*)\nHYPOTHESIS: (.*)$",
    "goemotions": r"(?s)^COMMENT:\n(.*?)(?=\n\n(?:TARGET|Candidate|Emotion options|Which of these|POSSIBLE ANSWER)|\Z)",
    "programs": r"(?s)^STUDENT SUMMARY:\n(.*?)(?=\n\n(?:Candidate|Program)|\Z)",
}
UNKNOWN = "Not available"  # what GEM puts for each field of the input
YES_OR_NO = ["Yes", "No"]  # the options of a question about one label where a token answers
NONE = "none of these"  # the option that is OTHER where a token answers
OTHERS = re.compile(r"some \w+ that is NOT among the other options\.$")  # what that option says to a model that decides
NO_MASS = -100  # a log-probability of no mass


def place(row):
    sample = "" if row["sample"] == "0" else f", sample {row['sample']}"
    return f"{row['dataset']}, {row['method']}, K = {row['k']}, {row['pair']}{sample}"


def task_of(dataset):
    return {"class": "programs"}.get(dataset.replace("synthetic-", ""), dataset.replace("synthetic-", ""))


def squeezed(text):
    return " ".join(text.split())


def spelled(value):
    """A number, also one between quotation marks."""
    try:
        return float(value) if isinstance(value, (int, float, str)) and not isinstance(value, bool) else math.nan
    except ValueError:
        return math.nan


DECODER = json.JSONDecoder()
WHOLE = re.compile(r'"(\w+)"\s*:\s*(-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)\s*,')
REST = None  # no label is


class Reply:
    """What was asked, as its prompt says it, and the text of the answer."""

    def __init__(self, record):
        decision = record.get("decision", {})
        instructions = decision.get("instructions")
        self.prompt = record["prompt"] + (f"\n\n{instructions}" if instructions else "")
        self.text = record["reply"]["text"]
        self.task, _, kind = record["template"]["id"].partition("/")
        self.kind, _, self.mode = kind.partition(".")
        self.of = record["provider"], record["model"], (record["settings"].get("data") or {}).get("name", "")
        self.sample = str(record["sample"])
        found = re.findall(INPUTS.get(self.task, r"(?!)"), record["prompt"], re.M)
        said = found[-1] if found else ""
        self.x = squeezed(said if isinstance(said, str) else " / ".join(said))
        target = re.findall(r"^(?:TARGET[A-Z ]*|POSSIBLE ANSWER): (.*)$", self.prompt, re.M)
        self.y = record["continuation"]["text"] if "continuation" in record else target[-1] if target else ""
        # What stands before the question: one question may be asked beside several lists of examples.
        before = r"\A.*?(?=^POSSIBLE ANSWER)" if self.mode == "tokens" else r"^Here are.*?(?=^TARGET[A-Z ]*:)"
        self.examples = "\n".join(re.findall(before, self.prompt, re.M | re.S))
        # The options of a token or a decision, and what each says.
        self.options = record.get("options", [option["id"] for option in decision.get("options", [])])
        self.says = self.options
        if decision:
            said = [option["description"] for option in decision.get("options", [])]
            self.says = [NONE if OTHERS.search(text) else text for text in said] or YES_OR_NO
        elif self.kind in ("open", "closed"):
            self.says = re.findall(r"^[A-Z]\. (.*)$", self.prompt, re.M)
        self.shots = len(re.findall(r"^Example \d+:", self.prompt, re.M))

    def shows(self, candidates):
        """Whether these are the candidates of its prompt, in their order."""
        as_list = "\n".join(f"- {one}" for one in candidates)
        lines = re.findall(r"(?:^- .*\n?)+|^.*, .*$", self.prompt, re.M)
        return any(line.strip() in (as_list, ", ".join(candidates)) for line in lines)

    def json(self):
        """The last object in its text, of one that was cut short the numbers that are whole; empty where there is none."""
        found, at = {}, self.text.find("{")
        while at >= 0:
            try:
                found, length = DECODER.raw_decode(self.text[at:])
                at = self.text.find("{", at + length)
            except ValueError:
                at = self.text.find("{", at + 1)
        return found or {key: float(value) for key, value in WHOLE.findall(self.text)}

    def numbers(self):
        """By key, in capitals, what is a number or spells one."""
        said = ((key.upper(), spelled(value)) for key, value in self.json().items())
        return {key: value for key, value in said if not math.isnan(value)}

    def number(self):
        """The one number that was asked for."""
        said = self.numbers()
        return next((said[key] for key in ("P_APPLY", "P_BASE", "PMI_LN") if key in said), math.nan)

    def masses(self, candidates):
        """
        What was said of the candidates and, in an open question, of all else, which is OTHER, or UNLISTED where a candidate
        is called OTHER: here it is REST. It is made to sum to 1, but
        for a larger sum over labels of which a rater may choose several.
        """
        said, is_open = self.numbers(), self.kind.startswith("open")
        names = [chr(65 + at) for at in range(len(candidates))] if self.task == "programs" else candidates
        masses = {candidate: said.pop(name.upper(), math.nan) for candidate, name in zip(candidates, names)}
        other = "UNLISTED" if "OTHER" in (name.upper() for name in names) else "OTHER"
        masses |= {REST: sum(said.values()) if other in said else math.nan} if is_open else {}
        total = sum(masses.values())
        if is_open and self.task == "goemotions" and total > 1:
            return masses
        return {name: mass / total for name, mass in masses.items()} if total > 0 else {}

    def option_masses(self):
        """
        What the next token's distribution gives each option, with a sum of one: letters in their case, words in any. An
        option that a list of the likeliest tokens lacks gets the most that the list leaves.
        """
        logs = {}
        for token in self.json().get("tokens", []):
            key = token["text"], token.get("id")
            logs[key] = max(token["logprob"], logs.get(key, -math.inf))
        folded = lambda text: text if len(text) == 1 else text.lower()
        given = {option: [] for option in map(folded, self.options)}
        for (text, _), log in logs.items():
            given.get(folded(re.sub("^[▁Ġ]", "", text).strip()), []).append(math.exp(log))
        listed = [math.exp(log) for log in logs.values() if log > NO_MASS]
        missing = sum(not found for found in given.values())
        bound = min(min(listed), max(0, 1 - sum(listed)) / missing) if missing else 0
        masses = [sum(found) if found else bound for found in given.values()]
        return {said: mass / sum(masses) for said, mass in zip(self.says, masses)}

    def decided_masses(self):
        """What a decision gives each option, with a sum of one; 0 is half a unit of the last digit, of two at least."""
        said = self.json()
        if "probability" in said:
            decided = said["probability"] or self.half_unit()
            return dict(zip(YES_OR_NO, (decided, 1 - decided)))
        by_id = {one["id"]: one["probability"] for one in said.get("probabilities", [])}
        masses = [by_id.get(option, math.nan) or self.half_unit() for option in self.options]
        return {name: mass / sum(masses) for name, mass in zip(self.says, masses)}

    def half_unit(self):
        digits = re.findall(r'"probability":\d+(?:\.(\d+))?(?:e-(\d+))?', self.text)
        return 0.5 * 10.0 ** -max(2, *(len(decimals) + int(exponent or 0) for decimals, exponent in digits))

    def log_likelihood(self):
        return sum(token["logprob"] for token in self.json().get("tokens", []))


def read_replies(path):
    """The last reply to each request, by whom and what it is about."""
    last = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            record = json.loads(line)
            if record["kind"] == "reply" and record.get("template") and record["prompt"]:
                last[record["key"]] = record
    return grouped(lambda reply: (reply.task, reply.kind, reply.sample, reply.x, reply.y), map(Reply, last.values()))


def mean_of_orders(run, replies, options):
    """What tokens or decisions give each option, as the mean over the orders in which the options were put."""
    masses_of = {"tokens": Reply.option_masses, "decisions": Reply.decided_masses}
    readable = [reply for reply in replies if reply.mode in masses_of]
    # A statement is put to a model that decides as it is, without options that could turn.
    is_turned = options is not YES_OR_NO or any(reply.mode == "tokens" for reply in readable)
    turns = range(min(run.rotations, len(options))) if is_turned else [0]
    orders = [options[turn:] + options[:turn] for turn in turns]
    found = [next((masses_of[reply.mode](reply) for reply in readable if reply.says == order), {}) for order in orders]
    return {name: sum(masses.get(name, math.nan) for masses in found) / len(found) for name in options if found}


class Reader:
    """The replies behind a row of estimates.csv: several where another dataset or model was asked the same."""

    def __init__(self, replies):
        self.replies = replies
        self.sets = {}

    def of(self, row, kind, x=None, y=None):
        key = task_of(row["dataset"]), kind, row["sample"], squeezed(row["x"]) if x is None else x, row["y"] if y is None else y
        asked = (row["provider"], row["model"])
        return [
            reply
            for reply in self.replies.get(key, [])
            if reply.of[:2] == asked and reply.of[2] in ("", row["dataset"])
        ]

    def conditional(self, run, row, kind):
        """P(y|x), and of an open question the mass of OTHER; nothing where there is no such reply."""
        if run.rotations:
            return self.by_options(run, row, kind)
        if not kind.startswith(("open", "closed")):
            shots = re.search(r"/(\d+)-shot", row["method"])
            replies = [reply for reply in self.of(row, kind) if not shots or reply.shots == int(shots[1])]
            return [(reply.number(), math.nan) for reply in replies]
        shown = run.candidates.get((row["dataset"], row["list"], row["pair"], row["k"]))
        found = []
        for reply in self.of(row, kind, y=""):
            candidates = self.programs_in(reply) if shown is None else shown
            if row["y"] in candidates and (shown is None or reply.shows(candidates)):
                masses = reply.masses(candidates)
                found.append((masses.get(row["y"], math.nan), masses.get(REST, math.nan)))
        return found

    def by_options(self, run, row, kind):
        """The same where a token answers or a model decides: the mean over the orders in which the options were put."""
        shown = run.candidates.get((row["dataset"], row["list"], row["pair"], row["k"]))
        is_of_set = kind in ("open", "closed")
        options = [*shown, *([NONE] if kind == "open" else [])] if is_of_set else YES_OR_NO
        mean = mean_of_orders(run, self.of(row, kind, y="" if is_of_set else None), options)
        return [(mean.get(row["y"] if is_of_set else "Yes", math.nan), mean.get(NONE, math.nan))]

    def programs_in(self, reply):
        """The candidates of a question about programs, whose sets candidates.csv leaves out."""
        if reply not in self.sets:
            self.sets[reply] = re.findall(r"^```\n(.*?)\n```$", reply.prompt, re.M | re.S)
        return self.sets[reply]


def check_replies(run, path, findings):
    if not path.exists():
        findings.fault("replies", f"{path} is missing: name the run's store by --replies, exported to a file")
        return
    replies = read_replies(path)
    if not replies:
        findings.left.append("replies, which are kept without the prompts that say what they answer")
        return
    reader = Reader(replies)
    left = Counter()
    # Each seed of --seeds has its own examples beside base rates.
    seed_of = lambda row: row["list"].partition(", ")[2]
    key_of = lambda row: (row["provider"], row["model"], row["dataset"], row["method"], seed_of(row))
    for key, rows in grouped(key_of, run.estimates).items():
        answered = [row for row in rows if row["status"] == "ok"]
        method, _, marginal = key[3].partition(":")
        name, _, drawn = method.partition("/")
        if name == "baseline":
            marginal, _, drawn = marginal.partition("/")
        elif name == "infonce":
            marginal = marginal or "none"
        if name not in KINDS and name != "baseline":
            left[f"replies of {name}"] += len(answered)
            continue
        if name == "gem":
            check_likelihoods(reader, answered, marginal, findings)
            continue
        if name == "direct-pmi":
            check_direct(reader, answered, findings)
            continue
        if name != "baseline":
            kind = KINDS[name] + wording_of(drawn)
            check_conditionals(run, reader, answered, kind, findings)
        if marginal in MARGINALS:
            check_marginals(run, reader, answered, MARGINALS[marginal], findings)
        elif marginal == "empirical":
            for row in answered:
                findings.compare("replies", f"est_marginal of {place(row)}", row["est_marginal"], number(row["marginal"]))
        elif marginal != "none":
            left[f"marginals {marginal.split('/')[0]}"] += len(answered)
        check_pmi(answered, findings)
    findings.left += [f"{what} ({count} rows)" for what, count in left.items()]


def wording_of(drawn):
    """What an intervention's template is called behind `conditional`: /3-shot and /8-shot differ in their examples. Where
    /1-response is behind a method, it is the examples of its base rate that differ."""
    if drawn == "" or drawn.endswith("-response"):
        return ""
    return "/few-shot" if drawn.endswith("-shot") else f"/{drawn}"


def nearest(found, shown):
    """Of the numbers that replies give the one that is shown, else any; NaN where no reply is there."""
    return next((made for made in found if agrees(shown, made)), found[0] if found else math.nan)


def check_conditionals(run, reader, rows, kind, findings):
    for row in rows:
        found = reader.conditional(run, row, kind)
        made = nearest([conditional for conditional, _ in found], row["est_conditional"])
        findings.compare("replies", f"est_conditional of {place(row)}", row["est_conditional"], made)
        if kind.startswith("open"):
            other = nearest([mass for _, mass in found], row["est_other"])
            findings.compare("replies", f"est_other of {place(row)}", row["est_other"], other)


def check_marginals(run, reader, rows, kind, findings):
    """A base rate is asked about beside examples, which are the same for all rows of a method."""
    by_examples = defaultdict(dict)
    for row in rows:
        for examples, replies in grouped(lambda reply: reply.examples, reader.of(row, kind, x="")).items():
            mean = mean_of_orders(run, replies, YES_OR_NO)
            by_examples[examples][row["y"]] = mean["Yes"] if run.rotations else replies[-1].number()
    fitting = lambda said: sum(agrees(row["est_marginal"], said.get(row["y"], math.nan)) for row in rows)
    said = max(by_examples.values(), key=fitting, default={})
    for row in rows:
        made = said.get(row["y"], math.nan)
        findings.compare("replies", f"est_marginal of {place(row)}", row["est_marginal"], made)


def check_likelihoods(reader, rows, marginal, findings):
    """GEM: log-probabilities of the label behind the input, and behind fields that say nothing."""
    for row in rows:
        nothing = " / ".join(UNKNOWN for _ in range(INPUTS[task_of(row["dataset"])].count("(.*")))
        terms = {"est_log_conditional": None} | ({} if marginal == "none" else {"est_log_marginal": nothing})
        for name, x in terms.items():
            found = [reply.log_likelihood() for reply in reader.of(row, "likelihood", x=x)]
            findings.compare("replies", f"{name} of {place(row)}", row[name], nearest(found, row[name]))
        said = [number(row[name]) for name in terms]
        made = said[0] - said[1] if len(said) > 1 else said[0]
        findings.compare("replies", f"est_pmi of {place(row)}", row["est_pmi"], made)


def check_direct(reader, rows, findings):
    for row in rows:
        made = nearest([reply.number() for reply in reader.of(row, "pmi")], row["est_pmi"])
        findings.compare("replies", f"est_pmi of {place(row)}", row["est_pmi"], made)


def check_pmi(rows, findings):
    """PMI from the terms beside it: the logarithm of the one that is there where the other is not asked about."""
    for row in rows:
        logs = [math.log(number(row[term]) or ZERO) if row[term] else 0 for term in ("est_conditional", "est_marginal")]
        findings.compare("replies", f"est_pmi of {place(row)}", row["est_pmi"], logs[0] - logs[1])


# Tables: each is made of the run and of its rows, of which those columns are read that say what a row is about.


def spearman(x, y):
    x, y = x[~np.isnan(x)], y[~np.isnan(x)]
    return math.nan if len(set(x)) < 2 or len(set(y)) < 2 else float(spearmanr(x, y)[0])


def tied(values):
    """Numbers that we computed ourselves tie where they agree to 12 digits; what is read from a file is as it is."""
    return np.array([float(f"{value:.11e}") for value in values])


def logarithm(probabilities):
    return np.log(np.where(probabilities == 0, ZERO, probabilities))


def scored_of(known, rows):
    flagged = sum(bool(row["flagged"]) for row, is_known in zip(rows, known) if is_known)
    return f"{np.count_nonzero(known)} of {len(known)}" + (f", {flagged} flagged" if flagged else "")


class Line:
    """What a row of a table is about, for one model: estimates and truth of its pairs, or of its labels."""

    def __init__(self, run, label, row, truth):
        self.truth_of = truth
        of = (label, row["dataset"], row["method"], row.get("k") or run.k(row["dataset"]))
        self.rows = run.rows(*of)
        if truth == "marginal":
            self.rows = list({run.label_of(each): each for each in self.rows}.values())
        # Of GEM there is a logarithm alone, and who is blind to x says P(y) of every P(y|x).
        said = "est_pmi" if row["method"].startswith("gem") else f"est_{truth}"
        if row["method"].startswith("baseline") and truth == "conditional":
            said = "est_marginal"
        self.estimates, self.truth = column(self.rows, said), column(self.rows, truth)
        if "isotonic" in row["row"]:
            self.estimates = recalibrated(self.rows, run.rows(*of, "development"), row["row"].split(", ")[-1])

    def beyond_both(self, run):
        """How far estimates go with the truth beyond what x alone and cells alone can say, as logarithms."""
        known = ~np.isnan(self.estimates)
        rows = [row for row, is_known in zip(self.rows, known) if is_known]
        is_log = self.truth_of == "pmi" or rows[0]["method"].startswith("gem")
        said = self.estimates[known] if is_log else logarithm(self.estimates[known])
        truth = self.truth[known] if self.truth_of == "pmi" else np.log(self.truth[known])
        x, y = codes(map(x_of, rows)), codes(map(run.cell_of, rows))
        if both_repeat(x, y):
            left = [column - sum(levels(column, x, y)) for column in (said, truth)]
            grids = [1e-10 * np.max(np.abs(column)) for column in (said, truth)]
            return Fitted(spearman(*(np.round(column / grid) for column, grid in zip(left, grids))))
        known_levels = run.levels_of(rows[0]["dataset"], self.truth_of)
        design = np.column_stack([np.ones(len(rows)), [known_levels[row["pair"]] for row in rows]])
        left = [column - design @ np.linalg.lstsq(design, column, rcond=None)[0] for column in (said, truth)]
        # What rounding leaves of nothing is nothing.
        has = all(np.ptp(column) > 0 and np.var(rest) > 1e-12 * np.var(column) for rest, column in zip(left, (said, truth)))
        return Fitted(np.corrcoef(*left)[0, 1] if has else math.nan)

    def first(self, count):
        self.rows, self.estimates, self.truth = self.rows[:count], self.estimates[:count], self.truth[:count]

    def figures(self, columns, is_of_labels):
        known = ~np.isnan(self.estimates)
        x, y = self.estimates[known], self.truth[known]
        made = {"scored": scored_of(known, [{"flagged": ""}] * len(known) if is_of_labels else self.rows)}
        if "rho" in columns:
            made["rho"] = spearman(self.estimates, self.truth)
        for name, scale in (("slope", np.copy), ("log_slope", logarithm)):
            if name in columns:
                made[name] = float(linregress(scale(x), scale(y))[0]) if len(set(x)) > 1 else math.nan
        return made


def recalibrated(rows, development, which):
    """PMI with that term, or both, mapped as isotonic regression fits them on the development pairs."""
    from sklearn.isotonic import IsotonicRegression  # It takes a second to load.

    terms = []
    for term in ("conditional", "marginal"):
        values, said, truth = column(rows, f"est_{term}"), column(development, f"est_{term}"), column(development, term)
        known = ~np.isnan(values)
        if which in (term, "both"):
            fit = IsotonicRegression(out_of_bounds="clip").fit(said[~np.isnan(said)], truth[~np.isnan(said)])
            values[known] = fit.predict(values[known])
        terms.append(np.where(values == 0, ZERO, values))
    return np.log(tied(terms[0] / terms[1]))


def codes(names):
    """Names as numbers from 0 on."""
    return np.unique(list(names), return_inverse=True)[1]


def x_of(row):
    """The x of a pair, as its id names it."""
    return (row.get("id") or row["pair"])[: -len(row["y"])]


def design_of(x, y):
    """A row a pair, with a one for its x and one for its cell."""
    places = np.column_stack([x, y + np.max(x) + 1]).ravel()
    return csr_array((np.ones(len(places)), places, np.arange(0, len(places) + 1, 2)))


def both_repeat(x, y):
    """Whether a quarter of the pairs or more are left to vary where each x and each cell has a level."""
    pairs = np.unique(np.column_stack([x, y]), axis=0)
    used = design_of(codes(pairs[:, 0]), codes(pairs[:, 1]))
    free = len(pairs) - used.shape[1] + connected_components(used.T @ used, directed=False)[0]
    return free > 0 and 4 * free >= len(pairs)


def levels(values, x, y):
    """What x alone and its cell alone say of them, by least squares; the former is 0 on average where they connect."""
    design = design_of(x, y)
    fitted = lsqr(design, values, atol=1e-15, btol=1e-15, conlim=0, iter_lim=20_000)[0]
    of_x, of_y = fitted[x], fitted[y + np.max(x) + 1]
    part = connected_components(design.T @ design, directed=False)[1][x]
    shift = (np.bincount(part, of_x) / np.maximum(1, np.bincount(part)))[part]
    return of_x - shift, of_y + shift


TRUTHS = {"PMI": "pmi", "P(y|x)": "conditional", "P(y)": "marginal"}


def method_lines(run, table):
    """Any table with a row a method: what its rho is with stands in the head of its .md."""
    named = re.search(r"ρ with (PMI|P\(y\|x\)|P\(y\))", table.markdown.replace("\\", ""))
    truth = TRUTHS[named[1]] if named else "marginal" if "marginal" in table.name else "conditional"
    figures = [{} for _ in table.rows]
    for label in run.models:
        suffix = run.suffix(label)
        columns = [name.removesuffix(suffix) for name in table.columns]
        for at, row in enumerate(table.rows):
            line = Line(run, label, row, truth)
            if table.name == "interventions":
                line.first(80)
            made = line.figures(columns, truth == "marginal")
            if "beyond_both" in columns and row.get("beyond_both" + suffix):
                made["beyond_both"] = line.beyond_both(run)
            figures[at] |= {name + suffix: figure for name, figure in made.items() if name + suffix in table.columns}
    return figures


def of_columns(columns):
    return [dict(zip(columns, figures)) for figures in zip(*columns.values())]


def structure(run, table):
    for row in table.rows:
        pairs = [pair for pair in run.pairs[row["dataset"]] if row["pair_list"] in ("whole dataset", pair["list"])]
        spread = {term: np.var(np.log(column(pairs, term))) for term in ("conditional", "marginal")}
        rho = spearman(-np.log(column(pairs, "marginal")), column(pairs, "pmi"))
        sizes = {"pairs": len(pairs), "labels": run.label_count(row["dataset"])}
        yield {**sizes, "R": spread["marginal"] / spread["conditional"], "rho_marg": rho}


def examples(run, table):
    """The pair that the paper prints, or the one of a world with the highest P(y|x)."""
    for row in table.rows:
        pairs = run.pairs[row["dataset"]]
        if row["dataset"].startswith("synthetic-"):
            pairs = [max((one for one in pairs if one["list"] == "evaluation"), key=lambda one: number(one["conditional"]))]
        absent = {"x": row["x"], "y": row["y"], "conditional": "", "pmi": ""}
        pair = next((one for one in pairs if (one["x"], one["y"]) == (row["x"], row["y"])), absent)
        labels = run.labels[row["dataset"]]
        base = pair.get("marginal") or next(one["marginal"] for one in labels if one["label"] == pair["y"])
        numbers = {name: number(pair[name]) for name in ("conditional", "pmi")}
        yield {"x": pair["x"], "y": pair["y"], **numbers, "marginal": number(base)}


def sweep_other(run, table):
    """K/L, the mass beside the candidates that OTHER was given, and what it should have been given."""
    for row in table.rows:
        dataset, k = row["dataset"], row["k"]
        given = defaultdict(dict)
        for pair in run.pairs[dataset]:
            given[pair["x"]].setdefault(pair["y"], []).append((pair["id"], number(pair["conditional"])))
        items = {x: len({id_[: -len(y)] for y, own in said.items() for id_, _ in own}) for x, said in given.items()}
        elsewhere = {label["label"]: number(label["elsewhere"]) for label in run.labels[dataset]}
        at = {pair["id"]: pair["x"] for pair in run.pairs[dataset]}
        share = lambda x, y: sum(p for _, p in given[x][y]) / items[x] if y in given[x] else elsewhere[y]
        sets = [(at[of[2]], shown) for of, shown in run.candidates.items() if of[:2] == (dataset, "evaluation") and of[3] == k]
        residuals = [max(0, 1 - sum(share(x, y) for y in shown)) for x, shown in sets]
        figures = {"coverage": int(k) / len(elsewhere), "residual": float(np.mean(residuals))}
        for label in run.models:
            masses = column(run.rows(label, dataset, "promptnce", k), "est_other")
            figures["other" + run.suffix(label)] = float(np.nanmean(masses))
        yield figures


def other_advantage(run, table):
    """How much more the set with OTHER has of rho than the closed one, over the pairs that both have."""
    compared = {"P(y|x)": ("promptnce:none", "infonce", "conditional"), "PMI": ("promptnce", "marginalnce", "pmi")}
    for row in table.rows:
        *methods, term = compared[row["measure"].split(":")[0]]
        found = [run.rows(row["model"], row["dataset"], method, row["k"]) for method in methods]
        said = np.array([column(rows, f"est_{term}") for rows in found])
        known, truth = ~np.isnan(said).any(axis=0), column(found[0], term)
        flags = [{"flagged": "".join(each["flagged"] for each in pair)} for pair in zip(*found)]
        first, second = (spearman(each[known], truth[known]) for each in said)
        figures = {"scored": scored_of(known, flags), "coverage": int(row["k"]) / run.label_count(row["dataset"])}
        is_enough = np.count_nonzero(known) >= max(30, 0.8 * len(known))
        yield {**figures, "difference": first - second if is_enough else math.nan}


WAYS = {
    "among options, with OTHER": "promptnce:empirical",
    "among options, closed": "marginalnce:empirical",
    "a statement about y": "direct-split:empirical",
}


def decided(run, table):
    """What a decision model's P(y|x) is beside people's, and its PMI with their P(y)."""
    for row in table.rows:
        rows = run.rows(row["model"], row["dataset"], WAYS[row["way"]])
        said, truth, pmi = (column(rows, name) for name in ("est_conditional", "conditional", "est_pmi"))
        known = ~np.isnan(said)
        figures = {"scored": scored_of(known, rows), "rho_pmi": spearman(pmi[known], column(rows, "pmi")[known])}
        above = truth[known] - said[known]
        figures |= {"rho": spearman(said[known], truth[known]), "slope": np.polyfit(said[known], truth[known], 1)[0]}
        yield {**figures, "low": np.mean(above), "distance": np.mean(np.abs(above))}


def stability(run, table):
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
            made += [spearman(column(runs[0], "marginal"), column(runs[0], "conditional"))]
            columns[f"{dataset}, {label}"] = [*map(float, made), float(np.count_nonzero(kept))]
    return of_columns(columns)


def case_study(run, table):
    for row in table.rows:
        figures = {}
        for label in run.models:
            for variant in ("compression", "future"):
                verdicts = list(judged(run, label, row["method"], variant))
                known, behind = [verdict for verdict in verdicts if verdict is not None], run.suffix(label, ", ")
                figures[variant + behind] = float(np.mean(known)) if known else math.nan
                figures[f"{variant}_scored{behind}"] = f"{len(known)} of {len(verdicts)}"
                for kind, verdict in (("wins", 1), ("ties", 0.5), ("losses", 0)):
                    figures[f"{variant}_{kind}{behind}"] = float(known.count(verdict))
        yield figures


def judged(run, label, method, variant):
    """Of each comparison whether the expert's summary scored above the generic one: 1, 1/2 or 0; None without a score."""
    rows = {row["pair"]: row for row in run.rows(label, "synthetic-class", method, pairs=variant)}
    for comparison in dict.fromkeys(pair.rsplit("/", 1)[0] for pair in rows):
        verdict = None
        for term, least in (("est_conditional", 0), ("est_pmi", 1)):
            a, b = (number(rows[f"{comparison}/{kind}"][term]) for kind in ("expert", "generic"))
            if verdict is None and not math.isnan(a + b):
                verdict = 0.5 if abs(a - b) <= EXACT * max(least, min(abs(a), abs(b))) else float(a > b)
        yield verdict


TABLES = {
    "structure": structure,
    "structure-examples": examples,
    "k-sweep-other": sweep_other,
    "other-advantage": other_advantage,
    "decisions-people": decided,
    "stability": stability,
    "case-study": case_study,
}
GIVEN = re.compile(r"dataset|world|model|k|raters|row|method|measure|pair_list|simulated|paper(?!_worth).*")


class Table:
    def __init__(self, path):
        self.name, self.rows = path.stem, read(path)
        self.columns = list(self.rows[0]) if self.rows else []
        markdown = path.with_suffix(".md")
        self.markdown = markdown.read_text(encoding="utf-8") if markdown.exists() else ""


def check_table(run, table, findings):
    if table.name in TABLES:
        made = list(TABLES[table.name](run, table))
    elif {"dataset", "method", "row"} <= set(table.columns) and any(name.startswith(("rho", "slope")) for name in table.columns):
        made = method_lines(run, table)
    else:
        made = [{} for _ in table.rows]
    for at, (row, figures) in enumerate(zip(table.rows, made)):
        for name, figure in figures.items():
            if name in row:
                findings.compare("tables", f"{table.name}, row {at + 1}, {name}", row[name], figure)
    check_marks(table, findings)
    known = {name for figures in made for name in figures}
    left = [name for name in table.columns if name not in known and not GIVEN.fullmatch(name)]
    if left:
        findings.left.append(f"{table.name} ({', '.join(left)})")


def check_marks(table, findings):
    """What holds of every mark, whatever its resamples: which rows may have one."""
    for name in table.columns:
        if not name.endswith("_mark") or not name.startswith("rho"):
            continue
        of = name.removesuffix("_mark")
        for at, row in enumerate(table.rows):
            if not row[name]:
                continue
            findings.compared["tables"] += 1
            is_above = number(row[of]) >= 1.96 * number(row[f"{of}_se"]) * (1 - FITTED)
            is_shown = row.get(f"uses_both{of.removeprefix('rho')}", "shown") == "shown"
            if not (is_above and is_shown) or row.get("method", "").startswith("baseline"):
                findings.fault("tables", f"{table.name}, row {at + 1}, {of} is marked {row[name]}, and may have no mark")


# Files


class Cell:
    """What a cell shows: words, or numbers as "0.45 ± 0.13", rounded."""

    NUMBER = re.compile(r"(?:≈ |\*\*)?(?:over )?([−-]?[\d,]+(?:\.\d+)?(?:e[−-]?\d+)?)(?: ± ([\d,.]+(?:e[−-]?\d+)?))?(?:\*\*)?")

    def __init__(self, text):
        self.text = html.unescape(text).strip()
        found = self.NUMBER.fullmatch(self.text)
        self.numbers = [part.replace(",", "").replace("−", "-") for part in found.groups() if part] if found else []
        self.mark = "tied" if self.text.startswith("≈ ") else "best" if self.text.startswith("**") else ""

    def shows(self, *values):
        """Whether these are the values, as a CSV has them."""
        values = [value for value in values if value not in ("", None)]
        if not values:
            return self.text in ("–", "")
        if values[0] == "NaN":
            return self.text.strip("*≈ ") == "no value"
        try:
            exact = [number(value) for value in values]
        except ValueError:
            plain = re.sub(r"\\(.)", r"\1", self.text)
            return squeezed(plain) == squeezed(values[0]) or squeezed(self.text) == squeezed(values[0])
        if not self.numbers:
            return self.text == values[0]
        return len(self.numbers) == len(exact) and all(map(is_rounded, self.numbers, exact))


def is_rounded(shown, value):
    mantissa, _, exponent = shown.partition("e")
    decimals = len(mantissa.partition(".")[2])
    unit = 10.0 ** (int(exponent or 0) - decimals)
    return abs(float(shown) - value) <= 0.5 * unit * (1 + 1e-9)


def printed_columns(columns):
    """Of the columns of a CSV those that a table prints, with those of ± that stand in the same cell."""
    inside = {f"{name}_{part}" for name in columns for part in ("se", "mark")} | {"simulated"}
    return [(name, f"{name}_se" if f"{name}_se" in columns else None) for name in columns if name not in inside]


def check_printed(table, what, cells, findings):
    """The rows of a printed table, each a list of cells, beside those of its CSV."""
    columns = printed_columns(table.columns)
    if len(cells) != len(table.rows) or any(len(row) != len(columns) for row in cells):
        findings.fault("files", f"{what} has other rows or columns than {table.name}.csv")
        return
    for at, (row, shown) in enumerate(zip(table.rows, cells)):
        for (name, error), cell in zip(columns, shown):
            findings.compared["files"] += 1
            values = [row[name], row[error]] if error else [row[name]]
            if not cell.shows(*values):
                findings.fault("files", f"{what}, row {at + 1}, {name} is {cell.text}, and {table.name}.csv has {' ± '.join(values)}")
            if cell.mark != row.get(f"{name}_mark", ""):
                findings.fault("files", f"{what}, row {at + 1}, {name} is marked {cell.mark or 'not at all'}, otherwise than in {table.name}.csv")


def markdown_cells(text):
    lines = [line for line in text.splitlines() if line.startswith("|")][2:]
    return [[Cell(cell) for cell in re.split(r"(?<!\\)\|", line.strip()[1:-1])] for line in lines]


class Page(HTMLParser):
    """The tables of results on the page, by name: of each cell its text and the numbers behind it."""

    def __init__(self):
        super().__init__()
        self.tables, self.name, self.cell = {}, None, None
        self.brief = set()  # tables whose other columns stand in their CSV alone

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag == "caption" and (given.get("id") or "").startswith("table-"):
            self.name = given["id"].removeprefix("table-")
            self.tables[self.name] = []
        elif self.name and tag == "tr":
            self.tables[self.name].append([])
        elif self.cell and tag == "strong":
            self.cell[0] += "**"
        elif self.name and tag in ("td", "th"):
            numbers = [given[key] for key in ("data-value", "data-error") if key in given]
            self.cell = ["", numbers]
            self.tables[self.name][-1].append(self.cell)

    def handle_data(self, data):
        if self.cell is not None:
            self.cell[0] += data
        elif found := re.search(r"columns are in tables/([\w-]+)\.csv", data):
            self.brief.add(found[1])

    def handle_endtag(self, tag):
        if tag in ("td", "th"):
            self.cell = None
        elif self.cell and tag == "strong":
            self.cell[0] += "**"
        elif tag == "table":
            self.name = None


def check_page(table, page, findings):
    """The whole table as its CSV; another that crosses methods and datasets by the numbers behind its cells."""
    whole = page.tables.get(f"{table.name}-whole", page.tables.get(table.name))
    if whole is None:
        findings.fault("files", f"report.html has no table {table.name}")
        return
    if table.name not in page.brief:
        # What the paper alone has stands behind the rows of the CSV, without a method in estimates.csv.
        place = [name for name, _ in printed_columns(table.columns)].index("method") if "method" in table.columns else 0
        is_ours = any(not row.get("method", "-") for row in table.rows)
        body = [[Cell(text) for text, _ in row] for row in whole if row and (is_ours or row[place][0].strip() != "–")]
        check_printed(table, f"report.html, table {table.name}", body[len(body) - len(table.rows) :], findings)
    values = {number_of(value) for row in table.rows for value in row.values()}
    marks = defaultdict(set)
    for row in table.rows:
        for name, value in row.items():
            marks[number_of(value)].add(row.get(f"{name}_mark", ""))
    for name in (table.name, f"{table.name}-whole"):
        for row in page.tables.get(name, []):
            for at, (text, numbers) in enumerate(row):
                if not numbers:
                    continue
                findings.compared["files"] += 1
                beside = [number(one[1][0]) for one in row[max(0, at - 2) : at] if one[1]]
                is_difference = len(beside) == 2 and agrees(numbers[0], beside[0] - beside[1])
                is_known = is_difference or all(one == "NaN" or number(one) in values for one in numbers)
                if not (is_known and Cell(text).shows(*numbers)):
                    findings.fault("files", f"report.html, table {name}: {text} stands for {' ± '.join(numbers)}, which is not in {table.name}.csv")
                elif not is_difference and numbers[0] != "NaN" and Cell(text).mark not in marks[number(numbers[0])]:
                    findings.fault("files", f"report.html, table {name}: {text} is marked otherwise than in {table.name}.csv")


SVG, WORDS = (re.compile(rf"<{tags}\b.*?</{tags}>", re.DOTALL) for tags in ("svg", "(?:title|desc|text)"))
# The name of a model may hold what ends a sentence, which is followed by a space.
SAID = re.compile(r"((?:[^;.:]|[;.:](?! ))+): ([−-]?\d+(?:\.\d+)?(?: ± \d+(?:\.\d+)?)?)")


def words_of(svg):
    """The texts of a figure in their order, without the note that its file alone has."""
    words = (html.unescape(re.sub("<[^>]+>", "", found[0])).strip() for found in WORDS.finditer(svg))
    return [text for text in words if not text.startswith("Simulated (")]


def said_in(words):
    """What the description of a figure says, by name: "0.45 ± 0.13"."""
    return {name.strip(): value for name, value in SAID.findall(words[1])} if len(words) > 1 else {}


def check_figure(what, words, whole, bars, findings):
    """A drawing on the page beside the figure's file: the wide one says the same, one panel of it some of the same."""
    said, figures = said_in(words), said_in(whole)
    for name, value in said.items():
        findings.compared["files"] += 1
        if figures.get(name) != value:
            findings.fault("files", f"{what} says {name}: {value}, and its file {figures.get(name, 'nothing')}")
    shown, slopes = Counter(words[2:]), Counter(text for text in words if text.startswith("slope "))
    wanted = Counter(value.split(" ± ")[0] for name, value in said.items() if name in bars)
    findings.compared["files"] += sum(wanted.values()) + sum(slopes.values())
    for text in (wanted - shown) + (slopes - Counter(whole)):
        findings.fault("files", f"{what} shows other figures than its file: {text}")


def check_figures(run, page, findings):
    """The figures on the page beside their files, whose descriptions stand beside their numbers."""
    files, bars = {}, {}
    for path in sorted((run.out / "figures").glob("*.svg")):
        words = words_of(path.read_text(encoding="utf-8"))
        files[words[0]] = words
        rows = read(path.with_suffix(".csv"))
        known = {number_of(value) for row in rows for value in row.values()}
        named = {f"{row['dataset']}, {row['method']}, {row['model']}": (row["rho"], row["standardError"].replace("NaN", "")) for row in rows if "id" in row}
        bars |= named
        for name, value in said_in(words).items():
            findings.compared["files"] += 1
            cell = Cell(value)
            if not (cell.shows(*named[name]) if name in named else any(is_rounded(cell.numbers[0], one) for one in known)):
                findings.fault("files", f"figures/{path.name} says {name}: {value}, which is not in its CSV")
    for figure in re.findall(r"<figure\b.*?</figure>", page, re.DOTALL):
        drawings = [words_of(svg[0]) for svg in SVG.finditer(figure)]
        for at, words in enumerate(drawings):
            what, whole = f"report.html, figure {words[0]}", files.get(words[0], drawings[0])
            if at == 0 and words != whole:
                other = next((a for a, b in zip(words, whole) if a != b), "more or fewer texts")
                findings.fault("files", f"{what} has other texts than its file: {other[:200]}")
            check_figure(what, words, whole, bars, findings)


def number_of(text):
    try:
        return number(text)
    except ValueError:
        return math.nan


def check_files(run, tables, findings):
    for name in run.manifest["files"]:
        findings.compared["files"] += 1
        if not (run.out / name).exists():
            findings.fault("files", f"{name} is missing, and the manifest names it")
    for table in tables:
        if not table.markdown:
            findings.fault("files", f"tables/{table.name}.md is missing")
        else:
            check_printed(table, f"tables/{table.name}.md", markdown_cells(table.markdown), findings)
    report = run.out / "report.html"
    if report.exists():
        text, page = report.read_text(encoding="utf-8"), Page()
        page.feed(text)
        for table in tables:
            check_page(table, page, findings)
        check_figures(run, text, findings)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path, help="the folder that a run was written to")
    parser.add_argument("--replies", type=Path, help="the store of its replies (replies.jsonl in that folder)")
    options = parser.parse_args()
    run, findings = Run(options.out), Findings()
    tables = [Table(path) for path in sorted((options.out / "tables").glob("*.csv"))]
    check_counts(run, findings)
    check_replies(run, options.replies or options.out / "replies.jsonl", findings)
    for table in tables:
        check_table(run, table, findings)
    check_files(run, tables, findings)
    for part in ("counts", "replies", "tables", "files"):
        print(f"{part}: {findings.compared[part]} compared")
    for left in findings.left:
        print(f"not recomputed: {left}")
    for fault in findings.faults:
        print(f"  {fault}")
    print(f"{len(findings.faults)} disagree." if findings.faults else "Everything agrees.")
    sys.exit(1 if findings.faults else 0)


if __name__ == "__main__":
    main()
