import { expect, it } from "vitest";
import { shortNames } from "./short-names.ts";

it("leaves readable names as they are", () => {
  expect([...shortNames(["S148", "S149", "S148"])]).toEqual([
    ["S148", "S148"],
    ["S149", "S149"],
  ]);
  expect(shortNames([]).size).toBe(0);
});

it("cuts checksums to what distinguishes them, and to eight characters at least", () => {
  const [a, b, c] = ["0123456789ab", "0123456789cd", "f".repeat(12)].map(
    (start) => start + "0".repeat(100),
  );
  expect([...shortNames([a!, c!]).values()]).toEqual(["01234567…", "ffffffff…"]);
  expect([...shortNames([a!, b!, c!]).values()]).toEqual([
    "0123456789a…",
    "0123456789c…",
    "fffffffffff…",
  ]);
});

it("cuts only long names, and only between letters", () => {
  const long = "😀".repeat(30);
  expect([...shortNames(["Zoë", long]).values()]).toEqual(["Zoë", `${"😀".repeat(8)}…`]);
});

it("distinguishes names of which one is the start of another", () => {
  const long = "x".repeat(30);
  const names = [...shortNames([long, `${long}y`]).values()];
  expect(new Set(names).size).toBe(2);
});
