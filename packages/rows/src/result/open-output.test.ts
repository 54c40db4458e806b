import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { newFolder } from "@promptnce/testing/new-folder";
import { openOutput, resultPlace } from "./open-output.ts";

it("what is written is in the file in its order once it is whole, and what was there is gone then", async () => {
  const path = join(newFolder(), "out.csv");
  writeFileSync(path, "an older and longer result");
  const output = await openOutput(path);
  await output.write("a,");
  await output.write(Uint8Array.of(0x62));
  expect(readFileSync(path, "utf8")).toBe("an older and longer result");
  await output.end();
  expect(readFileSync(path, "utf8")).toBe("a,b");
  expect(readdirSync(dirname(path))).toEqual(["out.csv"]);
});

it("what ends before it is whole never has the file's name, and says where it is", async () => {
  const path = join(newFolder(), "out.csv");
  const output = await openOutput(path);
  await output.write("a,b\n");
  await output.end(false);
  expect(existsSync(path)).toBe(false);
  expect(output.path).toBe(`${path}.partial`);
  expect(readFileSync(output.path, "utf8")).toBe("a,b\n");
  const again = await openOutput(path);
  await again.end();
  expect(readFileSync(path, "utf8")).toBe("");
});

it.each([
  [
    "a limit that is reached",
    "output.end()",
    "(EFBIG): allow larger files, or name another place with `out`.",
  ],
  ["a kill", `process.kill(process.pid, "SIGKILL")`, ""],
])(
  "%s in the midst of writing leaves an older file as it was, and no half a new one",
  { tags: "full" },
  (_, then, says) => {
    for (const older of ["mine", undefined]) {
      const path = join(newFolder(), "out.csv");
      if (older !== undefined) writeFileSync(path, older);
      const program = `
      import { openOutput } from ${JSON.stringify(join(import.meta.dirname, "open-output.ts"))};
      process.on("SIGXFSZ", () => {});
      const output = await openOutput(${JSON.stringify(path)});
      await output.write("x".repeat(1000));
      await output.write("x".repeat(100_000)).then(() => ${then}).catch(({ message }) => console.log(message));`;
      const command = `${says && "ulimit -f 4;"} exec "$0" --input-type=module -e "$1"`;
      const ended = spawnSync("sh", ["-c", command, process.execPath, program], {
        encoding: "utf8",
        // Node would write its cache as it ends, beyond the limit too.
        env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: "1" },
      });
      expect(ended.signal).toBe(says === "" ? "SIGKILL" : null);
      expect(ended.stdout).toContain(says && `${path} cannot be written to ${says}`);
      expect(existsSync(path) ? readFileSync(path, "utf8") : undefined).toBe(older);
    }
  },
);

it("pieces larger than the stream's room are all written", async () => {
  const path = join(newFolder(), "out.csv");
  const output = await openOutput(path);
  const piece = "x".repeat(1 << 17);
  for (let i = 0; i < 20; i++) {
    await output.write(piece);
  }
  await output.end();
  expect(readFileSync(path, "utf8")).toBe(piece.repeat(20));
});

it("a place where nothing can be written is told at once", async () => {
  const folder = newFolder();
  mkdirSync(join(folder, "d"));
  writeFileSync(join(folder, "out.csv"), "");
  for (const [name, code] of [
    ["out.csv/out.csv", "ENOTDIR"],
    ["d", "EISDIR"],
  ] as const) {
    await expect(openOutput(join(folder, name))).rejects.toThrow(
      `cannot be written to (${code}): allow writing there, or name another place with \`out\`.`,
    );
  }
});

it("a journal of replies is never written over", async () => {
  const path = join(newFolder(), "replies.jsonl");
  writeFileSync(path, '{"v":2,"kind":"reply"}\n');
  await expect(openOutput(path)).rejects.toThrow(
    `${path} holds replies that were paid for and is not overwritten`,
  );
  expect(() => resultPlace(path)).toThrow("holds replies that were paid for");
  expect(readFileSync(path, "utf8")).toBe('{"v":2,"kind":"reply"}\n');
});

it.each([
  ["was taken away and made anew", (path: string) => [rmSync(path), writeFileSync(path, "a,b")]],
  ["has other rows at its end", (path: string) => [appendFileSync(path, "c")]],
  ["is gone", (path: string) => [rmSync(path)]],
  ["is cut off", (path: string) => [truncateSync(path, 1)]],
])("rows whose file another program wrote to are no result: it %s", async (_, change) => {
  const path = join(newFolder(), "out.csv");
  writeFileSync(path, "mine");
  const output = await openOutput(path);
  await output.write("a,b".repeat(50_000)); // So much is not held back.
  change(`${path}.partial`);
  await expect(output.end()).rejects.toThrow(
    `Another program changed ${path}.partial, where the rows of ${path} were written: the result is not kept.`,
  );
  expect(readFileSync(path, "utf8")).toBe("mine");
});

it("folders that are missing are made", async () => {
  const path = join(newFolder(), "a", "b", "out.csv");
  const output = await openOutput(path);
  await output.write("a");
  await output.end();
  expect(readFileSync(path, "utf8")).toBe("a");
});
