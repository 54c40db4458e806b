import { hash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { type ClassManifest, classManifest } from "@promptnce/datasets/classes";
import { recordedManifest, type RecordedManifest } from "@promptnce/datasets/recorded";
import { runHere } from "@promptnce/testing";
import { packTar } from "modern-tar";
import { describe, expect, it, onTestFinished } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";
import { noNetwork } from "./no-network.test.support.ts";
import { fetchTables } from "./made-tables.ts";

describe("promptnce datasets, for recorded replies", () => {
  it("describes source and commit, licence, citation and the tables", async () => {
    const { status, stdout } = await promptnce(["datasets", "describe", "opinionqa"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^Source: {3}https:\/\/github\.com\/nicolemeister\/\S+ at 36869b56b214b5ddce13dc234d62b4cbce3706cd$/m,
    );
    expect(stdout).toMatch(/^Licence: {2}None stated/m);
    expect(stdout).toMatch(/^Citation: Meister/m);
    expect(stdout).toMatch(/^ {2}opinionqa-models\.csv\.gz {2}36,631 rows$/m);
  });

  it("lists each original with its SHA-256 as JSON", async () => {
    const { stdout } = await promptnce(["datasets", "describe", "nouns", "--json"]);
    const { originals } = JSON.parse(stdout) as { originals: Record<string, object> };
    expect(Object.keys(originals["data"] ?? {})).toHaveLength(4);
    expect(Object.values(originals["data"] ?? {}).join()).toMatch(/^([0-9a-f]{64},?){4}$/);
  });

  it("says in one sentence that there is no network, how to continue and how to do without", async () => {
    const data = newFolder();
    const { status, stdout, stderr } = await promptnce(
      ["datasets", "fetch", "opinionqa", "--data", data],
      { env: noNetwork },
    );
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(
      /^error: raw\.githubusercontent\.com cannot be reached \(.+\)\. The files downloaded so far are kept: fetch again to go on\. Or remove /,
    );
    expect(stderr).toContain(`git -C ${data}/opinionqa checkout 36869b56b214`);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it("verifies the tables, and fails if one is missing or an original is wrong", async () => {
    const data = newFolder();
    mkdirSync(join(data, "nouns", "data"), { recursive: true });
    writeFileSync(join(data, "nouns", "data", "human_annotators_long.csv"), "not it");
    const { status, stdout, stderr } = await promptnce([
      "datasets",
      "verify",
      "nouns",
      "--data",
      data,
    ]);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^missing {2}nouns\.csv\.gz$/m);
    expect(stdout).toMatch(/^wrong {4}data\/human_annotators_long\.csv {2}\(expected SHA-256 /m);
    expect(stdout).toContain(`0 of 4 originals are in ${data}/nouns and right.`);
    expect(stderr).toBe(
      `error: nouns is not complete in ${data}: 2 files are missing or wrong; ` +
        '"promptnce datasets fetch nouns" makes them\n',
    );
  });

  it("lists all names after an unknown one", async () => {
    const { status, stderr } = await promptnce(["datasets", "fetch", "opinion"]);
    expect(status).not.toBe(0);
    expect(stderr).toContain(
      'there is no dataset "opinion"; there are words, chaosnli, goemotions, opinionqa, nouns, synthbench, introclass',
    );
  });
});

describe("promptnce datasets, for a class", () => {
  it("describes source and commit, licence, citation and the table of attempts", async () => {
    const { status, stdout } = await promptnce(["datasets", "describe", "introclass"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^Source: {3}https:\/\/github\.com\/ProgramRepair\/IntroClass at 897fd9ca[0-9a-f]{32}$/m,
    );
    expect(stdout).toMatch(/^Licence: {2}BSD 3-Clause/m);
    expect(stdout).toMatch(
      /^Reads: {4}the archive of that commit, https:\/\/codeload\.github\.com/m,
    );
    expect(stdout).toMatch(/^ {2}introclass\.jsonl\.gz {2}1,143 rows$/m);
  });

  it("says that the table is missing, and what makes it", async () => {
    const data = newFolder();
    const run = await promptnce(["datasets", "verify", "introclass", "--data", data]);
    expect(run).toMatchObject({ status: 1, stdout: "missing  introclass.jsonl.gz\n" });
    expect(run.stderr).toBe(
      `error: introclass is not complete in ${data}: 1 file is missing or wrong; ` +
        '"promptnce datasets fetch introclass" makes it\n',
    );
  });

  it("fetches the archive, makes the table, prints the terms, and does nothing twice", async () => {
    const files = {
      "median/f00/000/median.c": "int main(void) {}\n",
      "median/f00/000/metadata.json":
        '{"blackbox":{"pass":[],"fail":["1"]},"whitebox":{"pass":[],"fail":[]},"revision":"a"}',
    };
    const entries = Object.entries(files).map(([name, body]) => {
      return { header: { name: `IntroClass-897f/${name}`, size: body.length }, body };
    });
    const archive = gzipSync(await packTar(entries));
    const server = createServer((_, response) => response.end(archive));
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    onTestFinished(() => void server.close());
    const table =
      '{"assignment": "median", "student": "f00", "attempt": "000", "path": "median/f00/000/median.c", ' +
      '"blob": "b552c8e4ed7d5f4862d3efaf20e6481a60a7b426", "encoding": "utf-8", "blackbox_pass": [], ' +
      '"blackbox_fail": ["1"], "whitebox_pass": [], "whitebox_fail": [], "nondeterministic": false, ' +
      '"revision": "a", "code": "int main(void) {}\\n"}\n';
    const manifest: ClassManifest = {
      ...classManifest("introclass"),
      archive: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      tables: [{ file: "introclass.jsonl", rows: 1, sha256: hash("sha256", table) }],
    };
    const data = newFolder();
    const fetch = async () => {
      await fetchTables(manifest, data);
      return 0;
    };
    const fetched = await runHere(fetch, { env: {} });
    expect(fetched.stderr).toMatch(/^fetching the archive of introclass/);
    expect(fetched.stdout).toBe(
      [
        "fetched  the archive from https://github.com/ProgramRepair/IntroClass",
        "made     introclass.jsonl.gz  1 rows",
        `Licence:  ${manifest.licence}`,
        `Citation: ${manifest.citation}`,
        `introclass is complete in ${data}.\n`,
      ].join("\n"),
    );
    expect(gunzipSync(readFileSync(join(data, "introclass.jsonl.gz"))).toString()).toBe(table);

    const again = await runHere(fetch, { env: {} });
    expect(again.stderr).toBe("");
    expect(again.stdout).toMatch(/^present {2}introclass\.jsonl\.gz {2}1 rows$/m);
  });
});

describe("fetchTables", () => {
  /** A file of samples, and one of human answers. Each row ends with a label. */
  const files = {
    "human_annotators_long.csv": '"le_text","MFN"\n"Waise","m"\n"Waise","n"\n',
    "openAI_results_long_df.csv": "NP,Label\nWaise,keins von beiden\n",
  };
  const table = `model,noun,gender,samples,of,people
gpt-4o,Waise,male,0,1,1
gpt-4o,Waise,female,0,1,0
gpt-4o,Waise,neither,1,1,1
`;
  const sums = Object.entries(files).map(([file, text]) => [file, hash("sha256", text)]);

  it("fetches the originals, makes the table, prints the terms, and does nothing twice", async () => {
    const server = createServer((request, response) => {
      const text = Object.entries(files).find(([file]) => request.url === `/data/${file}`)?.[1];
      response.writeHead(text === undefined ? 404 : 200).end(text);
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    onTestFinished(() => void server.close());
    const manifest: RecordedManifest = {
      ...recordedManifest("nouns"),
      raw: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      bytes: Object.values(files).join("").length,
      originals: { data: Object.fromEntries(sums) },
      tables: [{ file: "nouns.csv", rows: 3, sha256: hash("sha256", table) }],
    };
    const data = newFolder();
    const fetch = async () => {
      await fetchTables(manifest, data);
      return 0;
    };
    const fetched = await runHere(fetch, { env: {} });
    expect(fetched.stderr).toBe("fetching 2 files of nouns (1 kB)\n");
    expect(fetched.stdout).toBe(
      [
        "fetched  2 files from https://github.com/clang1980/semantic_assoc_genAI",
        "made     nouns.csv.gz  3 rows",
        `Licence:  ${manifest.licence}`,
        `Citation: ${manifest.citation}`,
        `nouns is complete in ${data}.\n`,
      ].join("\n"),
    );
    expect(gunzipSync(readFileSync(join(data, "nouns.csv.gz"))).toString()).toBe(table);

    const again = await runHere(fetch, { env: {} });
    expect(again.stderr).toBe("");
    expect(again.stdout).toMatch(/^present {2}nouns\.csv\.gz {2}3 rows$/m);
  });
});

/** The recorded tables, which are never part of this repository. */
const recorded =
  process.env["PROMPTNCE_TEST_RECORDED"] ??
  join(import.meta.dirname, "../../../../../shared/recorded");

describe.skipIf(!existsSync(join(recorded, "sources.csv.gz")))(
  "promptnce datasets, given the tables",
  () => {
    it("has nothing to fetch, and prints the terms of use", async () => {
      const run = (verb: string) => promptnce(["datasets", verb, "opinionqa", "--data", recorded]);
      const fetched = await run("fetch");
      expect(fetched).toMatchObject({ status: 0, stderr: "" });
      expect(fetched.stdout).toBe(`present  opinionqa-questions.csv.gz  376 rows
present  opinionqa-people.csv.gz  2,989 rows
present  opinionqa-models.csv.gz  36,631 rows
${fetched.stdout.match(/^Licence: {2}None stated.*\nCitation: Meister.*\n/m)?.[0]}opinionqa is complete in ${recorded}.
`);
      expect(await run("verify")).toMatchObject({ status: 0, stderr: "" });
    });
  },
);
