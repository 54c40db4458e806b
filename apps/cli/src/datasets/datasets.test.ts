import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";
import { noNetwork } from "./no-network.test.support.ts";

describe("promptnce datasets", () => {
  it("lists the datasets, the recorded replies and the classes", async () => {
    const { status, stdout } = await promptnce(["datasets", "list"]);
    expect(status).toBe(0);
    expect(stdout.match(/^\w+/gm)).toEqual([
      "words",
      "chaosnli",
      "goemotions",
      "opinionqa",
      "nouns",
      "synthbench",
      "introclass",
    ]);
  });

  it("describes source, licence, citation and files", async () => {
    const { status, stdout } = await promptnce(["datasets", "describe", "goemotions"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Licence: {2}CC BY 4\.0/m);
    expect(stdout).toMatch(/^Citation: Demszky/m);
    expect(stdout).toMatch(/goemotions_3\.csv {2}https:.*\n {4}git blob 3c42521b/);
  });

  it("describes as JSON on request", async () => {
    const { stdout } = await promptnce(["datasets", "describe", "words", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ name: "words", editions: [{ name: "official" }] });
  });

  it("verifies each file, and fails if any is missing or wrong", async () => {
    const data = newFolder();
    mkdirSync(join(data, "words"), { recursive: true });
    writeFileSync(join(data, "words", "Cue_Target_Pairs.C"), "not it");
    const { status, stdout, stderr } = await promptnce([
      "datasets",
      "verify",
      "words",
      "--data",
      data,
    ]);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^missing {2}Cue_Target_Pairs\.A-B$/m);
    expect(stdout).toMatch(/^wrong {4}Cue_Target_Pairs\.C {2}\(expected SHA-256 443c30bd/m);
    expect(stderr).toBe(
      `error: words is not complete in ${data}/words: 8 of 8 official files are missing or wrong\n`,
    );
  });

  it("takes the folder from PROMPTNCE_DATA, or else the user's cache", async () => {
    const given = await promptnce(["datasets", "verify", "words"], {
      env: { PROMPTNCE_DATA: "given" },
    });
    expect(given.stderr).toContain("not complete in given/words:");
    const { stderr } = await promptnce(["datasets", "verify", "words"], {
      env: { XDG_CACHE_HOME: newFolder() },
    });
    expect(stderr).toMatch(/[\\/]promptnce[\\/]\S*datasets[\\/]words/);
  });

  it("says in one sentence that there is no network and where to put the files by hand", async () => {
    const data = newFolder();
    const { status, stdout, stderr } = await promptnce(
      ["datasets", "fetch", "words", "--data", data],
      { env: noNetwork },
    );
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(/^error: w3\.usf\.edu cannot be reached \(.+\)\. Or put the files in /);
    expect(stderr).toContain(
      `put the files in ${data}/words by hand; "promptnce datasets describe words" lists them.`,
    );
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(readdirSync(join(data, "words"))).toEqual([]);
  });

  it("says how to get ChaosNLI by hand", async () => {
    const { status, stderr } = await promptnce([
      "datasets",
      "fetch",
      "chaosnli",
      "--data",
      newFolder(),
    ]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^error: .*chaosNLI_v1\.0\.zip.* Put it in .*chaosnli\.\n$/);
  });
});
