import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Provider } from "@promptnce/core";
import { syntheticWorld } from "@promptnce/datasets";
import { readPrompt } from "@promptnce/prompts";
import { simulated } from "@promptnce/rehearsal";
import { simulatedServer } from "@promptnce/rehearsal/server";
import { newFolder } from "@promptnce/testing/new-folder";
import { describe, expect, it } from "vitest";
import { readCsv } from "../testing/read-csv.test.support.ts";
import { runMain } from "../testing/run-main.test.support.ts";

const truthful = simulated({
  read: readPrompt,
  joint: syntheticWorld("chaosnli", "1"),
  profile: "truthful",
  seed: "1",
});

/**
 * Gives every candidate the whole mass, as small models do. The notes of a number run on to the
 * token limit.
 */
const flat: Provider = {
  ...truthful,
  async complete(request, options) {
    const reply = await truthful.complete(request, options);
    const masses = JSON.parse(reply.text) as Record<string, number | string>;
    if (!("notes" in masses))
      return { ...reply, text: JSON.stringify(masses).replace(/:[-\d.e]+/g, ": 1") };
    const text = `${reply.text.slice(0, reply.text.indexOf("notes"))}notes": "They would, they would, they wo`;
    return { ...reply, text, stop: "length" };
  },
};

const run = async (...more: readonly string[]) => {
  const out = newFolder();
  await using server = await simulatedServer({ respondent: flat });
  const what = [
    "--dataset",
    "synthetic-chaosnli",
    "--experiment",
    "pmi",
    "--pairs",
    "40",
    "--dev",
    "5",
  ];
  const whom = [
    "--model",
    "openai:m",
    "--base-url",
    server.openaiUrl,
    "--yes",
    "--methods",
    "direct-split,infonce",
  ];
  return { out, ended: await runMain([...what, ...whom, "--out", out, ...more], out) };
};

describe("bench of a model that gives every candidate all of the mass", () => {
  it("counts the estimates from such masses beside those scored, and records the quality of the replies", async () => {
    const { out, ended } = await run("--max-failures", "1");
    expect(ended).toMatchObject({ code: 0 });
    const rows = await readCsv(join(out, "tables", "pmi.csv"));
    const of = (method: string) => rows.find((row) => row["method"] === method);
    expect(of("infonce")).toMatchObject({ scored: "40 of 40, 40 flagged" });
    expect(of("direct-split")).toMatchObject({ scored: "40 of 40" });
    expect(await readFile(join(out, "tables", "pmi.md"), "utf8")).toContain(
      "Flagged: so many of the scored rest on",
    );
    const { providers } = JSON.parse(await readFile(join(out, "manifest.json"), "utf8"));
    const { closed, conditional } = providers[0].raw;
    expect(closed).toMatchObject({ doubtful: closed.replies, sums: [3, 3, 3, 3, 3] });
    expect(conditional).toMatchObject({ cut: conditional.replies, unreadable: 0, doubtful: 0 });
    const page = await readFile(join(out, "report.html"), "utf8");
    expect(page).toContain("m on synthetic-chaosnli, closed");
    expect(page).toContain("masses sum to 3; 100.0 % sum far from one");
  });

  it("stops if most of the first answers are like this", async () => {
    const { ended } = await run();
    expect(ended.code).toBe(5);
    expect(ended.stderr).toMatch(
      /of little or no use, most often because its masses sum far from one/,
    );
  });
});
