import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { modelHub } from "../testing/model-hub.test.support.ts";
import { downloadedModel } from "./downloaded-model.ts";
import { llamaVendor } from "./vendor.ts";

const NAME = "hf:acme/Tiny-GGUF:Q4_K_M";
const TOKEN = "hf_very-secret-token";
const bytes = Buffer.from("GGUF and many more bytes. ".repeat(1000));

/** A folder for models, with the hub of the environment, for the running test. */
async function folderWith(options: Partial<Parameters<typeof modelHub>[0]> = {}) {
  const hub = await modelHub({ bytes, ...options });
  vi.stubEnv("HF_ENDPOINT", hub.url);
  vi.stubEnv("HF_TOKEN", "");
  const folder = mkdtempSync(join(tmpdir(), "promptnce-hub-"));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  return { ...hub, folder };
}

describe("downloadedModel", () => {
  it("downloads a model of a hub, and tells its progress", async () => {
    const { folder } = await folderWith();
    const told: number[] = [];
    const onProgress = ({ downloaded, size }: { downloaded: number; size: number }) =>
      void told.push(downloaded / size);
    const path = await downloadedModel(NAME, { folder, onProgress });
    expect(readFileSync(path).equals(bytes)).toBe(true);
    expect(told.at(-1)).toBe(1);
  });

  it("asks nobody for a model that it has checked before", async () => {
    const { folder, seen } = await folderWith();
    const path = await downloadedModel(NAME, { folder });
    const asked = seen.length;
    expect(await downloadedModel(NAME, { folder })).toBe(path);
    expect(seen).toHaveLength(asked);
    const [digest, name] = readFileSync(`${path}.sha256`, "utf8").trim().split("  ");
    expect([digest, name]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), basename(path)]);
  });

  it("removes a model whose SHA-256 is not the one that the hub lists, and says so", async () => {
    const { folder } = await folderWith({ listed: Buffer.from(bytes).fill("x", 5000, 5001) });
    await expect(downloadedModel(NAME, { folder })).rejects.toThrow(
      `The download of ${NAME} is damaged: no file that the hub lists has its size and SHA-256`,
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it("says in one sentence that there is no network", async () => {
    const { folder } = await folderWith();
    vi.stubEnv("HF_ENDPOINT", "http://127.0.0.1:9");
    await expect(downloadedModel(NAME, { folder })).rejects.toThrow(
      `The model ${NAME} is not on this machine, and 127.0.0.1:9 cannot be reached to download it: connect to the network, or name a GGUF file.`,
    );
  });

  it("opens a private model with HF_TOKEN", async () => {
    const { folder } = await folderWith({ token: TOKEN });
    vi.stubEnv("HF_TOKEN", TOKEN);
    expect(readFileSync(await downloadedModel(NAME, { folder })).equals(bytes)).toBe(true);
  });

  it("names HF_TOKEN, and shows no token, where the hub refuses", async () => {
    const { folder } = await folderWith({ token: TOKEN });
    const wrong = "hf_another-secret";
    vi.stubEnv("HF_TOKEN", wrong);
    const error = await downloadedModel(NAME, { folder }).catch((thrown: unknown) => thrown);
    expect(String(error)).toMatch(/shows no model acme\/Tiny-GGUF \(401\): .* into HF_TOKEN/);
    expect(JSON.stringify(error) + String((error as Error).stack)).not.toContain("secret");
  });

  it.each([
    ["hf:acme/None:Q4_K_M", "shows no model acme/None (404)"],
    [
      "hf:acme/Tiny-GGUF:Q9_X",
      "acme/Tiny-GGUF at 127.0.0.1:PORT has no Q9_X: write one of those that it has, Q4_K_M or Q8_0.",
    ],
    [
      "hf:acme/Tiny-GGUF/Tiny-Q9_X.gguf",
      "has no file Tiny-Q9_X.gguf: write one of those that it has, Tiny-Q4_K_M.gguf or Tiny-Q8_0-00001-of-00002.gguf.",
    ],
    ["hf:acme/Tiny:Q4_K_M", "acme/Tiny at 127.0.0.1:PORT has no GGUF file: take a repository that"],
    ["hf:acme", "names no model of Hugging Face: write hf:OWNER/REPO:QUANT"],
  ])("refuses %s", async (name, why) => {
    const { folder, url } = await folderWith();
    const sentence = why.replace("PORT", new URL(url).port);
    await expect(downloadedModel(name, { folder })).rejects.toThrow(sentence);
  });

  it("goes on where a stopped download ended", { tags: ["full"] }, async () => {
    const large = Buffer.alloc(48 << 20, "GGUF");
    const { folder, seen } = await folderWith({ bytes: large });
    const stop = new AbortController();
    const stopped = downloadedModel(NAME, {
      folder,
      signal: stop.signal,
      onProgress: ({ downloaded }) => downloaded > 28 << 20 && stop.abort(new Error("stopped")),
    });
    await expect(stopped).rejects.toThrow("stopped");
    const before = seen.length;
    expect(readFileSync(await downloadedModel(NAME, { folder })).equals(large)).toBe(true);
    const asked = seen.slice(before).map(({ range }) => {
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? "") ?? [];
      return to === undefined ? 0 : Number(to) + 1 - Number(from);
    });
    expect(asked.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(large.length);
  });
});

describe("a model of a hub, chosen by its name", () => {
  it("is neither downloaded nor asked for where nothing may be sent", async () => {
    const { seen } = await folderWith();
    const { model, file } = llamaVendor.modelOf!("hf:acme/Tiny-GGUF:Q4_K_M-none");
    const provider = await llamaVendor.load({ model, file });
    expect(provider.model).toBe("Tiny-GGUF:Q4_K_M-none");
    expect(seen).toEqual([]);
  });
});
