import { describe, expect, it } from "vitest";
import { entry } from "../testing/entry.test.support.ts";
import { memoryStore } from "./memory-store.ts";

describe("a store in memory", () => {
  it("answers with the last entry of a key, and lists all in their order", async () => {
    const store = memoryStore();
    await store.append(entry("a", "first"));
    await store.append(entry("b"));
    await store.append({ ...entry("a", "second"), attempt: 1 });
    expect(store.get(entry("a").key)).toMatchObject({ attempt: 1, reply: { text: "second" } });
    expect(store.has?.(entry("c").key)).toBe(false);
    const kept = await Array.fromAsync(store.entries());
    expect(kept.map(({ prompt }) => prompt)).toEqual(["a", "b", "a"]);
  });

  it("keeps a charge, which answers nothing", async () => {
    const store = memoryStore();
    const failure = { kind: "timeout", message: "too late" };
    await store.append({
      ...entry("a"),
      charge: true,
      reply: { text: "", stop: "failed", failure },
    });
    expect(store.get(entry("a").key)).toBeUndefined();
    expect(await Array.fromAsync(store.entries())).toHaveLength(1);
  });

  it("knows the settings that its entries left out for the same provider", async () => {
    const store = memoryStore();
    await store.append({ ...entry("a"), settings: {}, leftOut: { seed: 1 } });
    const { provider: name, model } = entry("a");
    expect(store.leftOut?.({ name, model, settings: { seed: 1 } })).toEqual(["seed"]);
    expect(store.leftOut?.({ name, model, settings: {} })).toEqual([]);
  });

  it("shares nothing with another", async () => {
    const store = memoryStore();
    await store.append(entry("a"));
    expect(memoryStore().get(entry("a").key)).toBeUndefined();
  });
});
