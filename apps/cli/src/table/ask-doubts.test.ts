import type * as clack from "@clack/prompts";
import { afterEach, describe, expect, it, vi } from "vitest";
import { askDoubts } from "./ask-doubts.ts";

const select = vi.fn<typeof clack.select>();
const prompts = {
  select: select as typeof clack.select,
  isCancel: ((answer) => typeof answer === "symbol") as typeof clack.isCancel,
};

/** A table of a text and these cells, which take turns. */
function table(name: string, ...cells: readonly string[]) {
  const rows = Array.from({ length: 24 }, (_, i) => (column: string) => {
    return column === name ? cells[i % cells.length]! : `A comment about lift ${i % 6}`;
  });
  return { delimiter: undefined, columns: ["text", name], rows };
}

afterEach(() => {
  select.mockReset();
});

describe("what is doubtful is asked on a terminal", () => {
  const named = { x: ["text"], y: "mood", count: false } as const;

  it("each once, with the readings by their options, and the likeliest preselected", async () => {
    select.mockResolvedValueOnce(0);
    const start = table("mood", "calm;busy", "busy", "loud;calm");
    expect(await askDoubts(start, named, prompts)).toEqual({ ...named, several: true });
    expect(select).toHaveBeenCalledOnce();
    const [asked] = select.mock.calls[0]!;
    expect([asked.initialValue, asked.options.map(({ label }) => label)]).toEqual([
      0,
      ["--several (splits it so)", "--no-several (takes a cell as one label)"],
    ]);
    expect(asked.message).toContain('calm;busy is "calm" and "busy". How is it to be read?');
  });

  it("until nothing is left, and the second reading may be taken", async () => {
    select.mockResolvedValueOnce(1);
    const start = table("mood", "calm", "busy", "Refused");
    expect(await askDoubts(start, named, prompts)).toEqual({ ...named, missing: ["NA"] });
  });

  it("but not which column is what, which another question asks", async () => {
    expect(await askDoubts(table("mood", "1", "2"), {}, prompts)).toEqual({});
    expect(select).not.toHaveBeenCalled();
  });

  it("nothing more is asked after an option that gives other rows", async () => {
    select.mockResolvedValueOnce(0);
    const votes = { place: (i: number) => `Ward ${i}`, yes: (i: number) => i };
    const rows = Array.from({ length: 6 }, (_, i) => (column: string) => {
      if (column === "place") return i === 5 ? "Total" : votes.place(i);
      return String(i === 5 ? 10 : votes.yes(i));
    });
    const start = { delimiter: undefined, columns: ["place", "yes", "no"], rows };
    expect(await askDoubts(start, { wide: ["yes", "no"] }, prompts)).toEqual({
      wide: ["yes", "no"],
      where: "place!=Total",
    });
    expect(select).toHaveBeenCalledOnce();
  });

  it("and cancelling writes no study", async () => {
    select.mockResolvedValueOnce(Symbol("cancel"));
    const start = table("mood", "calm;busy", "busy;calm", "busy");
    await expect(askDoubts(start, named, prompts)).rejects.toThrow("No study was written.");
  });
});
