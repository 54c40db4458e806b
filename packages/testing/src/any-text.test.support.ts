import fc, { type Arbitrary, type StringConstraints } from "fast-check";

/** The number of characters that no half of a surrogate pair is. */
const CHARACTERS = 0x110000 - 0x800;

/**
 * A text of any characters, as `fc.string({ unit: "binary" })` gives it, which takes a second to
 * list them all first.
 */
export function anyText(constraints: Omit<StringConstraints, "unit"> = {}): Arbitrary<string> {
  const unit = fc
    .nat(CHARACTERS - 1)
    .map((place) => String.fromCodePoint(place < 0xd800 ? place : place + 0x800));
  return fc.string({ ...constraints, unit });
}
