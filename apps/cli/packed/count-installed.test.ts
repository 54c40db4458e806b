import { expect, it } from "vitest";
import { countInstalled } from "./count-installed.ts";

it("counts what npm installed, nested packages too, without the project and what only develops it", () => {
  const packages = {
    "": {},
    "node_modules/@promptnce/cli": {},
    "node_modules/zod": {},
    "node_modules/openai/node_modules/zod": {},
    "node_modules/@types/node": { dev: true },
  };
  expect(countInstalled({ packages })).toBe(3);
});
