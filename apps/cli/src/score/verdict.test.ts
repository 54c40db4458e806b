import { describe, expect, it } from "vitest";
import { scoredOf, type Verdict } from "./scored.test.support.ts";
import { scoreVerdict } from "./score-page.ts";

const of = (masses: Verdict["masses"], students = 20) =>
  scoredOf(Array.from({ length: students }, (_, i) => ({ student: `s${i}`, masses })));
const expert = of({ expert: 0.5, generic: 0.1 });
const generic = of({ expert: 0.1, generic: 0.5 });
const tied = of({ expert: 0.1, generic: 0.1 });

describe("the verdict of score", () => {
  it("names the better summary, with its wins and ties", () => {
    expect(scoreVerdict([expert])).toBe(
      "“expert” knows the students better than “generic”: won 100 %, tied 0 %.",
    );
  });

  it("says where this holds, and in how many variants the summaries do not differ", () => {
    const text = scoreVerdict([tied, expert]);
    expect(text).toMatch(
      /^“expert” knows the students better than “generic”: won 100 %, tied 0 % \(.+\)\./,
    );
    expect(text).toContain("Not told apart in 1 of 2 ways of asking.");
  });

  it("says that it depends if two variants disagree", () => {
    expect(scoreVerdict([expert, generic])).toMatch(
      /^It depends on how one asks .*“expert” by .*; “generic” by /,
    );
  });

  it("says that it is unknown if the summaries do not differ", () => {
    expect(scoreVerdict([tied])).toBe(
      "It is not known whether “expert” or “generic” knows the students better: “expert” won 0 %, tied 100 %.",
    );
  });

  it("says that it is unknown with few students, or if nothing could be read", () => {
    expect(scoreVerdict([of({ expert: 0.5, generic: 0.1 }, 9)])).toContain(
      "9 students are too few to tell",
    );
    expect(scoreVerdict([of({ expert: 0.5, generic: 0.1 }, 10)])).toMatch(/^“expert” knows/);
    expect(scoreVerdict([of({ expert: undefined, generic: undefined })])).toContain(
      "nothing could be read",
    );
  });
});
