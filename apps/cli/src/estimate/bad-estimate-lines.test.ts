import { estimate, testBadLines } from "../bad-lines.test.support.ts";

testBadLines([
  // Recorded masses, which need no model.
  ["estimate --recorded", 2, "missing required argument 'file'"],
  [
    "estimate --recorded m.csv --model openai:m",
    2,
    "--model: --recorded reads masses from a file and asks nothing",
  ],
  [
    "estimate --recorded m.csv --k 5",
    2,
    "--k: --recorded reads masses from a file and asks nothing; leave one out",
  ],
  [
    "estimate --recorded m.csv --dry-run",
    2,
    "--dry-run: --recorded reads masses from a file and asks nothing",
  ],
  ["estimate --recorded none.csv", 1, "none.csv is not there: give a file of rows"],

  // estimate
  [
    "estimate rows.csv --y response",
    2,
    "--task: say how the prompts are worded: words, chaosnli, goemotions or a YAML file; for rows of your own begin with promptnce start rows.csv",
  ],
  [
    `${estimate} --bom --out r.parquet`,
    2,
    "--bom: is for CSV and TSV, which spreadsheets open, not parquet",
  ],
  [`${estimate} --escape-formulas --out r.jsonl`, 2, "--escape-formulas: is for CSV and TSV"],
  [
    "estimate rows.xls --task words --y response",
    2,
    "rows.xls is a spreadsheet's own file: open it there, take",
  ],
  ["start rows.ods", 2, "rows.ods is a spreadsheet's own file"],
  [
    "estimate rows.csv --task toString --y response",
    2,
    "--task: there is no task toString; name one of words, ",
  ],
  [
    "estimate commas.csv --task words --y response",
    2,
    '--task: the label "x, y" contains the separator that lists of labels use in the prompts of words; say --structured',
  ],
  ["estimate rows.csv --task words", 2, "--y: say which column holds the label"],
  [`${estimate} --x premise=cue,cue`, 2, "--x: the task words has no field premise, only cue"],
  ["estimate class --task words --y response", 1, "class is a folder: give a file of rows"],
  [
    "estimate labels.text --task words --y response",
    2,
    "--format: the name labels.text does not say which format to use",
  ],
  [
    `${estimate} --format xml`,
    2,
    "--format: there is no xml here; say one of csv, tsv, jsonl, parquet",
  ],
  [
    `${estimate} --out-format xml`,
    2,
    "--out-format: there is no xml here; say one of csv, tsv, jsonl, parquet",
  ],
  [`${estimate} --delimiter ab`, 2, "--delimiter: give one character, as ; or"],
  [`${estimate} --k 1`, 2, '--k: give a whole number from 2 to 1000000, not "1"'],
  [`${estimate} --k 1.5`, 2, '--k: give a whole number from 2 to 1000000, not "1.5"'],
  [`${estimate} --k 9`, 2, "--k: 9 is more than the 4 labels there are"],
  [`${estimate} --top 0`, 2, '--top: give a whole number from 1 to 1000000, not "0"'],
  ["estimate one-label.csv --task words --y response", 2, "--y: all rows have the same label"],
  [
    `${estimate} --methods best`,
    2,
    '--methods: there is no method "best": name one of direct-pmi, ',
  ],
  [
    `${estimate} --methods promptnce:empirical`,
    2,
    "--methods: promptnce:empirical needs base rates from people; give their counts with --count",
  ],
  [
    `${estimate} --top 2 --ask pairs`,
    2,
    "--top: it ranks all labels, so it cannot go with --ask pairs",
  ],
  [
    `${estimate} --top 2 --k 2 --methods infonce`,
    2,
    "--methods: infonce divides all mass among the labels of one candidate set",
  ],
  [
    "estimate few.csv --task words --y response",
    2,
    "a grounded base rate shows 4 pairs with distinct inputs, and the rows have 2",
  ],
  [`${estimate} --out rows.csv`, 2, "--out: rows.csv is the file the rows come from"],
  [
    "estimate rows.csv --task t.yaml --y response --out t.yaml --out-format csv",
    2,
    "--out: t.yaml is the file of the task; name another",
  ],
  [
    "estimate rows.csv --task t.yaml --y response --report t.yaml",
    2,
    "--report: t.yaml is the file of the task",
  ],
  [
    `${estimate} --labels labels.txt --out labels.txt --out-format csv`,
    2,
    "--out: labels.txt is the file of the labels",
  ],
  [
    `${estimate} --methods promptnce:counted`,
    2,
    "--methods: promptnce:counted draws base rates towards those of people; give the counts of some with --counts",
  ],
  [`${estimate} --counts labels.txt`, 1, "labels.txt, line 1: there is no column label"],
  [
    "estimate rows.csv --task chaosnli --y response",
    2,
    "--x: the task chaosnli shows premise and hypothesis, but rows.csv has cue",
  ],
  [
    `${estimate} --counts counts.csv --report counts.csv`,
    2,
    "--report: counts.csv is the file of the counts",
  ],
  [
    `${estimate} --methods promptnce:counted --counts counts.csv`,
    2,
    "--counts: none of its 1 labels is a label of the rows, such as",
  ],
  [
    `${estimate} --labels labels.txt --report labels.txt`,
    2,
    "--report: labels.txt is the file of the labels",
  ],
  [`${estimate} --store rows.csv`, 2, "--store: rows.csv is the file the rows come from"],
  [`${estimate} --out o/s.csv --store o/s.csv`, 2, "--store: o/s.csv is where the results go"],
  [
    `${estimate} --out rows.csv/r.csv`,
    1,
    "rows.csv/r.csv cannot be written to (ENOTDIR): allow writing there",
  ],
  [`${estimate} --store rows.csv/replies.jsonl`, 1, "replies.jsonl cannot be opened for writing"],
  [`${estimate} --store class`, 1, "The journal class cannot be opened for writing (EISDIR)"],
  [
    `${estimate} --store labels.txt`,
    1,
    "labels.txt is not a journal of replies: none of its lines is a record (the first is not JSON). Give the journal of a run",
  ],
  [
    `${estimate} --out /dev/full --out-format csv`,
    1,
    "/dev/full cannot be written to (ENOSPC): free some space",
  ],
  [`${estimate} --labels class`, 1, "class is a folder"],
  [
    "estimate - --task words --x cue --y response --counts -",
    2,
    "--counts: standard input already holds the rows; give the counts as a file",
  ],
  ["estimate rows.csv --task class.yaml --y response", 1, "class.yaml is a folder"],
  [`${estimate} --out class`, 2, "--out-format: the name class does not say which format to use"],
]);
