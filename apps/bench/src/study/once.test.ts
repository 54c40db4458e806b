import { expect, it } from "vitest";
import { forget, once } from "./once.ts";

it("makes a value once per object and word, even if it is undefined", () => {
  const [one, other] = [{}, {}];
  let count = 0;
  const make = () => void count++;
  once(one, "a", make);
  once(one, "a", make);
  expect(count).toBe(1);
  once(one, "b", make);
  once(other, "a", make);
  expect(count).toBe(3);
  expect(once(one, "c", () => one)).toBe(one);
  expect(once(one, "c", () => other)).toBe(one);
});

it("makes a value anew once those of its object are forgotten, and keeps those of others", () => {
  const [one, other] = [{}, {}];
  for (const of of [one, other]) {
    once(of, "a", () => "before");
  }
  forget(one);
  expect(once(one, "a", () => "after")).toBe("after");
  expect(once(other, "a", () => "after")).toBe("before");
});
