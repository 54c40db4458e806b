import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readDataset } from "./read-dataset.ts";
import { dataFolder, samples, useSampleManifests } from "./files/sample-manifest.test.support.ts";

useSampleManifests();

const words = samples("words");
const goemotions = samples("goemotions");
const only = (files: Map<string, Buffer>, ...names: string[]) =>
  [...files].filter(([file]) => names.includes(file));
const official = only(goemotions, "goemotions_1.csv", "goemotions_2.csv", "goemotions_3.csv");
const counts = only(goemotions, "label_counts.csv");
const subset: [string, Buffer][] = [
  ["goemotions_subset.csv", goemotions.get("goemotions_1.csv") ?? Buffer.alloc(0)],
  ...counts,
];

describe("readDataset", () => {
  it("reads the folder of the dataset's name, plain files and packed ones alike", async () => {
    const plain = await readDataset("words", dataFolder("words", words));
    const packed = [...words].map(([file, bytes]): [string, Buffer] => [
      `${file}.gz`,
      gzipSync(bytes),
    ]);
    const unpacked = await readDataset("words", dataFolder("words", packed));
    expect(plain.observations).toHaveLength(11);
    expect(unpacked.observations).toEqual(plain.observations);
    expect(unpacked.sources).toEqual(plain.sources);
    expect(plain.sources.map(({ file }) => file)).toEqual([
      "words/Cue_Target_Pairs.A-B",
      "words/Cue_Target_Pairs.C",
    ]);
  });

  it("refuses a dataset of which a part is missing, and names the part and the folder", async () => {
    const folder = dataFolder("words", only(words, "Cue_Target_Pairs.C"));
    await expect(readDataset("words", folder)).rejects.toThrow(
      `The dataset words in ${folder}/words is incomplete. These official files are missing: ` +
        `Cue_Target_Pairs.A-B. Fetch it with \`fetchDataset("words", "${folder}")\`, or put`,
    );
  });

  it("says what is needed where nothing is there, even no folder", async () => {
    const folder = `${dataFolder("words")}/nowhere`;
    await expect(readDataset("goemotions", folder)).rejects.toThrow(
      `The dataset goemotions is not in ${folder}/goemotions. It needs these files: goemotions_1.csv, ` +
        `goemotions_2.csv, goemotions_3.csv. Fetch it with \`fetchDataset("goemotions", `,
    );
  });

  it("says how to get by hand what no program can fetch", async () => {
    await expect(readDataset("chaosnli", dataFolder("chaosnli"))).rejects.toThrow(
      /It needs these files: chaosNLI_snli\.jsonl\. The official source is a zip archive .* Put it in .*chaosnli\.$/,
    );
  });

  it("refuses a changed file, plain or packed, with both checksums", async () => {
    const [[file, bytes] = ["", Buffer.alloc(0)], ...others] = words;
    const changed = Buffer.concat([bytes, Buffer.from("\n")]);
    const sentence =
      /^words\/Cue_Target_Pairs\.A-B in .* have SHA-256 [0-9a-f]{64}, expected SHA-256 [0-9a-f]{64}\. Delete it and fetch it again\.$/;
    const plain = dataFolder("words", [[file, changed], ...others]);
    await expect(readDataset("words", plain)).rejects.toThrow(sentence);
    const packed = dataFolder("words", [[`${file}.gz`, gzipSync(changed)], ...others]);
    await expect(readDataset("words", packed)).rejects.toThrow(sentence);
  });

  it("names all files that are not the right ones at once", async () => {
    const changed = official.map(([file]): [string, Buffer] => [file, Buffer.from("id,text\n")]);
    const reading = readDataset("goemotions", dataFolder("goemotions", changed));
    await expect(reading).rejects.toThrow(
      /^(goemotions\/goemotions_[123]\.csv in .* is damaged or not .*\n?){3}$/,
    );
  });

  it("refuses a packed file that was cut short", async () => {
    const [[file, bytes] = ["", Buffer.alloc(0)], ...others] = words;
    const cut = dataFolder("words", [[`${file}.gz`, gzipSync(bytes).subarray(0, 90)], ...others]);
    await expect(readDataset("words", cut)).rejects.toThrow(
      /Cue_Target_Pairs\.A-B\.gz is damaged: it cannot be unpacked/,
    );
  });

  it("reads GoEmotions from all its official files, recognised by git blob id", async () => {
    const folder = dataFolder("goemotions", [...official, ...subset]);
    const { marginal, sources } = await readDataset("goemotions", folder);
    expect(marginal.get("joy")).toBe(3 / 11);
    expect(sources).toHaveLength(3);
  });

  it("reads the subset with the corpus's label counts where no official file is there", async () => {
    const folder = dataFolder("goemotions", subset);
    const { marginal, sources } = await readDataset("goemotions", folder);
    expect(marginal.get("joy")).toBe(18 / 207_814);
    expect(sources.map(({ file }) => file)).toEqual([
      "goemotions/goemotions_subset.csv",
      "goemotions/label_counts.csv",
    ]);
  });

  it("never falls back on the subset where some official files are there", async () => {
    const folder = dataFolder("goemotions", [...official.slice(1), ...subset]);
    await expect(readDataset("goemotions", folder)).rejects.toThrow(
      "is incomplete. These official files are missing: goemotions_1.csv.",
    );
  });

  it("never reads the subset without the label counts", async () => {
    const folder = dataFolder("goemotions", subset.slice(0, 1));
    await expect(readDataset("goemotions", folder)).rejects.toThrow(
      "is incomplete. These subset files are missing: label_counts.csv.",
    );
  });
});
