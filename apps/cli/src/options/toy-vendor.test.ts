import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { addVendor, type VendorDescriptor } from "@promptnce/providers/vendors";
import { beforeAll, describe, expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";

/** The descriptor of a new vendor, which is all that the list needs. */
const toy: VendorDescriptor = {
  name: "toy",
  example: "toy:NAME",
  keyEnv: "TOY_KEY",
  options: ["settings"],
  refusal: "a toy takes none",
  price: { free: "a toy" },
  probes: [{ wound: true }],
  load: async ({ model, settings = {} }) => ({
    name: "toy",
    model,
    settings,
    complete: async () => ({
      text: '{"p_apply": 0.25, "p_base": 0.5}',
      stop: "end",
      usage: { inputTokens: 9, outputTokens: 9 },
    }),
  }),
};

beforeAll(() => addVendor(toy));

function rows(): string {
  const file = join(newFolder(), "rows.csv");
  writeFileSync(file, "cue,response\ncat,dog\nsun,moon\n");
  return file;
}
const estimate = (file: string, ...more: string[]): string[] => {
  return [
    "estimate",
    file,
    "--task",
    "words",
    "--y",
    "response",
    "--methods",
    "direct-split:ungrounded",
    ...more,
  ];
};

describe("a vendor added to the list", () => {
  it("appears in the help, both in the choices and as an example", async () => {
    const { stdout } = await promptnce(["estimate", "--help"]);
    expect(stdout.replaceAll(/\s+/g, " ")).toMatch(/"llama", "ai", .*"toy"/);
    expect(stdout.replaceAll(/\s+/g, " ")).toMatch(
      /anthropic:NAME, openai:NAME, llama:FILE\.gguf, ai:@ai-sdk\/PACKAGE:NAME, .* or toy:NAME/,
    );
  });

  it("is asked on the command line, at its price and under its name", async () => {
    const file = rows();
    const out = `${file}.out.csv`;
    const { status, stderr } = await promptnce(
      estimate(file, "--model", "toy:bear", "--settings", '{"a":1}', "--out", out),
    );
    expect(status).toBe(0);
    expect(stderr).toContain(
      "The replies used here cost $0.00 (a toy); all replies of the model bear in the store cost $0.00.",
    );
    expect(readFileSync(out, "utf8")).toContain(
      "cat,dog,dog,direct-split:ungrounded,toy:bear,ok,0.25,0.5,",
    );
  });

  it("refuses options that its descriptor does not accept, and batches, which it lacks", async () => {
    const file = rows();
    const refused = await promptnce(
      estimate(file, "--provider", "toy", "--model", "bear", "--base-url", "http://h/v1"),
    );
    expect(refused).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("--base-url: a toy takes none"),
    });
    const batched = await promptnce(estimate(file, "--model", "toy:bear", "--batch"));
    expect(batched.stderr).toContain("--batch: is for models of anthropic and openai");
  });

  it("is examined by the doctor: its key, its answer and its parameters", async () => {
    const { stdout } = await promptnce(["doctor", "--provider", "toy", "--model", "bear"], {
      env: { TOY_KEY: "k" },
    });
    expect(stdout).toContain("ok   TOY_KEY: is set");
    expect(stdout).toContain("warn toy bear: 4 of 10 replies can be read");
    expect(stdout).toContain('ok   wound: {"wound":true} is accepted');
  });
});
