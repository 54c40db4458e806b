import { random } from "@promptnce/core/sampling";
import { describe, expect, it } from "vitest";
import { ERROR_MODEL } from "./error-model.ts";
import type { ReplyMembers } from "./reply-json.ts";
import { untidyReply } from "./untidy-reply.ts";

const forms = (members: ReplyMembers, n = 20_000) =>
  Array.from({ length: n }, (_, i) => untidyReply(members, ', "notes": "n"', random(i)));
const pmf: ReplyMembers = [
  ["PUSH", 0.5],
  ["__proto__", 0.3],
  ["OTHER", 0.2],
];

describe("untidyReply", () => {
  it("is mostly the JSON that was asked for", () => {
    const plain = '{"PUSH": 0.5, "__proto__": 0.3, "OTHER": 0.2, "notes": "n"}';
    const share = forms(pmf).filter(({ text }) => text === plain).length / 20_000;
    expect(share).toBeCloseTo(1 - ERROR_MODEL.unreadable - ERROR_MODEL.messy, 2);
  });

  it("keeps every number of an untidy reply", () => {
    const untidy = forms(pmf).filter(({ text }) => /```|Here is|push/.test(text));
    expect(untidy.length / 20_000).toBeCloseTo(ERROR_MODEL.messy, 2);
    for (const { text, stop } of untidy) {
      expect(stop).toBe("end");
      for (const number of ["0.5", "0.3", "0.2"]) {
        expect(text).toContain(number);
      }
    }
  });

  it("never changes case where two keys could then be mistaken for each other", () => {
    const alike: ReplyMembers = [
      ["Other", 0.5],
      ["OTHER", 0.5],
    ];
    for (const { text } of forms(alike, 3000)) {
      expect(text).not.toMatch(/"other"/);
    }
  });

  it("never changes the case of a letter that does not come back", () => {
    for (const { text } of forms(
      [
        ["straße", 0.5],
        ["b", 0.5],
      ],
      3000,
    ))
      expect(text).not.toContain("STRASSE");
  });

  it("says a single number as a string at times", () => {
    expect(forms([["p_base", 0.05]], 3000).map(({ text }) => text)).toContain(
      '{"p_base": "0.05", "notes": "n"}',
    );
  });
});
