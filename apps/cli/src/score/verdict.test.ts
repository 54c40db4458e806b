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
      "“expert” describes the students better than “generic”: it won 100 % of comparisons and tied 0 %.",
    );
  });

  it("says where this holds, and in how many variants the summaries do not differ", () => {
    const text = scoreVerdict([tied, expert]);
    expect(text).toMatch(
      /^“expert” describes the students better than “generic”: it won 100 % of .+ tied 0 % \(.+\)\./,
    );
    expect(text).toContain("The difference is not clear in 1 of 2 ways of asking.");
  });

  it("says that it depends if two variants disagree", () => {
    expect(scoreVerdict([expert, generic])).toMatch(
      /depends on how the model is asked: “expert” with .*; “generic” with /,
    );
  });

  it("says that it is unknown if the summaries do not differ", () => {
    expect(scoreVerdict([tied])).toBe(
      "It is not clear whether “expert” or “generic” describes the students better: “expert” won 0 % of comparisons and tied 100 %.",
    );
  });

  it("says that it is unknown with few students, or if nothing could be read", () => {
    expect(scoreVerdict([of({ expert: 0.5, generic: 0.1 }, 9)])).toContain(
      "9 students are too few to tell",
    );
    expect(scoreVerdict([of({ expert: 0.5, generic: 0.1 }, 10)])).toMatch(/^“expert” describes/);
    expect(scoreVerdict([of({ expert: undefined, generic: undefined })])).toContain(
      "no reply could be read",
    );
  });
});
