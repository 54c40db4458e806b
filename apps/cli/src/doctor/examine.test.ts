import { appendFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { openJournal } from "@promptnce/engine/journal";
import { requestKey } from "@promptnce/engine";
import { describe, expect, it } from "vitest";
import { newFolder } from "../promptnce.test.support.ts";
import { checkStore } from "./examine.ts";

const asked = {
  provider: "p",
  model: "m",
  settings: {},
  sample: 0,
  reply: { text: "!", stop: "end" },
} as const;

/** A closed journal of two records. */
function stored(): string {
  const path = join(newFolder(), "replies.jsonl");
  using journal = openJournal(path);
  for (const prompt of ["a", "b"])
    journal.append({ ...asked, prompt, key: requestKey({ ...asked, prompt }) });
  return path;
}

describe("checkStore", () => {
  it("counts what a journal answers", async () => {
    const path = stored();
    const message = `${path} answers 2 requests`;
    expect(await checkStore(path)).toEqual([{ status: "ok", check: "store", message }]);
  });

  it("makes no journal where there is none", async () => {
    const path = join(newFolder(), "none.jsonl");
    expect(await checkStore(path)).toMatchObject([{ status: "ok" }]);
    expect(existsSync(path)).toBe(false);
  });

  it("warns of each line that is damaged", async () => {
    const path = stored();
    appendFileSync(path, "not a record\n");
    const [first, second] = await checkStore(path);
    expect(first).toMatchObject({ status: "ok" });
    expect(second).toMatchObject({ status: "warn" });
    expect(second?.message).toContain("line 3 of");
  });

  it("fails where another run has it", async () => {
    const path = stored();
    using _held = openJournal(path);
    expect(await checkStore(path)).toMatchObject([{ status: "fail" }]);
    expect((await checkStore(path))[0]?.message).toMatch(
      /in use by another run: .* with --store\.$/,
    );
  });

  it("says of a database whether it can be used, and what is in the way", async () => {
    const [found] = await checkStore("postgres://127.0.0.1:1/none");
    expect(found).toMatchObject({
      status: "fail",
      message: expect.stringContaining("(nothing listens there)"),
    });
  });
});
