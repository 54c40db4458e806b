import { expect, test } from "vitest";
import { derivedBody } from "./derived-body.ts";

const body = "Estimate p.\n\nCUE: {{cue}}\n\nReturn p.";

test("a body is derived by what is put into a place, the rest as it is", () => {
  expect(
    derivedBody(body, [
      { replace: "\n\nCUE:", by: "\n\nWork in order. $& {{cue}}\n\nCUE:" },
      { replace: "Return p.", by: "Return notes." },
    ]),
  ).toBe("Estimate p.\n\nWork in order. $& {{cue}}\n\nCUE: {{cue}}\n\nReturn notes.");
  expect(derivedBody(body, [])).toBe(body);
});

test("a later change finds what an earlier one has put in", () => {
  const changes = [
    { replace: "Return", by: "Then: Return" },
    { replace: "Then: Return", by: "Last, return" },
  ];
  expect(derivedBody("Return p.", changes)).toBe("Last, return p.");
});

test("a place that the body does not have, or has twice, is refused by name", () => {
  expect(() => derivedBody(body, [{ replace: "TARGET: {{target}}", by: "x" }])).toThrow(
    'A prompt is derived from another by a change at "TARGET: {{target}}", which must stand in it once and ' +
      "stands there 0 times: change the two texts together.",
  );
  expect(() => derivedBody(body, [{ replace: "p.", by: "q." }])).toThrow("stands there 2 times");
});
