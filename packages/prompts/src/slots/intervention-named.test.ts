import type { Intervention } from "@promptnce/core";
import { expectTypeOf, test } from "vitest";
import type { InterventionName, InterventionNamed } from "./intervention-named.ts";

// Checked by `tsc -b`, which compiles the tests with the sources.

test("a name has the interventions that may bear it, with what they show", () => {
  expectTypeOf<InterventionNamed<"few-shot">>().toHaveProperty("examples");
  expectTypeOf<InterventionNamed<"distribution-aware">>().toHaveProperty("quantiles");
  expectTypeOf<InterventionNamed<"log-scale-prior">>().not.toBeNever();
  expectTypeOf<InterventionNamed<"log-scale-prior">>().not.toHaveProperty("examples");
});

test("all names together have all interventions", () => {
  expectTypeOf<InterventionNamed<InterventionName>>().toEqualTypeOf<Intervention>();
});
