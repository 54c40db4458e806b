import { testBadLines } from "../bad-lines.test.support.ts";

testBadLines([
  // score and summarise
  ["score", 2, "name the attempts, or see how it looks with --demo"],
  ["score a.csv --demo", 2, "--demo brings its own class"],
  ["score attempts.csv", 2, "--summaries: name a CSV of summaries"],
  ["score --demo --k 27", 2, '--k: give a whole number from 2 to 26, not "27"'],
  ["score --demo --window 0", 2, '--window: give a whole number from 1 to 1000, not "0"'],
  ["score --demo --limit 0", 2, '--limit: give a whole number from 1 to 1000, not "0"'],
  ["score --demo --variant past", 2, '--variant: give one of compression, future, not "past"'],
  ["score nowhere.csv --summaries summaries.csv", 1, "nowhere.csv is not there"],
  ["score attempts.csv --summaries class", 1, "class is a folder"],
  [
    "score attempts.csv --summaries attempts.csv",
    1,
    'attempts.csv, line 1: there is no column "kind"',
  ],
  [
    "score attempts.csv --summaries summaries.csv --window 99",
    1,
    "No student has 99 different attempts",
  ],
  [
    "score attempts.csv --summaries summaries.csv --k 20",
    1,
    "There is nothing to compare for compression: all attempts",
  ],
  [
    "score attempts.csv --summaries summaries.csv --summaries summaries.csv",
    1,
    'has a summary of kind "expert" already',
  ],
  [
    "score attempts.csv --summaries summaries.csv --events Submit",
    1,
    "only a ProgSnap2 folder has events",
  ],
  [
    "score --demo --out summaries.csv",
    1,
    "summaries.csv/manifest.json cannot be written to (ENOTDIR): allow writing there",
  ],
  ["score --demo --out /proc/none/q", 1, "/proc/none/q/manifest.json cannot be written to"],
  ["score --demo --out /proc/none", 1, "/proc/none/manifest.json cannot be written to"],
  ["summarise attempts.csv --out /proc/none/q.csv", 1, "/proc/none/q.csv cannot be written to"],
  ["summarise -", 2, "summarise reads and writes files and cannot use -: name the attempts"],
  ["summarise attempts.csv --out -", 2, "and cannot use -: name one with --out"],
  ['summarise attempts.csv --kind " "', 2, "--kind: nothing is given"],
  [
    "summarise attempts.csv --window 1.5",
    2,
    '--window: give a whole number from 1 to 1000, not "1.5"',
  ],
  ["summarise", 2, "missing required argument 'attempts'"],
  ["summarise summaries.csv --out made.csv", 1, 'summaries.csv, line 1: there is no column "task"'],
]);
