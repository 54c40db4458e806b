import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";

it("three joined parts of an estimate give the same bytes as one run and ask nothing more", async () => {
  const cwd = newFolder();
  const rows = Array.from({ length: 60 }, (_, i) => `cue ${i % 25},response ${i % 9}\n`);
  writeFileSync(join(cwd, "rows.csv"), `cue,response\n${rows.join("")}`);
  const estimate = ["estimate", "rows.csv", "--task", "words", "--y", "response"];
  await promptnce([...estimate, "--out", "one.csv"], { cwd });
  for (const i of [1, 2, 3]) {
    const { status, stdout, stderr } = await promptnce(
      [...estimate, "--out", "o.csv", "--shard", `${i}/3`],
      { cwd },
    );
    expect([status, stdout]).toEqual([0, ""]);
    expect(stderr).toContain(`Part ${i} of 3: `);
  }
  const journals = [1, 2, 3].map((i) => `o.csv.replies.${i}-of-3.jsonl`);
  const { stdout } = await promptnce(["replies", "import", "o.csv.replies.jsonl", ...journals], {
    cwd,
  });
  expect(stdout.match(/: \d+ added, 0 skipped/g)).toHaveLength(3);
  const { stderr } = await promptnce([...estimate, "--out", "o.csv"], { cwd });
  expect(stderr).toMatch(/^(\d+) questions, \1 of them answered from the store\./m);
  expect(readFileSync(join(cwd, "o.csv"), "utf8")).toBe(readFileSync(join(cwd, "one.csv"), "utf8"));
});

it.each(["0/3", "4/3", "1", "a/b"])("refuses --shard %s in one sentence", async (shard) => {
  const args = ["estimate", "rows.csv", "--task", "words", "--shard", shard];
  expect(await promptnce(args, { cwd: newFolder() })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("--shard: give a part and the number of parts, such as 2/4"),
  });
});
