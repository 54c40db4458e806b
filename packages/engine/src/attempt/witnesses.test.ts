import { expect, it } from "vitest";
import { attemptsOfKind } from "./witnesses.ts";

type Told = "sent" | "missed" | "answered";

/** What is known of the request `a` after what was told of it and others: `b sent`. */
function after(...events: readonly `${string} ${Told}`[]) {
  const kind = attemptsOfKind();
  const begun = new Map([["a", kind.begin()]]);
  for (const event of events) {
    const [name, told] = event.split(" ") as [string, Told];
    const one = begun.get(name) ?? kind.begin();
    begun.set(name, one);
    one[told]();
  }
  return begun.get("a")?.witnesses;
}

it("nothing is known of what was answered before a request went out, however long it waited", () => {
  const seen = { sinceSent: false, sentLater: false, between: false };
  expect(after("b sent", "b answered", "a sent", "a missed")).toEqual(seen);
});

it("an answer since the first attempt is known, also one after the last", () => {
  const seen = { sinceSent: true, sentLater: true, between: false };
  expect(after("a sent", "b sent", "b answered", "a missed", "a sent", "a missed")).toEqual(seen);
  expect(after("a sent", "a missed", "a sent", "a missed", "b sent", "b answered")).toEqual(seen);
});

it("what was sent and answered between the first failure and the last attempt is told from others", () => {
  const seen = { sinceSent: true, sentLater: true, between: true };
  expect(after("a sent", "a missed", "b sent", "b answered", "a sent", "a missed")).toEqual(seen);
});

it("an answer to what was sent before the first failure proves nothing: a server may end what it has in hand", () => {
  const seen = { sinceSent: true, sentLater: false, between: false };
  expect(after("b sent", "a sent", "a missed", "b answered", "a sent", "a missed")).toEqual(seen);
});

it("of a provider that tells nothing of its attempts, what was answered since the call is known", () => {
  expect(after("b answered")).toMatchObject({ sinceSent: true, between: false });
});
