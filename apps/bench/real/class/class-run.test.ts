import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { requestKey } from "@promptnce/engine";
import { openJournal, readJournal } from "@promptnce/engine/journal";
import { runHere } from "@promptnce/testing";
import { newFolder } from "@promptnce/testing/new-folder";
import { describe, expect, it } from "vitest";
import { runMain } from "../../src/testing/run-main.test.support.ts";
import { classRun, type Places } from "./class-run.ts";
import { table3Rows } from "./document.ts";

const root = join(import.meta.dirname, "../../../..");
const real = {
  kept: join(root, "examples/class-run"),
  document: join(root, "docs/public-class.md"),
};

const run = (args: readonly string[], places: Places) =>
  runHere(() => classRun(args, places), { env: {} });

const header =
  "variant,method,first,second,win_rate,students,standard_error,low,high,wins,ties,losses,absent,remark,simulated";

/** A new document and an empty folder of kept runs. */
function places(): Places {
  const folder = newFolder();
  const document = join(folder, "document.md");
  const part = "what judges said";
  writeFileSync(
    document,
    `Before.\n\n<!-- ${part}, written by \`pnpm class\` -->\n<!-- /${part} -->\n`,
  );
  mkdirSync(join(folder, "kept"));
  return { document, kept: join(folder, "kept") };
}

describe("pnpm class", () => {
  it("keeps a run without its texts, and writes its wins beside the paper's", async () => {
    const out = join(newFolder(), "out");
    mkdirSync(join(out, "tables"), { recursive: true });
    writeFileSync(join(out, "manifest.json"), "{}\n");
    writeFileSync(
      join(out, "tables/pairs.csv"),
      `${header}\nCompression,GEM,claude,generic,0.25,20,0.05,0.15,0.35,5,0,15,0,,false\n` +
        "Compression,GEM,claude,filler,0.75,4,,,,3,0,1,0,4 students: too few,false\n",
    );
    const store = join(out, "replies.jsonl");
    {
      using journal = openJournal(store);
      const asked = { provider: "llama", model: "m", settings: {}, sample: 0, prompt: "Her text." };
      const reply = { text: "{}", stop: "end" } as const;
      journal.append({ ...asked, at: new Date(0).toISOString(), key: requestKey(asked), reply });
    }
    const { kept, document } = places();
    const { status } = await run(["--keep", out, "--as", "judge/gem"], { kept, document });
    expect(status).toBe(0);
    expect([...readJournal(join(kept, "judge/gem/replies.jsonl"))]).toMatchObject([{ prompt: "" }]);
    const text = readFileSync(document, "utf8");
    expect(text).toMatch(
      /\| Compression +\| GEM +\| 0\.273 ± 0\.035 \| 0\.843 ± 0\.028 \| 0\.250 ± 0\.050 \(20, 20\) \|/,
    );
    expect(text).toMatch(
      /\| Future prediction \| PromptNCE \| 0\.735 ± 0\.026 \| 0\.684 ± 0\.017 \| +– \|/,
    );
    expect(text).toMatch(/claude +\| generic \| 0\.250 ± 0\.050 \| 0\.150 to 0\.350 \| +20 \|/);
    expect(text).toMatch(/claude +\| filler +\| +0\.750 \| +– \| +4 \|/);
    expect(text).not.toContain("NaN");
  });

  it("writes the controls of a file of summaries beside it", async () => {
    const folder = newFolder();
    const file = join(folder, "summaries.csv");
    writeFileSync(file, 'student,kind,summary\nada,own,"Loops, mostly."\nbea,own,Names.\n');
    expect(await run(["--controls", file], places())).toMatchObject({ status: 0 });
    const controls = readFileSync(join(folder, "controls.csv"), "utf8").split("\n");
    expect(controls[0]).toBe("student,kind,summary");
    expect(controls).toContain("ada,another student's,Names.");
    expect(controls).toContain('bea,another student\'s,"Loops, mostly."');
  });

  it("recreates the current document from the kept runs", async () => {
    const document = join(newFolder(), "document.md");
    cpSync(real.document, document);
    expect(await run([], { ...real, document })).toMatchObject({ status: 0 });
    expect(readFileSync(document, "utf8")).toBe(readFileSync(real.document, "utf8"));
  });

  it("prints the simulated values of bench", { tags: "full" }, async () => {
    const folder = newFolder();
    await runMain(["--experiment", "case-study", "--out", "out"], folder);
    const table = readFileSync(join(folder, "out/tables/case-study.md"), "utf8");
    for (const { simulated } of table3Rows) {
      expect(table).toContain(simulated);
    }
  });

  it("recreates the controls from the kept summaries", async () => {
    const folder = newFolder();
    cpSync(join(real.kept, "summaries.csv"), join(folder, "summaries.csv"));
    await run(["--controls", join(folder, "summaries.csv")], places());
    expect(readFileSync(join(folder, "controls.csv"), "utf8")).toBe(
      readFileSync(join(real.kept, "controls.csv"), "utf8"),
    );
  });
});
