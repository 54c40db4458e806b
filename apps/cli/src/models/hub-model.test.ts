import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { modelHub } from "@promptnce/providers/testing/model-hub";
import { newFolder } from "@promptnce/testing/new-folder";
import { describe, expect, it } from "vitest";
import { promptnce, startPromptnce } from "../promptnce.test.support.ts";

const TINY =
  process.env["PROMPTNCE_TEST_GGUF"] ??
  resolve(import.meta.dirname, "../../../../../shared/models/stories260K-f32.gguf");

const NAME = "hf:acme/Tiny-GGUF:Q4_K_M";
const TOKEN = "hf_very-secret-token";

/** A study about five pairs of words that names the model of the hub. */
function studyIn(folder: string): string {
  const study = join(folder, "study.yaml");
  const rows = ["cue,response", "SHOVE,PUSH", "OCEAN,WATER", "DOCTOR,NURSE", "HOT,COLD", "CAT,DOG"];
  writeFileSync(join(folder, "rows.csv"), rows.join("\n"));
  const columns = "task: words\nx: [cue]\ny: response\nout: out.csv";
  writeFileSync(study, `rows: rows.csv\n${columns}\nmodel: llama:${NAME}\nread-from: tokens\n`);
  return study;
}

describe("--model llama:hf:OWNER/REPO:QUANT", () => {
  it("is refused in one sentence where there is no network", async () => {
    const env = { HF_ENDPOINT: "http://127.0.0.1:9", HF_TOKEN: TOKEN };
    const { status, stderr, stdout } = await promptnce(
      ["estimate", studyIn(newFolder()), "--yes"],
      { env },
    );
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining(
        `error: The model ${NAME} is not on this machine, and 127.0.0.1:9 cannot be reached`,
      ),
    ]);
    expect(stdout + stderr).not.toContain(TOKEN);
  });

  it("sends nothing for a dry run", async () => {
    const hub = await modelHub({ bytes: Buffer.from("GGUF") });
    const args = ["estimate", studyIn(newFolder()), "--dry-run"];
    const { status, stdout } = await promptnce(args, { env: { HF_ENDPOINT: hub.url } });
    expect([status, stdout]).toEqual([0, expect.stringContaining("Tiny-GGUF:Q4_K_M (llama)")]);
    expect(hub.seen).toEqual([]);
  });

  it("is refused by start before anything is written, where the hub lacks the quantization", async () => {
    const hub = await modelHub({ bytes: Buffer.from("GGUF") });
    const cwd = newFolder();
    writeFileSync(join(cwd, "rows.csv"), "text,label\na,b\nc,d\n");
    const args = "start rows.csv --yes --model llama:hf:acme/Tiny-GGUF:Q9_X".split(" ");
    const { status, stdout, stderr } = await promptnce(args, {
      cwd,
      env: { HF_ENDPOINT: hub.url },
    });
    const { host } = new URL(hub.url);
    expect([status, stdout, stderr]).toEqual([
      1,
      "",
      `error: acme/Tiny-GGUF at ${host} has no Q9_X: write one of those that it has, Q4_K_M or Q8_0.\n`,
    ]);
    expect(readdirSync(cwd)).toEqual(["rows.csv"]);
  });

  it.skipIf(!existsSync(TINY))(
    "downloads the model with its progress, and asks it",
    { tags: "full" },
    async () => {
      const hub = await modelHub({ bytes: readFileSync(TINY), token: TOKEN });
      const folder = newFolder();
      const env = { HF_ENDPOINT: hub.url, HF_TOKEN: TOKEN, HOME: folder };
      const args = ["estimate", studyIn(folder), "--yes", "--threads", "1"];
      const { stderr, stdout } = await startPromptnce(args, { env });
      expect(stderr).toContain(`Downloading ${NAME}: 100 % of 2 MB`);
      expect(stdout + stderr).not.toContain(TOKEN);
      const asked = readFileSync(join(folder, "out.csv.replies.jsonl"), "utf8");
      expect(asked).toContain('"model":"Tiny-GGUF:Q4_K_M"');
      expect(asked).not.toContain(TOKEN);
    },
  );
});
