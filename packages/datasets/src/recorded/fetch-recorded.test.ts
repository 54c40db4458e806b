import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { FetchProgress } from "../files/fetch-dataset.ts";
import { newFolder, serve } from "../files/loopback.test.support.ts";
import { fetchRecorded, verifyRecorded } from "./fetch-recorded.ts";
import {
  type MadeUp,
  madeUpManifest,
  nounsOriginals,
  opinionqaOriginals,
} from "./made-up.test.support.ts";
import { recordedManifest, recordedNames } from "./recorded-manifest.ts";

/** What must come of the made-up originals of OpinionQA, as it lies in the folder. */
const tables = {
  "opinionqa-questions.csv": `question,text,position,answer
JOB_W1,How much does a job matter?,1,Essential
JOB_W1,How much does a job matter?,2,"Important, but not essential"
JOB_W1,How much does a job matter?,3,Doesn't matter
VOTE_W2,"Do you ""always"" vote?",1,"Yes, was a duty"
VOTE_W2,"Do you ""always"" vote?",2,No
`,
  "opinionqa-models.csv": `model,way,question,attribute,group,answer,mass,base_rate
gpt-4,verbal,JOB_W1,SEX,Male,Essential,0.7,0.5
gpt-4,verbal,JOB_W1,SEX,Male,"Important, but not essential",0.2,0.35000000000000003
gpt-4,verbal,VOTE_W2,SEX,Male,No,5.641487342496592e-08,0.0
gpt-4,verbal,VOTE_W2,SEX,Male,"Yes, was a duty",1.0,0.9
gpt-4,verbal,JOB_W1,RACE,Asian,Doesn't matter,0.6,0.1
gpt-4,verbal,JOB_W1,RACE,Asian,Essential,0.3,0.5
gpt-4,verbal,JOB_W1,RACE,Asian,"Important, but not essential",0.1,0.35000000000000003
`,
};

/** A manifest whose originals a server has; what the server has may be something else. */
async function madeUp(served: MadeUp = opinionqaOriginals) {
  const { raw, asked } = await serve(served);
  const manifest = { ...madeUpManifest("opinionqa", opinionqaOriginals, tables), raw };
  return { manifest, asked };
}

const paths = [...opinionqaOriginals.keys()];

/** Puts originals where a download would. */
function put(folder: string, files: Iterable<readonly [string, string]>): void {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, "opinionqa", path)), { recursive: true });
    writeFileSync(join(folder, "opinionqa", path), text);
  }
}

/** The original about men. */
const male = paths.find((path) => path.endsWith("/Male.json")) ?? "";

describe("fetchRecorded", () => {
  it("brings the originals of the pinned commit and makes the tables of them", async () => {
    const folder = join(newFolder(), "new", "folder");
    const { manifest, asked } = await madeUp();
    const done = await fetchRecorded(manifest, folder);
    expect(done.downloaded).toBe(6);
    expect(done.made.map(({ file }) => file)).toEqual(Object.keys(tables));
    expect(asked).toEqual(paths);
    for (const [file, text] of Object.entries(tables)) {
      expect(gunzipSync(readFileSync(join(folder, `${file}.gz`))).toString()).toBe(text);
    }
    expect(readdirSync(folder).toSorted()).toEqual([
      "opinionqa",
      "opinionqa-models.csv.gz",
      "opinionqa-questions.csv.gz",
    ]);
  });

  it("shows one progress for all originals, in bytes", async () => {
    const { manifest } = await madeUp();
    const progress: FetchProgress[] = [];
    const onProgress = (step: FetchProgress) => void progress.push(step);
    await fetchRecorded(manifest, newFolder(), { onProgress });
    expect(new Set(progress.map(({ file }) => file))).toEqual(new Set(["6 files of opinionqa"]));
    expect(progress.map(({ received }) => received)).toEqual(
      progress.map(({ received }) => received).toSorted((a, b) => a - b),
    );
    expect(progress.at(-1)).toMatchObject({ received: manifest.bytes, total: manifest.bytes });
  });

  it("goes on where it was stopped: what is there and right is not fetched again", async () => {
    const folder = newFolder();
    put(folder, [...opinionqaOriginals].slice(0, 4));
    put(folder, [[paths[1] ?? "", "changed"]]);
    const { manifest, asked } = await madeUp();
    const progress: FetchProgress[] = [];
    const onProgress = (step: FetchProgress) => void progress.push(step);
    expect(await fetchRecorded(manifest, folder, { onProgress })).toMatchObject({ downloaded: 3 });
    expect(asked).toEqual([paths[1], ...paths.slice(4)]);
    const last = progress.at(-1);
    expect(last?.received).toBe(last?.total);
  });

  it("fetches nothing where all tables are right, with or without their originals", async () => {
    const folder = newFolder();
    for (const [file, text] of Object.entries(tables)) {
      writeFileSync(join(folder, file), text);
    }
    const { manifest, asked } = await madeUp();
    expect(await fetchRecorded(manifest, folder)).toEqual({ downloaded: 0, made: [] });
    expect(asked).toEqual([]);
  });

  it("makes a table again that is wrong, from the originals that are there", async () => {
    const folder = newFolder();
    const { manifest, asked } = await madeUp();
    await fetchRecorded(manifest, folder);
    writeFileSync(join(folder, "opinionqa-models.csv.gz"), "wrong");
    const done = await fetchRecorded(manifest, folder);
    expect(done).toMatchObject({ downloaded: 0, made: [{ file: "opinionqa-models.csv" }] });
    expect(asked).toHaveLength(6);
    expect(verifyRecorded(manifest, folder).tables.map(({ status }) => status)).toEqual([
      "ok",
      "ok",
    ]);
  });

  it("keeps nothing of an original that is not the expected one, and makes no table", async () => {
    const folder = newFolder();
    const { manifest } = await madeUp(new Map([...opinionqaOriginals, [male, "{}"]]));
    await expect(fetchRecorded(manifest, folder)).rejects.toThrow(
      /Male\.json is not the expected file: it has SHA-256 44136fa3.*, expected SHA-256 .*; nothing was kept\. The files downloaded so far are kept: fetch again to go on\./,
    );
    expect(readdirSync(folder)).toEqual(["opinionqa"]);
    expect(readdirSync(join(folder, "opinionqa", dirname(male)))).toEqual([]);
  });

  it("says where the server fails, what stays, and how to do without", async () => {
    const folder = newFolder();
    const { manifest } = await madeUp(new Map([...opinionqaOriginals].slice(0, 4)));
    const own = join(folder, "opinionqa");
    await expect(fetchRecorded(manifest, folder)).rejects.toThrow(
      `${manifest.raw}${male} answers 404 Not Found. The files downloaded so far are kept: fetch again to ` +
        `go on. Or remove ${own}, run git clone ${manifest.homepage} ${own} and ` +
        `git -C ${own} checkout ${manifest.commit}, and fetch again.`,
    );
    const { originals } = verifyRecorded(manifest, folder);
    expect(originals.map(({ status }) => status)).toEqual([
      "ok",
      "ok",
      "ok",
      "ok",
      "missing",
      "missing",
    ]);
  });

  it("says in a sentence that a host cannot be reached", async () => {
    const { manifest } = await madeUp();
    const nowhere = { ...manifest, raw: "http://127.0.0.1:9/" };
    await expect(fetchRecorded(nowhere, newFolder())).rejects.toThrow(
      /^127\.0\.0\.1:9 cannot be reached \(.+\)\. The files downloaded so far are kept/,
    );
  });

  it("stops where its signal says so, and leaves no part of a file", async () => {
    const folder = newFolder();
    const { manifest } = await madeUp();
    const stop = new AbortController();
    const onProgress = ({ received }: FetchProgress) => void (received > 0 && stop.abort());
    await expect(
      fetchRecorded(manifest, folder, { signal: stop.signal, onProgress }),
    ).rejects.toThrow("Stopped while fetching");
    const left = readdirSync(folder, { recursive: true }).map(String);
    expect(left.filter((file) => file.endsWith(".part"))).toEqual([]);
    expect(left.filter((file) => file.endsWith(".csv.gz"))).toEqual([]);
  });

  it("writes no table that came out other than expected", async () => {
    const folder = newFolder();
    const { manifest } = await madeUp();
    const others = madeUpManifest("opinionqa", opinionqaOriginals, {
      "opinionqa-people.csv": "a\n",
    });
    await expect(fetchRecorded({ ...others, raw: manifest.raw }, folder)).rejects.toThrow(
      /^opinionqa-people\.csv was not written: made from the originals it has SHA-256 .* please report it\.$/,
    );
    expect(readdirSync(folder)).toEqual(["opinionqa"]);
  });

  it("makes the table of nouns by the same way", async () => {
    const folder = newFolder();
    const { raw } = await serve(nounsOriginals);
    const table = `model,noun,gender,samples,of,people
gpt-4o,Lehrkraft,male,0,2,1
gpt-4o,Lehrkraft,female,0,2,2
gpt-4o,Lehrkraft,neither,2,2,0
gpt-4o,Waise,male,1,1,0
gpt-4o,Waise,female,0,1,0
gpt-4o,Waise,neither,0,1,1
llama-3.1-8b,Lehrkraft,male,0,1,1
llama-3.1-8b,Lehrkraft,female,1,1,2
llama-3.1-8b,Lehrkraft,neither,0,1,0
`;
    const manifest = { ...madeUpManifest("nouns", nounsOriginals, { "nouns.csv": table }), raw };
    expect(await fetchRecorded(manifest, folder)).toMatchObject({ downloaded: 3 });
    expect(gunzipSync(readFileSync(join(folder, "nouns.csv.gz"))).toString()).toBe(table);
  });
});

describe("verifyRecorded", () => {
  it("tells what is missing from what is wrong", async () => {
    const folder = newFolder();
    const { manifest } = await madeUp();
    put(folder, [
      [paths[0] ?? "", opinionqaOriginals.get(paths[0] ?? "") ?? ""],
      [paths[1] ?? "", "changed"],
    ]);
    writeFileSync(join(folder, "opinionqa-models.csv"), "changed");
    const { tables: found, originals } = verifyRecorded(manifest, folder);
    expect(found.map(({ status }) => status)).toEqual(["missing", "wrong"]);
    expect(originals.slice(0, 3).map(({ status }) => status)).toEqual(["ok", "wrong", "missing"]);
  });
});

/**
 * A data folder into which somebody fetched the originals, which are never part of this repository.
 */
const data =
  process.env["PROMPTNCE_TEST_DATA"] ?? join(import.meta.dirname, "../../../../../shared/datasets");

describe.each(recordedNames)("the real originals of %s", (name) => {
  it.skipIf(!existsSync(join(data, name)))("give the tables of the manifest", async () => {
    const folder = newFolder();
    symlinkSync(join(data, name), join(folder, name));
    const manifest = recordedManifest(name);
    const done = await fetchRecorded(manifest, folder);
    expect(done).toEqual({ downloaded: 0, made: manifest.tables });
  });
});
