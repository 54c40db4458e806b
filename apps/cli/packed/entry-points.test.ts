import { expect, it } from "vitest";
import { importAll } from "./entry-points.ts";

it("imports every entry point, JSON as JSON", () => {
  const program = importAll([{ name: "a", exports: { ".": {}, "./b": {}, "./c.json": "" } }]);
  expect(program).toContain('import * as m0 from "a";');
  expect(program).toContain('import * as m1 from "a/b";');
  expect(program).toContain('import m2 from "a/c.json" with { type: "json" };');
});
