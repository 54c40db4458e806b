import { random } from "@promptnce/core";
import { describe, expect, it } from "vitest";
import { crowding } from "./crowding.ts";

describe("crowding", () => {
  it("is a limit at 16 of 40, whatever the order of the answers", () => {
    const forwards = crowding();
    expect(Array.from({ length: 16 }, (_, i) => forwards.rejected(i * 2)).indexOf(true)).toBe(15);
    const sparse = crowding();
    expect(Array.from({ length: 60 }, (_, i) => sparse.rejected(i * 5)).includes(true)).toBe(false);
  });

  it("is a limit at a quarter of 200", () => {
    const steady = crowding();
    const first = Array.from({ length: 80 }, (_, i) => steady.rejected(i * 4)).indexOf(true);
    expect(first).toBe(49);
  });

  it("takes a random tenth for no limit, over a hundred runs of 2,000", () => {
    const source = random("crowding");
    let limits = 0;
    for (let run = 0; run < 100; run++) {
      const watched = crowding();
      for (let serial = 0; serial < 2000; serial++) {
        if (source.uniform() < 0.1 && watched.rejected(serial)) limits++;
      }
    }
    expect(limits).toBe(0);
  });

  it("counts no request twice once it led to a limit", () => {
    const watched = crowding();
    for (let i = 0; i < 20; i++) watched.rejected(i);
    watched.forget(60);
    for (let i = 20; i <= 60; i++) expect(watched.rejected(i)).toBe(false);
    for (let i = 61; i < 76; i++) expect(watched.rejected(i)).toBe(false);
    expect(watched.rejected(76)).toBe(true);
  });
});
