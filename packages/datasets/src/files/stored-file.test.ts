import { describe, expect, it } from "vitest";
import { dataFolder, samples, useSampleManifests } from "./sample-manifest.test.support.ts";
import { verifyDataset } from "./stored-file.ts";

useSampleManifests();

const words = samples("words");

describe("verifyDataset", () => {
  it("finds every file ok where the dataset would be read", async () => {
    const { edition, files } = await verifyDataset("words", dataFolder("words", words));
    expect(edition).toBe("official");
    expect(files.map(({ status }) => status)).toEqual(["ok", "ok"]);
  });

  it("tells a missing file from a wrong one and gives both checksums of the latter", async () => {
    const folder = dataFolder("words", [["Cue_Target_Pairs.C", Buffer.from("abc")]]);
    const { files } = await verifyDataset("words", folder);
    expect(files).toEqual([
      { file: "Cue_Target_Pairs.A-B", status: "missing", expected: expect.any(String) },
      {
        file: "Cue_Target_Pairs.C",
        status: "wrong",
        expected: expect.stringMatching(/^SHA-256 [0-9a-f]{64}$/),
        found: "SHA-256 ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
      },
    ]);
  });

  it("calls a packed file that cannot be unpacked wrong, and says why", async () => {
    const broken = Buffer.from([0x1f, 0x8b, 0, 0]);
    const folder = dataFolder("words", [["Cue_Target_Pairs.C.gz", broken]]);
    const { files } = await verifyDataset("words", folder);
    expect(files[1]).toMatchObject({
      status: "wrong",
      found: expect.stringContaining("is damaged: it cannot be unpacked"),
    });
  });

  it("reports the official files as missing where nothing is there", async () => {
    const { edition, files } = await verifyDataset("goemotions", "no-such-folder");
    expect(edition).toBe("official");
    expect(files.map(({ status }) => status)).toEqual(["missing", "missing", "missing"]);
  });
});
