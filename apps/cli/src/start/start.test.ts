import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { simulatedServer } from "@promptnce/rehearsal/server";
import { shellCommands } from "../documents/shell-commands.test.support.ts";
import { hasTerminal, onTerminal } from "@promptnce/testing/terminal";
import { servedEstimate } from "../estimate/served-estimate.test.support.ts";
import { serverOptions } from "../serve/server-options.ts";
import { main, newFolder, promptnce } from "../promptnce.test.support.ts";

const rows = Array.from(
  { length: 24 },
  (_, i) => `"comment ${i}, of many",${["joy", "fear", "anger"][i % 3]}`,
);

/**
 * A folder with a table as people have them: semicolons, blanks in column names, another script.
 */
function folderWith(header = '"Review Text",感情', name = "Mein Export.csv"): string {
  const folder = newFolder();
  writeFileSync(join(folder, name), `${header}\n${rows.join("\n")}\n`.replaceAll(/,(?! )/g, ";"));
  return folder;
}

/** The commands in the output that a user could paste. */
const printed = (text: string): string[][] =>
  shellCommands(text).filter(([word]) => word === "promptnce");

describe("promptnce start", () => {
  it("leads from a file to a page of ten pairs, and prints the command that estimates all rows", async () => {
    const cwd = folderWith();
    const started = await promptnce(["start", "Mein Export.csv"], { cwd });
    expect(started.status, started.stderr).toBe(0);
    expect(started.stderr).toContain(
      "x is Review Text, y is 感情, each row is a pair to be estimated, since no pair repeats and no column counts people (--count rows if each is one person's answer).",
    );
    expect(started.stderr).toContain("Wrote Mein Export.study.yaml.");
    expect(started.stderr).toContain(
      "Asked about 10 pairs drawn at random; labels and base rates come from all rows.",
    );
    expect(started.stdout).toMatch(/REVIEW TEXT:\ncomment \d+, of many\n\nCandidate 感情s/);
    const results = ["Mein Export.pmi.csv", "Mein Export.pmi.html"].map((name) => join(cwd, name));
    expect(readFileSync(results[0]!, "utf8").trim().split("\n")).toHaveLength(11);
    expect(readFileSync(results[1]!, "utf8")).toContain("<svg");

    const [[, ...command] = [], ...others] = printed(started.stdout);
    expect(others).toEqual([]);
    const whole = await promptnce(command, { cwd });
    // The ten pairs and the three base rates are already in the store.
    expect([whole.status, whole.stderr]).toEqual([
      0,
      expect.stringContaining("27 questions, 13 of them answered from"),
    ]);
    expect(readFileSync(results[0]!, "utf8").trim().split("\n")).toHaveLength(25);
  });

  it("says of no draw where a file has ten pairs or fewer", async () => {
    const cwd = newFolder();
    const moods = ["glad", "sad"].flatMap((mood) => [1, 2, 3, 3].map((n) => `text ${n},${mood}`));
    writeFileSync(join(cwd, "few.csv"), ["text,mood", ...moods].join("\n"));
    const columns = ["--x", "text", "--y", "mood", "--yes"];
    const { status, stderr } = await promptnce(["start", "few.csv", ...columns], { cwd });
    expect(status, stderr).toBe(0);
    expect(stderr).toContain("6 pairs (8 rows), 3 different inputs");
    expect(stderr).not.toContain("drawn at random");
  });

  it("is suggested, with the file, if --task is missing", async () => {
    const cwd = folderWith();
    const { status, stderr } = await promptnce(["estimate", "Mein Export.csv"], { cwd });
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(
        /^error: --task: say how .* begin with promptnce start "Mein Export\.csv"\n$/,
      ),
    ]);
    const piped = await promptnce(["estimate", "-"]);
    expect(piped.stderr).toContain("begin with promptnce task init\n");
  });

  it("takes columns and phrases as options, and renames a field whose name the prompts already use", async () => {
    const cwd = folderWith("other,y", "r.csv");
    const phrases = [
      "--person",
      "a rater",
      "--sees",
      "ONE comment",
      "--event",
      "feels this",
      "--label",
      "mood",
    ];
    const started = await promptnce(
      ["start", "r.csv", "--x", "other", "--y", "y", "--no-count", ...phrases],
      { cwd },
    );
    expect([started.status, started.stderr]).toEqual([
      0,
      expect.stringContaining("x is other, y is y"),
    ]);
    expect(started.stdout).toContain("A rater is shown ONE comment and feels this.");
    expect(started.stdout).toContain("promptnce estimate r.study.yaml");
  });

  it.each([
    ["⭐ Stars (1-5)", ["5", "1", "4"], "--y"],
    ["helpful", ["0", "17", "3"], "--y"],
    ["note", ["3,7", "4,2", "1,0"], "--y"],
    ["country", ["DE", "FR", "DE"], "--y"],
  ])("refuses to guess what %s is, with and without --yes", async (name, values, option) => {
    const cwd = newFolder();
    const labelled = name === "note" ? ["text", name] : ["text", "mood", name];
    const lines = Array.from({ length: 24 }, (_, i) => {
      const mood = labelled.includes("mood") ? [["joy", "fear"][i % 2]] : [];
      return [`comment ${i} of many`, ...mood, values[i % 3]].join(";");
    });
    writeFileSync(join(cwd, "r.csv"), [labelled.join(";"), ...lines].join("\n"));
    for (const yes of [[], ["--yes"]]) {
      const { status, stderr } = await promptnce(["start", "r.csv", ...yes], { cwd });
      expect([status, stderr]).toEqual([2, expect.stringMatching(`^error: ${option}: r.csv can`)]);
      expect(stderr).toContain(name);
    }
    expect(existsSync(join(cwd, "r.study.yaml"))).toBe(false);
  });

  it.skipIf(!hasTerminal).each([
    ["mood", "mood"],
    ["", "stimmung"],
  ])(
    "takes what is typed into an empty field, %j, as a label",
    { tags: "full" },
    async (typed, label) => {
      const cwd = folderWith('"Review Text",Stimmung', "r.csv");
      const columnOptions = ["--x", "Review Text", "--y", "Stimmung", "--no-count"];
      const phrases = ["--person", "a rater", "--sees", "ONE comment", "--event", "feels this"];
      const command = [process.execPath, main, "start", "r.csv", ...columnOptions, ...phrases];
      const type = [
        { after: /What is a label/, keys: `${typed}\r` },
        { after: /Is this right/, keys: "\r" },
      ];
      await onTerminal(command, { cols: 100, cwd, type });
      expect(readFileSync(join(cwd, "r.study.yaml"), "utf8")).toContain(`\n  label: ${label}\n`);
    },
  );

  it.skipIf(!hasTerminal)(
    "asks once which model on this machine answers, and writes it into the study",
    { tags: "full" },
    async () => {
      const data = [{ id: "llama3.2", owned_by: "library" }];
      const server = createServer((_, response) => response.end(JSON.stringify({ data })));
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      onTestFinished(() => void server.close());
      const { port } = server.address() as AddressInfo;
      const cwd = folderWith('"Review Text",Stimmung', "r.csv");
      const columnOptions = ["--x", "Review Text", "--y", "Stimmung", "--no-count"];
      const phrases = ["--person", "a rater", "--sees", "ONE comment", "--event", "feels this"];
      const command = [process.execPath, main, "start", "r.csv", ...columnOptions, ...phrases];
      const type = [
        { after: /nobody yet/, keys: "\r" },
        { after: /What is a label/, keys: "\r" },
        { after: /Is this right/, keys: "n" },
      ];
      const env = { PROMPTNCE_PORTS: String(port) };
      await onTerminal(command, { cols: 100, cwd, type, env });
      const study = readFileSync(join(cwd, "r.study.yaml"), "utf8");
      expect(study).toContain('model: ["openai:llama3.2"]\n');
      expect(study).toContain(`base-url: http://127.0.0.1:${port}/v1\n`);
    },
  );

  it("asks the named server about ten rows", async () => {
    const { server, folder } = await servedEstimate();
    const file = join(folder, "pairs.csv");
    const startArguments = [
      "--provider",
      "openai",
      "--base-url",
      `${server.url}/v1`,
      "--model",
      "any",
      "--yes",
    ];
    const { status, stdout, stderr } = await promptnce([
      "start",
      file,
      ...startArguments,
      "--label",
      "answer",
    ]);
    // The prompts belong to a task that this server does not know.
    expect([status, server.stats().requests > 0, stderr]).toEqual([
      1,
      true,
      expect.stringContaining("Wrote "),
    ]);
    expect(stdout).toContain("A prompt, as the model gets it:");
  });

  it("runs a model file as it is told, and says so in the study", async () => {
    const cwd = folderWith("text,mood", "r.csv");
    writeFileSync(join(cwd, "m.gguf"), "GGUF");
    const start = ["start", "r.csv", "--label", "mood", "--yes", "--threads", "2"];
    const refused = await promptnce(start, { cwd });
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining("--threads")]);
    expect(existsSync(join(cwd, "r.study.yaml"))).toBe(false);
    const size = ["--context-size", "512", "--model", "llama:m.gguf"];
    const { stderr } = await promptnce([...start, ...size], { cwd });
    expect(stderr).toContain("The model m.gguf cannot be loaded");
    const study = readFileSync(join(cwd, "r.study.yaml"), "utf8");
    expect(study).toContain('model: ["llama:m.gguf"]\nthreads: 2\ncontext-size: 512\n');
  });

  describe("after a first run whose server was not there", () => {
    const named = ["--provider", "openai", "--model", "any", "--base-url"];
    /** A folder where the first run failed, and how it was started. */
    const failed = async () => {
      vi.spyOn(Math, "random").mockReturnValue(0);
      onTestFinished(() => void vi.restoreAllMocks());
      const cwd = folderWith("text,mood", "r.csv");
      const start = ["start", "r.csv", "--label", "mood", "--yes", ...named];
      const first = await promptnce([...start, "http://127.0.0.1:1/v1"], { cwd });
      expect([first.status, first.stderr]).toEqual([1, expect.stringContaining("ECONNREFUSED")]);
      const read = (): string => readFileSync(join(cwd, "r.study.yaml"), "utf8");
      return { cwd, start, read };
    };

    it("goes on with its study, including changes to it, and with another server", async () => {
      const { cwd, start, read } = await failed();
      const changed = read().replace("person: a person", "person: a shopper # ours");
      writeFileSync(join(cwd, "r.study.yaml"), changed);
      const again = await promptnce([...start, "http://127.0.0.1:2/v1"], { cwd });
      expect([again.status, again.stderr]).toEqual([
        1,
        expect.stringContaining("r.study.yaml already exists, and its first run did not finish"),
      ]);
      expect(again.stdout).toContain("A shopper is shown ONE text");
      expect(read()).toBe(changed.replace(":1/v1", ":2/v1"));
    });

    it("finishes once there is a server, and then protects its study", async () => {
      const { cwd, start } = await failed();
      const task = join(cwd, "r.study.yaml");
      const settings = await serverOptions({ port: 0, latency: 0, failures: 0, task });
      await using server = await simulatedServer(settings);
      const url = server.openaiUrl;
      const again = await promptnce([...start, url], { cwd });
      expect(again.status, again.stderr).toBe(0);
      expect(again.stdout).toContain("promptnce estimate r.study.yaml");
      const more = await promptnce([...start, url], { cwd });
      expect([more.status, more.stderr]).toEqual([2, expect.stringContaining("already exists")]);
    });

    it("refuses options that would make another study", async () => {
      const { cwd, start, read } = await failed();
      const study = read();
      const other = await promptnce([...start, "http://x/v1", "--label", "feeling"], { cwd });
      expect([other.status, other.stderr]).toEqual([
        2,
        "error: --study: r.study.yaml already exists; name another file, or add --force\n",
      ]);
      expect(read()).toBe(study);
    });
  });

  it("does not overwrite a task unless told to, and refuses a file that holds no rows", async () => {
    const cwd = folderWith();
    writeFileSync(join(cwd, "Mein Export.study.yaml"), "mine");
    const refusal = await promptnce(["start", "Mein Export.csv"], { cwd });
    expect([refusal.status, refusal.stderr]).toEqual([
      2,
      "error: --study: Mein Export.study.yaml already exists; name another file, or add --force\n",
    ]);
    expect(readFileSync(join(cwd, "Mein Export.study.yaml"), "utf8")).toBe("mine");
    expect((await promptnce(["start", "Mein Export.csv", "--force"], { cwd })).status).toBe(0);
    expect((await promptnce(["start", "-"])).stderr).toContain(
      "standard input is for your answers; name a file of rows",
    );
    expect((await promptnce(["start", "none.csv"], { cwd })).stderr).toContain(
      "none.csv is not there",
    );
    expect(existsSync(join(cwd, "none.study.yaml"))).toBe(false);
  });
});
