import { anyText } from "@promptnce/testing/any-text";
import fc from "fast-check";
import { expect, it } from "vitest";
import { sha256 as anywhere } from "./sha256-anywhere.ts";
import { sha256 } from "./sha256.ts";

it("is SHA-256 of the text's UTF-8", () => {
  expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

it("has the same digits in Node and elsewhere, also of what is no whole text", () => {
  fc.assert(fc.property(anyText(), (text) => anywhere(text) === sha256(text)));
  expect(anywhere("a\ud800")).toBe(sha256("a\ud800"));
});
