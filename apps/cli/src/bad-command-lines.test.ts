import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { newFolder, promptnce } from "./promptnce.test.support.ts";
import { classFiles } from "./score/class-files.test.support.ts";

const estimate = "estimate rows.csv --task words --y response";
const server = "--model openai:m --base-url http://127.0.0.1:9/v1";
const notAddress = "--base-url: give the address of a server, beginning with http:// or https://";
const recorded =
  "--base-url: addresses are recorded, so this one must not contain a user, password or query";

/**
 * The command line, the exit code, and the beginning or a part of the one sentence on standard
 * error.
 */
const lines: readonly (readonly [line: string, code: 1 | 2, sentence: string])[] = [
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

  // The choice of model: one list of options for every command that takes them.
  [
    `${estimate} --provider nobody --model m`,
    2,
    '--provider: give one of simulated, anthropic, openai, llama, ai, decisions, systemone, sglang-decisions, not "nobody"',
  ],
  [
    "doctor --provider other",
    2,
    '--provider: give one of simulated, anthropic, openai, llama, ai, decisions, systemone, sglang-decisions, not "other"',
  ],
  [`${estimate} --provider openai`, 2, "--model: --provider openai needs the name of a model"],
  ["doctor --provider openai", 2, "--model: --provider openai needs the name of a model"],
  [`${estimate} --model m`, 2, "--model: who serves m? Say --provider anthropic or openai"],
  ["score --demo --model x", 2, "--model: who serves x?"],
  ["summarise attempts.csv --model x --out made.csv", 2, "--model: who serves x?"],
  ["doctor --model m", 2, "--model: who serves m?"],
  [
    `${estimate} --provider simulated --model m`,
    2,
    "--model: the simulated respondent is not a model",
  ],
  [`${estimate} --model openai:a,openai:b`, 2, "--model: a run asks one model"],
  ["doctor --model openai:a --model openai:b", 2, "--model: a run asks one model"],
  [`${estimate} --model openai:a,`, 2, "--model: nothing is given"],
  [
    `${estimate} --profile rude`,
    2,
    '--profile: give one of model-like, truthful, clueless, not "rude"',
  ],
  [
    `${estimate} ${server} --scoring guess`,
    2,
    '--scoring: give one of vllm, sglang, llama-server, not "guess"',
  ],
  [
    `${estimate} --model openai:m --scoring vllm`,
    2,
    "--scoring: name the server that scores with --base-url",
  ],
  [`${estimate} --model openai:m --base-url localhost:8000/v1`, 2, notAddress],
  [`${estimate} --model openai:m --base-url http://ada:hunter2@host:99999`, 2, notAddress],
  [`${estimate} --model openai:m --base-url ada:hunter2@host`, 2, notAddress],
  [`${estimate} --model openai:m --base-url http://ada:hunter2@host`, 2, recorded],
  [`${estimate} --model openai:m --base-url http://host/v1?key=hunter2`, 2, recorded],
  ["score --demo --model openai:m --base-url notaurl", 2, notAddress],
  ["doctor --model openai:m --base-url notaurl", 2, notAddress],
  ["doctor --model openai:m --base-url http://ada:hunter2@host", 2, recorded],
  ["doctor --base-url http://host", 2, "--base-url: the simulated respondent has no such option"],
  [
    "doctor --model llama:m.gguf --base-url http://host",
    2,
    "--base-url: a model file in this process takes none",
  ],
  ["doctor --model openai:m --key-env K", 2, "--key-env: is for the server that --base-url names"],
  [
    `${estimate} --model openai:m --key-env K`,
    2,
    "--key-env: is for the server that --base-url names",
  ],
  [
    `${estimate} ${server} --key-env NO_SUCH_KEY --yes`,
    2,
    "--key-env: the environment variable NO_SUCH_KEY is not set",
  ],
  [`${estimate} --model anthropic:m --yes`, 1, "ANTHROPIC_API_KEY"],

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

  // Numbers of the connection and its limits.
  [`${estimate} ${server} --rpm 0`, 2, '--rpm: give a number above 0, not "0"'],
  [`${estimate} ${server} --tpm -5`, 2, '--tpm: give a number above 0, not "-5"'],
  [`${estimate} ${server} --timeout 0`, 2, "--timeout: give a number above 0, and at most 2147483"],
  [
    `${estimate} ${server} --timeout 3000000`,
    2,
    "--timeout: give a number above 0, and at most 2147483",
  ],
  [`${estimate} --concurrency 0`, 2, '--concurrency: give a whole number from 1 to 1000, not "0"'],
  ["score --demo --concurrency 0", 2, '--concurrency: give a whole number from 1 to 1000, not "0"'],
  [
    `${estimate} --concurrency many`,
    2,
    '--concurrency: give a whole number from 1 to 1000, not "many"',
  ],
  [`${estimate} ${server} --max-tokens 1.5`, 2, "--max-tokens: give a whole number from 1"],
  [`${estimate} ${server} --budget -1`, 2, '--budget: give a number of 0 or more, not "-1"'],
  [`${estimate} ${server} --budget ""`, 2, '--budget: give a number of 0 or more, not ""'],
  [`${estimate} --budget 1`, 2, "--budget: the simulated respondent has no such option"],
  [
    `${estimate} --model openai:m --base-url http://models.example/v1 --budget 1`,
    2,
    "--budget: the price of m",
  ],
  [
    `${estimate} ${server} --price-in 1`,
    2,
    "--price-out: a price for input needs a price for output",
  ],
  [`${estimate} ${server} --price-in NaN`, 2, '--price-in: give a number of 0 or more, not "NaN"'],
  [
    `${estimate} ${server} --confirm-above x`,
    2,
    '--confirm-above: give a number of 0 or more, not "x"',
  ],
  [`${estimate} --batch`, 2, "--batch: is for models of anthropic and openai"],

  // The vendor's own parameters.
  [
    `${estimate} ${server} --settings {`,
    2,
    "--settings: give a JSON object, as '{\"temperature\": 0}'",
  ],
  ["score --demo --settings [1]", 2, "--settings: give a JSON object"],
  [
    `${estimate} ${server} --yes --settings {"headers":{"authorization":"hunter2"}}`,
    2,
    "--settings: headers looks like a secret or a header, and settings are recorded with every reply; leave it out, and give a key with --key-env",
  ],
  [
    `${estimate} ${server} --yes --settings {"extra_headers":{"a":"hunter2"}}`,
    2,
    "--settings: extra_headers looks like a",
  ],
  [
    `${estimate} ${server} --yes --settings {"a":[{"apiKey":"hunter2"}]}`,
    2,
    "--settings: a.0.apiKey looks like a",
  ],
  [
    `${estimate} ${server} --yes --effort low --settings {"reasoning_effort":"high"}`,
    2,
    "--settings: reasoning_effort and --effort exclude each other; leave one out",
  ],
  ["score --demo --effort low", 2, "--effort: the simulated respondent has no such option"],
  [
    "score --demo --model llama:a.gguf --effort low",
    2,
    "--effort: a model file in this process takes none",
  ],
  [
    `${estimate} ${server} --yes --settings {"model":"n"}`,
    2,
    "--settings: model is sent by the adapter itself; leave it out",
  ],

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
];

const files = {
  "rows.csv": "cue,response,n\ncat,dog,3\nsun,moon,2\nsea,blue,4\nsky,blue,1\nmilk,white,5\n",
  "rows.xlsx": "PK",
  "rows.xls": "PK",
  "rows.ods": "PK",
  "rows.numbers": "PK",
  "commas.csv": 'cue,response\ncat,dog\nsun,moon\nsea,"x, y"\nsky,blue\n',
  "one-label.csv": "cue,response\na,b\nc,b\n",
  "few.csv": "cue,response\na,b\nc,d\n",
  "counts.csv": "label,count\nnobody's,3\n",
  "labels.text": "dog\n",
  "labels.txt": "dog\nmoon\nblue\nwhite\n",
  "empty.jsonl": "",
};

it.each(lines)("%s: exits with %i and one sentence", async (line, code, sentence) => {
  const cwd = /attempts|summaries/.test(line) ? dirname(classFiles().attempts) : newFolder();
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(cwd, name), text);
  }
  for (const folder of ["class", "class.yaml"]) {
    mkdirSync(join(cwd, folder));
  }
  const words = (line.match(/"[^"]*"(?= |$)|\S+/g) ?? []).map((word) =>
    word.replace(/^"([^"]*)"$/, "$1"),
  );
  const env = { ANTHROPIC_API_KEY: "", NO_SUCH_KEY: "", PROMPTNCE_DATA: join(cwd, "class") };
  const { status, stdout, stderr } = await promptnce(words, { cwd, env });
  expect(stderr.split("\n").filter((one) => one.startsWith("error: "))).toEqual([
    expect.stringContaining(sentence),
  ]);
  expect(stderr).not.toMatch(/^\s+at |hunter2|should not have happened/m);
  // The sentence names an option by its flag, not by its name in a library.
  expect(stderr).not.toMatch(/`[a-z]\w*(\.\w+)?(: [^`]+)?`/);
  // Wrong usage writes nothing. Otherwise, the header of a table may have been written.
  expect({ status, stdout: code === 2 ? stdout : "" }).toEqual({ status: code, stdout: "" });
});
