import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { FetchProgress } from "../files/fetch-dataset.ts";
import { newFolder, serve } from "../files/loopback.test.support.ts";
import { classManifest } from "./class-manifest.ts";
import { fetchClass, verifyClass } from "./fetch-class.ts";
import { introclass } from "./introclass.ts";
import { archiveOf, classFiles, classTable, madeUpClass } from "./made-up-class.test.support.ts";

/** A manifest whose archive a server has, and what the server was asked for. */
async function served(archive: Uint8Array | string) {
  const { raw, asked } = await serve(new Map([["class.tar.gz", archive]]));
  return { manifest: madeUpClass(`${raw}class.tar.gz`), asked };
}

const whole = await archiveOf(classFiles);

describe("fetchClass", () => {
  it("makes the table of attempts of the commit's archive, and keeps nothing else", async () => {
    const folder = join(newFolder(), "new", "folder");
    const { manifest } = await served(whole);
    expect(await fetchClass(manifest, folder)).toEqual(manifest.tables);
    const made = readFileSync(join(folder, "introclass.jsonl.gz"));
    expect(gunzipSync(made).toString()).toBe(classTable);
    expect(readdirSync(folder)).toEqual(["introclass.jsonl.gz"]);
    expect(verifyClass(manifest, folder).map(({ status }) => status)).toEqual(["ok"]);
  });

  it("shows how much of the archive has come", async () => {
    const { manifest } = await served(whole);
    const progress: FetchProgress[] = [];
    await fetchClass(manifest, newFolder(), { onProgress: (step) => void progress.push(step) });
    expect(progress.at(-1)).toMatchObject({
      file: "the archive of introclass",
      received: whole.length,
    });
  });

  it("downloads nothing where the table is there and right, and makes a wrong one again", async () => {
    const folder = newFolder();
    const { manifest, asked } = await served(whole);
    writeFileSync(join(folder, "introclass.jsonl"), classTable);
    expect(await fetchClass(manifest, folder)).toEqual([]);
    expect(asked).toEqual([]);
    writeFileSync(join(folder, "introclass.jsonl"), "wrong");
    expect(verifyClass(manifest, folder)).toMatchObject([{ status: "wrong" }]);
  });

  it("reads an archive that was put in the folder by hand", async () => {
    const folder = newFolder();
    writeFileSync(join(folder, "introclass.tar.gz"), whole);
    const manifest = madeUpClass("http://127.0.0.1:9/");
    expect(await fetchClass(manifest, folder)).toEqual(manifest.tables);
  });

  it("says where the server fails, and how to do without", async () => {
    const folder = newFolder();
    const { raw } = await serve(new Map());
    await expect(fetchClass(madeUpClass(`${raw}gone`), folder)).rejects.toThrow(
      `${raw}gone answers 404 Not Found. Or put that archive at ${folder}/introclass.tar.gz by hand, and fetch again.`,
    );
    await expect(fetchClass(madeUpClass("http://127.0.0.1:9/"), folder)).rejects.toThrow(
      /^127\.0\.0\.1:9 cannot be reached \(.+\)\. Or put that archive at /,
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ["is cut", whole.subarray(0, whole.length - 20)],
    ["is no archive", "<html>Please sign in</html>"],
  ])("makes no table of an archive that %s", async (_, archive) => {
    const folder = newFolder();
    const { manifest } = await served(archive);
    await expect(fetchClass(manifest, folder)).rejects.toThrow(
      /class\.tar\.gz cannot be unpacked \(.+\); nothing was kept\. Or put/,
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it("makes no table of an archive with another program in it", async () => {
    const folder = newFolder();
    const files = new Map(classFiles);
    const [path] = [...files.keys()].filter((name) => name.endsWith(".c"));
    const { manifest } = await served(await archiveOf(files.set(path!, "int main() {}\n")));
    await expect(fetchClass(manifest, folder)).rejects.toThrow(
      /^introclass\.jsonl was not written: made from the originals it has SHA-256 /,
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it("names an attempt whose tests are missing, or of another form", async () => {
    const files = new Map(classFiles);
    const [path] = [...files.keys()].filter((name) => name.endsWith("metadata.json"));
    files.set(path!, "{}");
    const other = await served(await archiveOf(files));
    await expect(fetchClass(other.manifest, newFolder())).rejects.toThrow(
      `${path} is not of the form that was expected: `,
    );
    files.delete(path!);
    const missing = await served(await archiveOf(files));
    await expect(fetchClass(missing.manifest, newFolder())).rejects.toThrow(
      /^median\/b+\/000\/median\.c has no metadata\.json beside it\.$/,
    );
  });

  it("stops where its signal says so", async () => {
    const folder = newFolder();
    const { manifest } = await served(whole);
    const stop = new AbortController();
    await expect(
      fetchClass(manifest, folder, { signal: stop.signal, onProgress: () => stop.abort() }),
    ).rejects.toThrow("Stopped while fetching");
    expect(readdirSync(folder)).toEqual([]);
  });
});

/** The packed class, which is never part of this repository. */
const packed = join(
  process.env["PROMPTNCE_TEST_DATA"] ?? join(import.meta.dirname, "../../../../../shared/datasets"),
  "progsnap2/introclass/introclass_submissions.jsonl.gz",
);

describe.skipIf(!existsSync(packed))("the real class", () => {
  it("comes byte for byte of an archive of its programs and tests", async () => {
    const text = gunzipSync(readFileSync(packed)).toString();
    const files = new Map(text.trimEnd().split("\n").flatMap(filesOf));
    expect([...files.keys()].every((path) => introclass.isRead(path))).toBe(true);
    const { raw } = await serve(new Map([["class.tar.gz", await archiveOf(files)]]));
    const folder = newFolder();
    const manifest = { ...classManifest("introclass"), archive: `${raw}class.tar.gz` };
    expect(await fetchClass(manifest, folder)).toEqual(manifest.tables);
    expect(gunzipSync(readFileSync(join(folder, "introclass.jsonl.gz"))).toString()).toBe(text);
  });
});

/** The two files of an attempt's folder, from its line in the table. */
function filesOf(line: string): [path: string, text: string][] {
  const attempt = JSON.parse(line) as Record<string, string & string[]>;
  const { path, code, revision, nondeterministic } = attempt as Record<string, string>;
  const tests = (kind: string) => ({
    pass: attempt[`${kind}_pass`]?.toReversed(),
    fail: attempt[`${kind}_fail`],
  });
  const [blackbox, whitebox] = [tests("blackbox"), tests("whitebox")];
  const metadata = { output: {}, revision, nondeterministic, blackbox, whitebox };
  const beside = path!.replace(/\w+\.c$/, "metadata.json");
  return [
    [path!, code!],
    [beside, JSON.stringify(metadata)],
  ];
}
