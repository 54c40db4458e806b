import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runHere } from "@promptnce/testing";
import { describe, expect, it } from "vitest";
import { newFolder } from "@promptnce/testing/new-folder";
import { reproduction } from "./reproduction.ts";

const env = { PATH: process.env["PATH"] };
const run = (...args: string[]) => runHere(() => reproduction(args), { env });

describe("pnpm reproduction", () => {
  it.each([
    [["--seeds", "1"], "--seeds: give a whole number from 2 to 1000"],
    [["--seeds", "three"], "--seeds: give a whole number"],
    [["--sedes", "3"], "unknown option '--sedes'"],
    [["3"], "too many arguments"],
  ])("refuses %j with a sentence", async (args, sentence) => {
    const { status, stdout, stderr } = await run(...args);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(sentence);
  });

  it("describes itself in its help", async () => {
    expect(await run("--help")).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("--check"),
    });
  });

  it("exits with 1 before running anything if the document lists other claims", async () => {
    const document = join(newFolder(), "reproduction.md");
    writeFileSync(document, "# Nothing is claimed here\n");
    const { status, stderr } = await runHere(() => reproduction(["--check"], document), { env });
    expect(status).toBe(1);
    expect(stderr).toContain(
      "The document lacks the claim A truthful respondent and counted base rates give PMI exactly.",
    );
  });

  it(
    "finds that all claims of docs/reproduction.md hold on three seeds",
    { tags: "full" },
    async () => {
      expect(await run("--seeds", "3", "--check")).toMatchObject({ status: 0, stdout: "" });
    },
  );
});
