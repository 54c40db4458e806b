import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fetchDataset, type FetchProgress } from "./fetch-dataset.ts";
import { readDataset } from "../read-dataset.ts";
import { dataFolder, samples, useSampleManifests } from "./sample-manifest.test.support.ts";

useSampleManifests();

const words = samples("words");

/** Answers as the official host would if the samples were its files, and notes who asked. */
function host(files: Map<string, Buffer>) {
  const asked: string[] = [];
  const request: typeof fetch = async (resource) => {
    const { url } = new Request(resource);
    asked.push(url);
    const bytes = files.get(url.split("/").at(-1) ?? "");
    return bytes === undefined
      ? new Response("", { status: 404, statusText: "Not Found" })
      : new Response(new Uint8Array(bytes));
  };
  return { asked, request };
}

describe("fetchDataset", () => {
  it("brings every official file, so that the dataset can be read", async () => {
    const folder = join(dataFolder("words"), "new", "folder");
    const { asked, request } = host(words);
    const progress: FetchProgress[] = [];
    const onProgress = (step: FetchProgress) => void progress.push(step);
    const files = await fetchDataset("words", folder, { fetch: request, onProgress });
    expect(files.map(({ status }) => status)).toEqual(["fetched", "fetched"]);
    expect(asked).toEqual([
      "http://w3.usf.edu/FreeAssociation/AppendixA/Cue_Target_Pairs.A-B",
      "http://w3.usf.edu/FreeAssociation/AppendixA/Cue_Target_Pairs.C",
    ]);
    expect(new Set(progress.map(({ file }) => file))).toEqual(new Set(words.keys()));
    await expect(readDataset("words", folder)).resolves.toHaveProperty("name", "words");
  });

  it("leaves files alone that are there and right, and fetches the others", async () => {
    const [first = ["", Buffer.alloc(0)]] = words;
    const folder = dataFolder("words", [first]);
    writeFileSync(join(folder, "words", "Cue_Target_Pairs.C"), "wrong");
    const { asked, request } = host(words);
    const files = await fetchDataset("words", folder, { fetch: request });
    expect(files.map(({ status }) => status)).toEqual(["present", "fetched"]);
    expect(asked).toHaveLength(1);
    const fetched = readFileSync(join(folder, "words", "Cue_Target_Pairs.C"));
    expect(fetched.equals(words.get("Cue_Target_Pairs.C") ?? Buffer.alloc(0))).toBe(true);
  });

  it("keeps what was whole when a later file fails", async () => {
    const folder = dataFolder("words");
    const { request } = host(new Map([...words].slice(0, 1)));
    await expect(fetchDataset("words", folder, { fetch: request })).rejects.toThrow(
      `Cue_Target_Pairs.C answers 404 Not Found. Or put the files in ${folder}/words by hand; ` +
        '`manifest("words")` lists them.',
    );
    expect(readdirSync(join(folder, "words"))).toEqual(["Cue_Target_Pairs.A-B"]);
  });

  it("says how to get by hand what cannot be downloaded, and asks no server", async () => {
    const folder = dataFolder("chaosnli");
    const { asked, request } = host(new Map());
    await expect(fetchDataset("chaosnli", folder, { fetch: request })).rejects.toThrow(
      /download chaosNLI_v1\.0\.zip .* Put it in .*chaosnli\.$/,
    );
    expect(asked).toEqual([]);
  });

  it("says so where the folder cannot be made", async () => {
    const folder = dataFolder("words", [["file", Buffer.from("")]]);
    const inFile = join(folder, "words", "file");
    await expect(fetchDataset("words", inFile, { fetch: host(words).request })).rejects.toThrow(
      `The folder ${join(inFile, "words")} cannot be made`,
    );
  });
});
