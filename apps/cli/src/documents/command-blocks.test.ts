import { copyFileSync, cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { shellWord } from "#command/start";
import { madeOnce } from "@promptnce/testing/made-once";
import { fencedBlocks } from "@promptnce/testing/markdown";
import { describe, expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";
import { isInstalled, type Printed, readerShell } from "./reader-shell.test.support.ts";
import { shellCommands } from "./shell-commands.test.support.ts";

const root = join(import.meta.dirname, "../../../..");
const documents = globSync(
  ["*.md", "docs/*.md", "{packages,apps}/*/README.md", "examples/*/README.md"],
  { cwd: root },
);

/** Documents whose blocks are all run as they stand, by the tests of this folder. */
const WHOLE = ["tutorial", "judge", "python", "developers", "decision-models"].map(
  (name) => `docs/${name}.md`,
);

/** What no test can run as it stands, and why. The first reason that fits counts. */
const NOT_RUN: readonly (readonly [RegExp, string])[] = [
  [/^npm install /, "needs a registry; the packed check installs all packages from the loopback"],
  [/^(?:npx --yes )?(?:npm|turbo|changeset)\b|^git |^cd /, "is run by the packed check"],
  [/^(?:npx --yes )?pnpm(?:@12)? /, "is a script of a clone, which has tests of its own"],
  [/^npx --yes promptnce /, "is run by the packed check"],
  [/anthropic|NAME|openai/, "needs a vendor's key, or a server that the reader starts"],
  [/\.gguf/, "needs a model file"],
  [/datasets (?:fetch|verify)/, "needs the network; fetch-dataset.test.ts runs it on the loopback"],
  [/postgres:/, "needs a database; worker.test.ts and queue.postgres.test.ts have one"],
  [
    /^promptnce (?:serve-simulated|view)\b/,
    "runs until Ctrl-C; the tests of serve and view end it",
  ],
  [/^promptnce task init /, "asks at a terminal; ask-task.test.ts answers"],
  [/ … |…$/, "is an outline"],
  [/-of-4/, "joins the parts of several machines; shards.test.ts does"],
  [/^promptnce models$/, "fails where no model answers; models.test.ts has servers"],
];

/** A document's command lines, each without its prefix of a clone, and whether it had one. */
function commandsOf(document: string): { words: string[]; isOfClone: boolean }[] {
  const blocks = fencedBlocks(readFileSync(join(root, document), "utf8"));
  return blocks
    .filter(({ language }) => language === "sh")
    .flatMap(({ text }) => shellCommands(text))
    .map((words) => {
      const isOfClone = words.slice(0, 4).join(" ") === "npx --yes pnpm@12 promptnce";
      return { words: isOfClone ? words.slice(3) : words, isOfClone };
    });
}

const reasonOf = (words: readonly string[]): string | undefined =>
  NOT_RUN.find(([pattern]) => pattern.test(words.join(" ")))?.[1];

const commands = documents
  .filter((document) => !WHOLE.includes(document))
  .flatMap((document) => commandsOf(document).map((command) => ({ document, ...command })));
const isSlow = ({ words }: (typeof commands)[number]): boolean => words.includes("--demo");
const run = commands
  .filter(({ words }) => words[0] === "promptnce" && reasonOf(words) === undefined)
  .map((one) => ({ ...one, line: one.words.join(" ") }));

const answers = (columns: string, xs: readonly string[], ys: readonly string[]): string =>
  [columns, ...xs.flatMap((x, i) => ys.map((y, j) => `${x},${y},${1 + ((i + 2 * j) % 5)}`))].join(
    "\n",
  );
const TEXTS = [
  "the bus was late",
  "we won",
  "it broke again",
  "a bird sang",
  "he left",
  "she came",
];

/** A new folder with the files that documents name. */
async function folderOfReader(): Promise<string> {
  const { folder } = await madeOnce("files of a reader", makeFiles);
  const cwd = newFolder();
  cpSync(folder, cwd, { recursive: true });
  return cwd;
}

async function makeFiles(cwd: string): Promise<true> {
  const write = (name: string, text: string): void => writeFileSync(join(cwd, name), text);
  const example = (name: string, as = name): void =>
    copyFileSync(join(root, "apps/cli/examples", name), join(cwd, as));
  example("moods.yaml");
  example("messages.csv");
  write("comments.csv", answers("comment,emotion,raters", TEXTS, ["joy", "anger", "fear"]));
  write(
    "pairs.csv",
    answers("cue,response,n", ["SEA", "CAT", "HOT", "KING"], ["WATER", "DOG", "COLD", "QUEEN"]),
  );
  const survey = ["Taxes?", "Trams?"].flatMap((question) =>
    answers("", ["nurses", "farmers", "judges"], ["yes", "no"])
      .split("\n")
      .slice(1)
      .map((row) => `${question},${row}`),
  );
  write("survey.csv", ["question,group,answer,people", ...survey].join("\n"));
  const opinions = "person: an adult\nsees: ONE question\nevent: answers it\nlabel: answer\n";
  write(
    "opinions.yaml",
    `name: opinions\n${opinions}fields: [question, group]\ngiven: [question]\n`,
  );
  const recorded = survey.map((row) => row.replace(/,(\d+)$/, (_, n) => `,${n / 10},${n}`));
  const head = "question,attribute,group,answer,mass,human_count,x,label";
  const published = recorded.map((row) => {
    const [question, group, answer] = row.split(",");
    return `${row.replace(",", ",trade,")},${group} on ${question},${answer}`;
  });
  write("published.csv", [head, ...published].join("\n"));
  const estimated = ["estimate", "pairs.csv", "--task", "words", "--y", "response", "--count", "n"];
  for (const out of ["new.csv", "old.csv", "scored.csv"]) {
    expect((await promptnce([...estimated, "--k", "2", "--out", out], { cwd })).status).toBe(0);
  }
  const [header, ...rows] = readFileSync(join(cwd, "scored.csv"), "utf8").trim().split("\n");
  const labelled = rows.map((row, i) => `${row},${i % 2 ? "" : i / 10}`);
  write("scored.csv", [`${header},human`, ...labelled].join("\n"));
  mkdirSync(join(cwd, "out"));
  copyFileSync(join(cwd, "new.csv.replies.jsonl"), join(cwd, "out/replies.jsonl"));
  const study = "task: words\ny: response\ncount: n\nk: 2\nout: studied.csv\n";
  write("study.yaml", `rows: pairs.csv\n${study}`);
  const people = ["0", "", "1", ""];
  const judged = Array.from(
    { length: 60 },
    (_, i) => `${i},${Math.min(i % 3, 1)},${people[i % 4]}`,
  );
  write("judged.csv", ["id,judge,human", ...judged].join("\n"));
  return true;
}

describe("every command line of the documents", () => {
  it("is run, here or with its whole document, or has a reason why not", () => {
    const left = commands.filter(
      ({ words }) => words[0] !== "promptnce" && reasonOf(words) === undefined,
    );
    expect(left).toEqual([]);
    expect(run.length).toBeGreaterThan(10);
  });

  it("names no reason that fits none", () => {
    const all = documents.flatMap(commandsOf);
    const fits = new Set(all.map(({ words }) => reasonOf(words)));
    expect(NOT_RUN.map(([, reason]) => reason).filter((reason) => !fits.has(reason))).toEqual([]);
  });

  it.each(run.filter((one) => !isSlow(one)))("$line, of $document", succeeds);

  it.each(run.filter(isSlow))("$line, of $document", { tags: "full" }, succeeds);
});

async function succeeds(line: (typeof run)[number]): Promise<void> {
  const { words } = line;
  const needsNoFile = words.length === 1 || words.includes("--example") || isSlow(line);
  const cwd = needsNoFile ? newFolder() : await folderOfReader();
  const { status, output } = await (isInstalled ? asPrinted(line, cwd) : here(line, cwd));
  expect(status, output).toBe(0);
  expect(output).not.toMatch(/Warning/);
}

async function here({ words }: (typeof run)[number], cwd: string): Promise<Printed> {
  const { status, stdout, stderr } = await promptnce(words.slice(1), { cwd });
  return { status, output: `${stdout}${stderr}` };
}

/** Runs a line as the packed check wants it: by a shell, in which Node is an old one. */
function asPrinted({ words, isOfClone }: (typeof run)[number], cwd: string): Promise<Printed> {
  const clone = `npx --yes pnpm@12 --dir ${shellWord(root)} `;
  const line = `${isOfClone ? clone : ""}${words.map(shellWord).join(" ")}`;
  const nodeOfClone = process.env["PROMPTNCE_TEST_CLONE_NODE"];
  return readerShell(cwd, isOfClone ? nodeOfClone : undefined).run(line);
}
