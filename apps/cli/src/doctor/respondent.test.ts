import type { Provider, Reply } from "@promptnce/core";
import { readPrompt } from "@promptnce/prompts";
import { simulated } from "@promptnce/rehearsal";
import { describe, expect, it } from "vitest";
import { examineServer, joint, start } from "./doctor.test.support.ts";

describe("what kind of respondent it is", () => {
  /** The findings about a respondent that gives these answers to prompts for these keys. */
  async function told(
    answer: (keys: readonly string[], prompt: string) => Pick<Reply, "text" | "stop">,
  ) {
    const right = simulated({ read: readPrompt, joint, profile: "truthful", seed: 1 });
    const respondent: Provider = {
      ...right,
      async complete(request) {
        const reply = await right.complete(request);
        return {
          ...reply,
          ...answer(Object.keys(JSON.parse(reply.text) as object), request.prompt),
        };
      },
    };
    const { openaiUrl } = await start({ respondent });
    const { status, found } = await examineServer(openaiUrl);
    expect(status).toBe(0);
    return (check: string) => found.get(check);
  }
  const flat = (keys: readonly string[], value: (key: string) => number) => ({
    text: JSON.stringify(
      Object.fromEntries(keys.map((key) => [key, key === "notes" ? "so" : value(key)])),
    ),
    stop: "end" as const,
  });

  it("reports masses that are not a distribution, if every candidate gets the whole mass", async () => {
    let asked = 0;
    const of = await told((keys) =>
      flat(keys, (key) => (key.startsWith("p_") ? 0.1 * ++asked : 1)),
    );
    expect(of("openai-compatible m")?.message).toBe("10 of 10 replies can be read");
    expect(of("numbers")).toMatchObject({ status: "warn" });
    expect(of("numbers")?.message).toContain(
      "closed (3): masses sum to 3; 100.0 % sum far from one",
    );
    expect(of("respondent")?.message).toMatch(/^its masses are no distribution/);
  });

  it("reports that it gives the same number for every question, and is cut where its notes run on", async () => {
    const of = await told((keys) =>
      keys.includes("notes") || keys.includes("p_base")
        ? { text: `{"${keys[0]}": 0.0, "notes": "0.000000000000000000`, stop: "length" }
        : flat(keys, () => 1 / keys.length),
    );
    expect(of("openai-compatible m")?.message).toBe("10 of 10 replies can be read");
    expect(of("numbers")?.message).toContain(
      "conditional (3): 100.0 % of the numbers are 0; 100.0 % cut, but whole enough",
    );
    expect(of("respondent")).toMatchObject({ status: "warn" });
    expect(of("respondent")?.message).toMatch(/^it answers 0 whatever number it is asked for/);
  });

  it("reports unreadable replies, with the causes counted", async () => {
    const numbers: Record<string, number> = { p_apply: 2.5, p_base: 60 };
    const of = await told((keys) => flat(keys, (key) => numbers[key] ?? 0));
    expect(of("openai-compatible m")).toMatchObject({ status: "warn" });
    expect(of("openai-compatible m")?.message).toContain('3 "p_apply", given as 2.5, is above one');
    expect(of("openai-compatible m")?.message).toContain("6 its probabilities sum to zero");
    expect(of("numbers")?.message).toContain("100.0 % of the numbers are no probability");
    expect(of("respondent")?.message).toMatch(/^most of what it says cannot be read/);
  });

  it("reports a preference for the first place, and that OTHER is never used", async () => {
    const of = await told((keys) => {
      const labels = keys.filter((key) => !["OTHER", "notes"].includes(key));
      const masses = [0.8, 0.2];
      return flat(keys, (key) => (key.startsWith("p_") ? 0.3 : (masses[labels.indexOf(key)] ?? 0)));
    });
    expect(of("order")).toMatchObject({ status: "warn" });
    expect(of("order")?.message).toContain("place 1 of a closed set holds 0.80 of the mass");
    expect(of("OTHER")).toMatchObject({ status: "warn" });
    expect(of("OTHER")?.message).toContain("used in 0 of 3 sets");
  });
});
