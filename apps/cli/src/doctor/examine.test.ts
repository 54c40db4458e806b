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

/** A closed journal with two records. */
function stored(): string {
  const path = join(newFolder(), "replies.jsonl");
  using journal = openJournal(path);
  for (const prompt of ["a", "b"])
    journal.append({ ...asked, prompt, key: requestKey({ ...asked, prompt }) });
  return path;
}

describe("checkStore", () => {
  it("counts the records of a journal", async () => {
    const path = stored();
    const message = `${path} answers 2 requests`;
    expect(await checkStore(path)).toEqual([{ status: "ok", check: "store", message }]);
  });

  it("does not create a journal", async () => {
    const path = join(newFolder(), "none.jsonl");
    expect(await checkStore(path)).toMatchObject([{ status: "ok" }]);
    expect(existsSync(path)).toBe(false);
  });

  it("warns of each damaged line", async () => {
    const path = stored();
    appendFileSync(path, "not a record\n");
    const [first, second] = await checkStore(path);
    expect(first).toMatchObject({ status: "ok" });
    expect(second).toMatchObject({ status: "warn" });
    expect(second?.message).toContain("line 3 of");
  });

  it("fails if another run holds the journal", async () => {
    const path = stored();
    using _held = openJournal(path);
    expect(await checkStore(path)).toMatchObject([{ status: "fail" }]);
    expect((await checkStore(path))[0]?.message).toMatch(
      /in use by another run: .* with --store\.$/,
    );
  });

  it("says whether a database is usable, and why not", async () => {
    const [found] = await checkStore("postgres://127.0.0.1:1/none");
    expect(found).toMatchObject({
      status: "fail",
      message: expect.stringContaining("(no server listens there)"),
    });
  });
});
