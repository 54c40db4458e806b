import { appendFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { openJournal, requestKey } from "@promptnce/providers";
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
  for (const prompt of ["a", "b"]) journal.append({ ...asked, prompt, key: requestKey({ ...asked, prompt }) });
  return path;
}

describe("checkStore", () => {
  it("counts what a journal answers", () => {
    const path = stored();
    const message = `${path} answers 2 requests`;
    expect(checkStore(path)).toEqual([{ status: "ok", check: "store", message }]);
  });

  it("makes no journal where there is none", () => {
    const path = join(newFolder(), "none.jsonl");
    expect(checkStore(path)).toMatchObject([{ status: "ok" }]);
    expect(existsSync(path)).toBe(false);
  });

  it("warns of each line that is damaged", () => {
    const path = stored();
    appendFileSync(path, "not a record\n");
    const [first, second] = checkStore(path);
    expect(first).toMatchObject({ status: "ok" });
    expect(second).toMatchObject({ status: "warn" });
    expect(second?.message).toContain("line 3 of");
  });

  it("fails where another run has it", () => {
    const path = stored();
    using _held = openJournal(path);
    expect(checkStore(path)).toMatchObject([{ status: "fail" }]);
    expect(checkStore(path)[0]?.message).toContain("in use by another run");
  });
});
