import { spawn } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { main, promptnce, startPromptnce } from "../promptnce.test.support.ts";
import { given } from "./pairs.test.support.ts";

describe("promptnce estimate, resumed from a store", () => {
  it("asks nothing that the store already has", async () => {
    const { args, store } = given();
    const first = await promptnce(args);
    const size = statSync(store).size;
    const second = await promptnce(args);
    expect(second.stdout).toBe(first.stdout);
    expect(second.stderr).toContain("19 questions, 19 of them answered from the store.");
    expect(statSync(store).size).toBe(size);
  });

  it("asks nothing again where something gave the store CRLF line ends", async () => {
    const { args, store } = given();
    await promptnce(args);
    const changed = readFileSync(store, "utf8").replaceAll("\n", "\r\n");
    writeFileSync(store, changed);
    const { stderr } = await promptnce(args);
    expect(stderr).toContain("19 questions, 19 of them answered from the store.");
    expect(readFileSync(store, "utf8")).toBe(changed);
  });

  it("asks nothing where the store is a device, and says so in one sentence", async () => {
    const { args } = given();
    const { status, stderr } = await promptnce([...args.slice(0, -1), "/dev/zero", "--count", "n"]);
    expect(stderr).toBe(
      "error: /dev/zero is a pipe, a device or a socket, which keeps no replies: give a file as --store.\n",
    );
    expect(status).toBe(1);
  });

  it("asks nothing where most of the store cannot be read, and says how to go on", async () => {
    const { args, store } = given();
    await promptnce(args);
    const changed = readFileSync(store, "utf8").replaceAll(":", ": ");
    writeFileSync(store, `${readFileSync(store, "utf8").split("\n")[0]}\n${changed}`);
    const { status, stderr } = await promptnce(args);
    expect(stderr).toContain(
      `More than 5 lines of the journal ${store} cannot be read, and a run would pay again for what they hold (the first, line 2, `,
    );
    const remedy = `"promptnce replies export ${store} --out kept.jsonl"`;
    expect(stderr).toContain(`bring what can still be read to a new one with ${remedy}.`);
    expect(status).toBe(1);
    expect(existsSync(`${store}.lock`)).toBe(false);
  });

  it(
    "stops at Ctrl-C with its replies in the store, and continues from there",
    { tags: "full" },
    async () => {
      const cues = Array.from({ length: 20_000 }, (_, i) => `cue ${i},b${i % 11}`);
      const { args, store } = given(`cue,response\n${cues.join("\n")}\n`);
      const child = spawn(process.execPath, [main, ...args]);
      let stderr = "";
      child.stdout.resume();
      child.stderr.on("data", (chunk: Buffer) => {
        stderr += chunk.toString();
        if (chunk.toString().includes("estimated 4")) child.kill("SIGINT");
      });
      const status = await new Promise((done) => child.on("close", done));
      expect(status).toBe(1);
      expect(stderr).toContain(
        "Stopping: no new questions; waiting for the answers under way; a second Ctrl-C ends it at once.",
      );
      expect(stderr).toMatch(
        /Stopped\. Every answer so far is in the store: the same command goes on from there\.\n$/,
      );
      const records = readFileSync(store, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as { key: string });
      const kept = new Set(records.map(({ key }) => key)).size;
      expect(kept).toBeGreaterThan(3000);
      expect(kept).toBeLessThan(20_012);
      const again = await promptnce([...args, "--dry-run"]);
      expect(again.stdout).toContain(`of which the store answers ${kept.toLocaleString("en")}`);
    },
  );

  it("stops at SIGTERM as at Ctrl-C", { tags: "full" }, async () => {
    const cues = Array.from({ length: 20_000 }, (_, i) => `cue ${i},b${i % 11}`);
    const { args } = given(`cue,response\n${cues.join("\n")}\n`);
    const stopAt = { said: "estimated 4", signal: "SIGTERM" } as const;
    const { status, stderr } = await startPromptnce(args, { stopAt });
    expect(status).toBe(1);
    expect(stderr).toContain("waiting for the answers under way, at most 8 seconds (SIGTERM).");
    expect(stderr).toMatch(
      /Stopped\. Every answer so far is in the store: the same command goes on from there\.\n$/,
    );
  });

  it("sends nothing in a dry run, and counts what the store has", async () => {
    const { args, store } = given();
    const dry = await promptnce([...args, "--dry-run"]);
    expect(dry.stdout).toContain("questions        19, of which the store answers 0");
    expect(existsSync(store)).toBe(false);
    await promptnce(args);
    const again = await promptnce([...args, "--dry-run"]);
    expect(again.stdout).toContain("questions        19, of which the store answers 19");
  });

  it(
    "continues after a kill, and writes the same bytes as an uninterrupted run",
    { tags: "full" },
    async () => {
      const cues = Array.from(
        { length: 20_000 },
        (_, i) => `cue ${i},${i % 37 === 0 ? "a" : `b${i % 11}`}`,
      );
      const rows = `cue,response\n${cues.join("\n")}\n`;
      const whole = given(rows);
      const wanted = await promptnce([...whole.args, "--out", join(whole.folder, "r.csv")]);
      expect(wanted.status).toBe(0);

      const broken = given(rows);
      const args = [...broken.args, "--out", join(broken.folder, "r.csv")];
      const child = spawn(process.execPath, [main, ...args]);
      child.stderr.on("data", (chunk: Buffer) => {
        if (chunk.toString().includes("estimated 6")) child.kill("SIGKILL");
      });
      await new Promise((done) => child.on("close", done));
      expect(existsSync(join(broken.folder, "r.csv"))).toBe(false);
      const kept = readFileSync(broken.store, "utf8").split("\n").length - 1;
      expect(kept).toBeGreaterThan(5000);
      expect(kept).toBeLessThan(20_012);

      const resumed = await promptnce(args);
      expect(resumed.status).toBe(0);
      const stored = Number(
        /, ([\d,]+) of them answered/.exec(resumed.stderr)?.[1]?.replace(",", ""),
      );
      expect(stored).toBeGreaterThan(5000);
      expect(readFileSync(join(broken.folder, "r.csv"), "utf8")).toBe(
        readFileSync(join(whole.folder, "r.csv"), "utf8"),
      );
    },
  );
});
