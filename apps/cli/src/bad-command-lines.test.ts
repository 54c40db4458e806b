import { estimate, testBadLines } from "./bad-lines.test.support.ts";

testBadLines([
  // Unknown commands.
  ["nonsense", 2, "unknown command 'nonsense'"],
  ["--nonsense", 2, "unknown option '--nonsense'"],
  ["datasets nonsense", 2, "unknown command 'nonsense'"],
  ["datasets describe", 2, "missing required argument 'name'"],
  ["datasets describe toString", 2, 'there is no dataset "toString"; there are words, cha'],
  ["datasets fetch words --data", 2, "option '--data <folder>' argument missing"],
  ["prompts show words/none", 2, 'there is no prompt "words/none"; "promptnce prompts list'],
  ["completion powershell", 2, "Allowed choices are bash, zsh, fish"],

  // Stores of a team.
  [
    `${estimate} --store postgres://me:hunter2@host/db`,
    2,
    "--store: addresses are shown and recorded, so this one must not contain a password",
  ],
  [
    `${estimate} --store postgres://host:x/db`,
    2,
    "--store: give the address of a database as postgres://",
  ],
  [
    `${estimate} --model openai:m --workers`,
    2,
    "--workers: need a database to share: give --store postgres://user@host/name",
  ],
  [`${estimate} --store postgres://h/d --workers`, 2, "--workers: ask a real model"],
  [
    `${estimate} --model openai:m --store postgres://h/d --batch`,
    2,
    "--batch: keeps its list of batches beside a jour",
  ],
  [
    `${estimate} --model openai:m --store postgres://h/d --workers --rpm 9`,
    2,
    "--rpm: is shared by all workers",
  ],
  ["worker --model openai:m", 2, "--store: give the address of a database as postgres://"],
  ["worker --store postgres://h/d", 2, "--model: name the model that this worker asks"],
  [
    "queue status --store replies.jsonl",
    2,
    "--store: give the address of a database as postgres://",
  ],
  [
    "queue status --store postgres://127.0.0.1:1/none",
    1,
    "The store postgres://127.0.0.1:1/none cannot be used (no server",
  ],
  [
    "replies prune postgres://127.0.0.1:1/d --model m --in-place",
    2,
    "prune: a database that others write to is not pru",
  ],

  // replies
  ["replies stats none.jsonl", 1, "none.jsonl is not there: give the journal of a run"],
  ["replies stats class", 1, "class is a folder: give the journal of a run"],
  ["replies export class --out made.csv", 1, "class is a folder: give the journal of a run"],
  [
    "replies prune class --model m --out made.jsonl",
    1,
    "class is a folder: give the journal of a run",
  ],
  ["replies import made.jsonl class", 1, "class is a folder: give the journal of a run"],
  [
    "replies stats empty.jsonl --stop never",
    2,
    '--stop: give one of end, length, refusal, other, failed, not "never"',
  ],
  ["replies stats empty.jsonl --since yesterday", 2, "--since: give a day such as 2026-01-31"],

  // The other commands.
  ["compare none.csv none.csv", 1, "none.csv is not there"],
  ["compare class class", 2, "does not hold a bench run"],
  [
    "compare rows.csv rows.csv --fail-below x",
    2,
    '--fail-below: give a number from -2 to 2, not "x"',
  ],
  ["infer none.csv", 1, "none.csv is not there"],
  [
    "infer rows.csv",
    1,
    "rows.csv: there is no column label; name the column of people's labels with --label",
  ],
  ["infer rows.numbers", 2, "rows.numbers is a spreadsheet's own file"],
  [
    "infer rows.csv --label response --prediction n",
    1,
    'rows.csv, line 2: response is "dog"; give a number, yes or no, or nothing',
  ],
  ["infer rows.csv --precision 0", 2, '--precision: give a number above 0, not "0"'],
  ["infer rows.csv --next 1.5", 2, '--next: give a whole number from 1 to 1000000, not "1.5"'],
  ["infer rows.csv --above x", 2, '--above: give a number from -1000000 to 1000000, not "x"'],
  ["report class", 2, "class is a folder: give the file of a result"],
  ["task check class", 1, "class is a folder"],
  ["serve-simulated --failures 1.5", 2, '--failures: give a number from 0 to 1, not "1.5"'],
  ["serve-simulated --fault 429=0.1", 2, "unknown option '--fault'"],
  ["serve-simulated --latency 80-20", 2, "the smaller first"],
  ["serve-simulated --rate-limit 0", 2, "The rate limit is 0 a second: give a number above 0"],
  ["serve-simulated --port 99999", 2, '--port: give a whole number from 0 to 65535, not "99999"'],
  ["serve-simulated --port 1.5", 2, '--port: give a whole number from 0 to 65535, not "1.5"'],
  ["serve-simulated --task class", 1, "class is a folder"],
]);
