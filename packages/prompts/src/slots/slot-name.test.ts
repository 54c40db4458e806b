import { expectTypeOf, test } from "vitest";
import type { SlotName } from "./slot-name.ts";

// Checked by `tsc -b`, which compiles the tests with the sources.

test("the names of the slots are read off the body, each once", () => {
  expectTypeOf<SlotName<"CUE: {{cue}}\n{{options}} or {{cue}}">>().toEqualTypeOf<"cue" | "options">();
});

test("single braces name no slot", () => {
  expectTypeOf<SlotName<'{"p_base": <number>} {target}'>>().toEqualTypeOf<never>();
});
