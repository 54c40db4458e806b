import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { main, newFolder, promptnce } from "../promptnce.test.support.ts";

/** The typed words, the last of them unfinished, and their completions. */
const typed: readonly (readonly [readonly string[], readonly string[]])[] = [
  [["da"], ["datasets"]],
  [
    ["datasets", ""],
    ["list", "describe", "fetch", "verify"],
  ],
  [["replies", "p"], ["prune"]],
  [["compare", "--o"], ["--on"]],
  [
    ["compare", "a.csv", "--on", ""],
    ["pmi", "conditional"],
  ],
  [["compare", "a.csv", "--on", "c"], ["conditional"]],
  [["compare", "a.csv", "--on=c"], ["--on=conditional"]],
  [["prompts", "export", "--f"], ["--format"]],
  [
    ["infer", "--pr"],
    ["--prediction", "--precision"],
  ],
  [["completion", "z"], ["zsh"]],
];

/** Command lines that only file names complete. */
const files: readonly (readonly string[])[] = [
  ["estimate", "row"],
  ["replies", "stats", "row"],
  ["estimate", "x.csv", "--out", "row"],
];

async function scriptFor(shell: string): Promise<string> {
  const { status, stdout } = await promptnce(["completion", shell]);
  expect(status).toBe(0);
  return stdout;
}

function has(shell: string): boolean {
  return spawnSync(shell, ["-c", "exit 0"]).status === 0;
}

/** The output lines of a shell in a folder with a file `rows.csv`. */
function printed(
  shell: string,
  options: readonly string[],
  script: string,
  folder: string = newFolder(),
): string[] {
  writeFileSync(join(folder, "rows.csv"), "");
  mkdirSync(join(folder, "home"));
  const env = { ...process.env, HOME: join(folder, "home"), TERM: "dumb", LC_ALL: "C" };
  const { stdout, stderr } = spawnSync(shell, [...options, "-c", script], {
    cwd: folder,
    env,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  return stdout.split("\n").filter((line) => line !== "");
}

/**
 * A folder with the command's answer to a shell that completes these words. The command runs in
 * this process, and {@link stub} replaces it in the shell, because starting it there for each line
 * would take most of the time.
 */
async function answered(words: readonly string[]): Promise<string> {
  const folder = newFolder();
  const asked = ["complete", "--", ...words];
  const { status, stdout } = await promptnce(asked);
  expect(status).toBe(0);
  writeFileSync(join(folder, fileOf(asked)), stdout);
  return folder;
}

/** Fails in the shell if it asks for other words. */
const fileOf = (asked: readonly string[]): string => asked.map((word) => `${word}|`).join("");
const stub = `promptnce() { cat "$(printf '%s|' "$@")"; }`;

/** The command as a shell function that replaces the one on the path. */
const program = `promptnce() { '${process.execPath}' '${main}' "$@"; }`;

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(" ");

describe.skipIf(!has("bash"))("the script for bash", () => {
  const complete = async (words: readonly string[], promptnceIs = stub): Promise<string[]> =>
    printed(
      "bash",
      ["--norc"],
      `${promptnceIs}
${await scriptFor("bash")}
COMP_WORDS=(promptnce ${quoted(words)}); COMP_CWORD=${words.length}
_promptnce
printf '%s\\n' "\${COMPREPLY[@]}"`,
      await answered(words),
    );

  it.each(typed)("completes %j to %j", async (words, expected) => {
    expect(await complete(words)).toEqual(expected);
  });

  it.each(files)("leaves %s %s to file names", async (...words) => {
    expect(await complete(words)).toEqual([]);
    expect(await scriptFor("bash")).toContain("-o default");
  });

  it("asks the installed command", async () => {
    expect(await complete(["da"], program)).toEqual(["datasets"]);
  });
});

describe.skipIf(!has("zsh"))("the script for zsh", { tags: "full" }, () => {
  // The functions of zsh's own completion, which exists on a terminal only.
  const stubs = `compdef() { : }
_files() { print -l files }
compadd() { shift; for one in "$@"; do [[ $one == "\${words[CURRENT]}"* ]] && print -- "$one"; done; true }`;
  const complete = async (words: readonly string[]): Promise<string[]> =>
    printed(
      "zsh",
      ["-f"],
      `${stub}
${stubs}
${await scriptFor("zsh")}
words=(promptnce ${quoted(words)}); CURRENT=${words.length + 1}
_promptnce`,
      await answered(words),
    );

  it.each(typed)("completes %j to %j", async (words, expected) => {
    expect(await complete(words)).toEqual(expected);
  });

  it.each(files)("leaves %s %s to file names", async (...words) => {
    expect(await complete(words)).toEqual(["files"]);
  });

  it("completes at the first use too if zsh loads it from fpath", async () => {
    const folder = newFolder();
    writeFileSync(join(folder, "_promptnce"), await scriptFor("zsh"));
    const loading = `${program}\n${stubs}\nfpath=('${folder}'); autoload _promptnce; words=(promptnce da); CURRENT=2`;
    expect(printed("zsh", ["-f"], `${loading}; _promptnce; _promptnce`)).toEqual([
      "datasets",
      "datasets",
    ]);
  });
});

describe.skipIf(!has("fish"))("the script for fish", { tags: "full" }, () => {
  const complete = async (
    words: readonly string[],
    promptnceIs = `function promptnce; cat (printf '%s|' $argv); end`,
  ): Promise<string[]> => {
    const lines = printed(
      "fish",
      ["--no-config"],
      `${promptnceIs}
${await scriptFor("fish")}
complete -C '${["promptnce", ...words].join(" ")}'`,
      await answered(words),
    );
    return lines.map((line) => line.split("\t")[0] ?? "");
  };

  it.each(typed)("completes %j to %j", async (words, expected) => {
    expect((await complete(words)).toSorted()).toEqual(expected.toSorted());
  });

  it.each(files)("completes %s %s to a file name", async (...words) => {
    expect(await complete(words)).toEqual(["rows.csv"]);
  });

  it("asks the installed command", async () => {
    const real = `function promptnce; '${process.execPath}' '${main}' $argv; end`;
    expect(await complete(["da"], real)).toEqual(["datasets"]);
  });
});
