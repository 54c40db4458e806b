import { mkdtemp, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { syntheticWorld } from "@promptnce/datasets";
import { readPrompt } from "@promptnce/prompts";
import { simulated } from "@promptnce/rehearsal";
import { simulatedServer } from "@promptnce/rehearsal/server";
import { describe, expect, it } from "vitest";
import { runMain } from "../testing/run-main.test.support.ts";

const secret = "sk-Very+Secret/0123456789=";
/** The key itself, and its forms in a URL, in base64 and in JSON. */
const forms = [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString("base64").replace(/=+$/, ""),
  secret.slice(3, 18),
];

const respondent = simulated({
  read: readPrompt,
  joint: syntheticWorld("goemotions", "1"),
  profile: "truthful",
  seed: "1",
});

/** Everything that a run printed or wrote. */
async function traces(out: string, ended: { stdout: string; stderr: string }): Promise<string> {
  const names = await readdir(out, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  const texts = files.map((entry) => readFile(join(entry.parentPath, entry.name), "latin1"));
  return [ended.stdout, ended.stderr, ...(await Promise.all(texts))].join("\n");
}

describe.each([
  { vendor: "openai", tags: [], path: "/v1" },
  { vendor: "anthropic", tags: ["full"], path: "" },
])("a key for $vendor's wire format", ({ vendor, tags, path }) => {
  const args = (url: string, out: string): string[] => [
    "--dataset",
    "synthetic-goemotions",
    "--experiment",
    "pmi",
    "--methods",
    "promptnce",
    "--provider",
    vendor,
    "--model",
    "local",
    "--yes",
    "--base-url",
    url,
    "--key-env",
    "SOME_SERVERS_KEY",
    "--pairs",
    "10",
    "--dev",
    "5",
    "--out",
    out,
  ];
  const env = { SOME_SERVERS_KEY: secret };

  it.each([
    ["all is well", {}, 0],
    [
      "calls are rejected, refused and cut",
      { "429": 0.2, "529": 0.1, drop: 0.1, malformed: 0.1 },
      0,
    ],
    ["every call is rejected for a day", { "429": 1 }, 1],
  ] as const)(
    "is in nothing that a run prints or leaves, where %s",
    { tags },
    async (_, faults, code) => {
      const out = await mkdtemp(join(tmpdir(), "promptnce-keys-"));
      await using server = await simulatedServer({
        respondent,
        faults,
        retryAfter: code === 0 ? 0.1 : 86_400,
      });
      const ended = await runMain(args(server.url + path, out), out, { env });
      expect(ended.code).toBe(code);
      const left = await traces(out, ended);
      expect(left.length).toBeGreaterThan(100);
      for (const form of forms) {
        expect(left).not.toContain(form);
      }
    },
  );

  it(
    "is not in an error if no server listens, nor if it is misplaced in the settings",
    { tags },
    async () => {
      const out = await mkdtemp(join(tmpdir(), "promptnce-keys-"));
      const given = args(`http://127.0.0.1:2${path}`, out);
      const refused = await runMain(
        [...given, "--settings", JSON.stringify({ api_key: secret })],
        out,
        { env },
      );
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain("looks like a secret");
      for (const form of forms) {
        expect(await traces(out, refused)).not.toContain(form);
      }
      for (const address of [
        "http://user:pw@127.0.0.1:2/v1",
        `http://127.0.0.1:2/v1?key=${forms[1]}`,
      ]) {
        const { code, stderr } = await runMain(args(address, out), out, { env });
        expect(code).toBe(2);
        expect(stderr).toContain("--base-url: addresses are recorded");
        expect(stderr).not.toContain("pw@");
        for (const form of forms) {
          expect(stderr).not.toContain(form);
        }
      }
    },
  );
});
