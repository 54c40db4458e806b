import { expect, it } from "vitest";
import { outcomeLine } from "./score-page.ts";
import { scoredOf, type Verdict } from "./scored.test.support.ts";

const judged = (masses: Verdict["masses"]) => Array.from({ length: 20 }, (_, i) => ({ student: `s${i}`, masses }));

it("names the best kind alone where it is told apart", () => {
  const line = outcomeLine(scoredOf(judged({ expert: 0.5, generic: 0.1 })));
  expect(line).toMatchObject({ said: "best", results: [{ name: "expert", value: "1.00 ± 0.00" }] });
});

it("names the first two where they are not told apart", () => {
  const line = outcomeLine(scoredOf(judged({ expert: 0.1, generic: 0.1 })));
  expect(line.said).toBe("not told apart from the next");
  expect(line.results.map(({ value }) => value)).toEqual(["0.50 ± 0.00", "0.50 ± 0.00"]);
});

it("says so where nothing could be read, and gives no error of one student", () => {
  const unread = outcomeLine(scoredOf(judged({ expert: undefined, generic: undefined })));
  expect(unread).toMatchObject({ said: "nothing could be read", results: [] });
  const single = outcomeLine(scoredOf(judged({ expert: 0.5, generic: 0.1 }).slice(0, 1)));
  expect(single.results[0]?.value).toBe("1.00");
});

it("calls nothing best of fewer than ten students, and gives no error of theirs", () => {
  const win = (students: number) => outcomeLine(scoredOf(judged({ expert: 0.5, generic: 0.1 }).slice(0, students)));
  expect(win(2)).toMatchObject({
    said: "too few students (2) to tell it apart from the next",
    results: [
      { name: "expert", value: "1.00" },
      { name: "generic", value: "0.00" },
    ],
  });
  expect(win(9).said).toContain("too few students (9)");
  expect(win(10).said).toBe("best");
});
