import { expect, it, onTestFinished } from "vitest";
import { openaiCompatible } from "@promptnce/providers/openai";
import { simulated } from "@promptnce/rehearsal";
import { simulatedServer } from "@promptnce/rehearsal/server";
import { plainPrompt, readPlainPrompt, world } from "@promptnce/rehearsal/testing/plain-prompts";
import { retried } from "../links/retried.ts";

const respondent = simulated({ read: readPlainPrompt, joint: world, profile: "truthful", seed: 1 });

it("meets a prompt that comes again with a draw of its own, so that retrying helps", async () => {
  const server = await simulatedServer({ respondent, faults: { "529": 0.5 } });
  onTestFinished(() => server.close());
  const client = retried({
    firstDelayMs: 1,
  })(openaiCompatible({ model: "m", baseURL: server.openaiUrl }));
  for (let i = 0; i < 20; i++) {
    const prompt = plainPrompt({ kind: "marginal", task: "words", replyKey: "p_base", y: `Y${i}` });
    await client.complete({ prompt, sample: 0 });
  }
  const { outcomes, prompts: different, answeredAgain } = server.stats();
  expect({ ok: outcomes["ok"], different, answeredAgain }).toEqual({
    ok: 20,
    different: 20,
    answeredAgain: 0,
  });
  expect(outcomes["529"]).toBeGreaterThan(5);
});
