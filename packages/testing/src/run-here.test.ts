import { setImmediate as nextTurn } from "node:timers/promises";
import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { runHere } from "./run-here.ts";

const nothing = { env: {} };

describe("a program that is run here", () => {
  it("leaves its exit code and what it wrote, by console and by streams, in order", async () => {
    const finished = await runHere(async () => {
      console.log("one");
      process.stdout.write(Buffer.from("two\n"));
      await new Promise<void>((written) => void process.stdout.write("", () => written()));
      console.error("three");
      process.stderr.write("four\n");
      return 3;
    }, nothing);
    expect(finished).toEqual({ status: 3, stdout: "one\ntwo\n", stderr: "three\nfour\n" });
  });

  it("finds its environment and no other, its folder, and what comes in", async () => {
    const cwd = realpathSync(mkdtempSync(join(tmpdir(), "promptnce-here-")));
    const { stdout } = await runHere(
      async () => {
        const found = {
          env: { ...process.env },
          cwd: process.cwd(),
          stdin: await text(process.stdin),
        };
        process.stdout.write(JSON.stringify(found));
        return 0;
      },
      { env: { A: "b" }, cwd, stdin: "rows" },
    );
    expect(JSON.parse(stdout)).toEqual({ env: { A: "b" }, cwd, stdin: "rows" });
  });

  it("finds no terminal", async () => {
    const { stdout } = await runHere(async () => {
      process.stdout.write(
        String([process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY)),
      );
      return 0;
    }, nothing);
    expect(stdout).toBe("false");
  });

  it.each([
    ["returns", async () => 0],
    ["throws", () => Promise.reject(new Error("a bug"))],
  ])("leaves the process as it was when it %s", async (_, end) => {
    const state = () => ({
      env: process.env,
      cwd: process.cwd(),
      exitCode: process.exitCode,
      console,
      streams: [process.stdin, process.stdout, process.stderr],
      writes: [Object.getOwnPropertyDescriptor(process.stdout, "write"), process.stderr.isTTY],
      listeners: [...process.listeners("SIGINT"), ...process.stdout.listeners("error")],
    });
    const was = state();
    const program = async (): Promise<number> => {
      process.env["LEFT"] = "behind";
      process.exitCode = 1;
      process.once("SIGINT", () => {});
      process.stdout.on("error", () => {});
      return await end();
    };
    await Promise.allSettled([runHere(program, nothing)]);
    expect(state()).toEqual(was);
    expect(process.env).not.toHaveProperty("LEFT");
  });

  it("throws what the program throws, which is a bug", async () => {
    await expect(runHere(() => Promise.reject(new Error("a bug")), nothing)).rejects.toThrow(
      "a bug",
    );
  });

  it("waits for the one before", async () => {
    const order: string[] = [];
    const program = (name: string) => async () => {
      order.push(`${name} begins`);
      await nextTurn();
      order.push(`${name} ends`);
      return 0;
    };
    await Promise.all([runHere(program("a"), nothing), runHere(program("b"), nothing)]);
    expect(order).toEqual(["a begins", "a ends", "b begins", "b ends"]);
  });
});
