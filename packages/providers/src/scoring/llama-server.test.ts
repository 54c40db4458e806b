import { describe, expect, it } from "vitest";
import { llamaServer } from "./llama-server.ts";
import { scorerConformance } from "../testing/scoring/scorer-conformance.test.support.ts";
import { END, toyLogprob, TOKENS } from "../testing/scoring/toy-model.test.support.ts";
import { llamaServerRoutes, vllmRoutes } from "../testing/scoring/toy-routes.test.support.ts";
import { plain, score, type ToyScorer } from "../testing/scoring/toy-scorer.test.support.ts";
import {
  type Routes,
  type ToyServer,
  toyServer,
} from "../testing/scoring/toy-server.test.support.ts";

const scorer: ToyScorer = {
  title: "llamaServer",
  make: llamaServer,
  routes: llamaServerRoutes,
  path: "/completion",
};
scorerConformance(scorer);

type Step = Readonly<Record<string, unknown>>;

const certain = TOKENS.map((token, id) => ({ id, token, logprob: token === "a" ? 0 : -9999 }));

/** The bodies of the calls that have tokens chosen. */
function completions(seen: ToyServer["seen"]): readonly Step[] {
  return seen.filter(({ path }) => path === "/completion").map(({ body }) => body);
}

/** The toy server with other reports on its choices. */
function reporting(of: (step: Step, place: number) => Step): Routes {
  const routes = llamaServerRoutes();
  return {
    ...routes,
    "/completion": (body: object) => {
      const answer = routes["/completion"]?.(body as never) as { completion_probabilities: Step[] };
      return { completion_probabilities: answer.completion_probabilities.map(of) };
    },
  };
}

const chat = { text: "b", template: "chat", span: "assistant-turn" } as const;

describe("llamaServer", () => {
  it("begins a chat with one BOS, whether or not the template writes its own", async () => {
    for (const keepsBos of [false, true]) {
      const { baseURL, seen } = await toyServer(llamaServerRoutes({ keepsBos }));
      const { tokens } = await score(llamaServer({ model: "toy", baseURL }), "a", chat);
      expect(tokens.map(({ id }) => id)).toEqual([TOKENS.indexOf("b"), END]);
      const prompts = completions(seen).map(({ prompt }) => prompt);
      expect(prompts).toContainEqual([1, 11, 13, 3, 2, 12, 13]);
    }
  });

  it("knows its model by the file's name, the template and the length of the context, without a folder", async () => {
    const { baseURL } = await toyServer(llamaServerRoutes());
    expect(await llamaServer({ model: "toy", baseURL }).identity()).toMatchObject({
      by: "llama-server",
      file: "toy.gguf",
      context: 512,
      template: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
    });
  });

  it("takes a server that has just started, whose cache changes the numbers of a quantized model", async () => {
    const evaluated = new Set<string>();
    const routes = llamaServerRoutes();
    const { baseURL } = await toyServer({
      ...routes,
      "/completion": (body: Step) => {
        const answer = routes["/completion"]?.(body as never) as {
          completion_probabilities: { logprob: number; top_logprobs: { logprob: number }[] }[];
        };
        const isCached = body["cache_prompt"] === true && evaluated.has(String(body["prompt"]));
        evaluated.add(String(body["prompt"]));
        const moved = (one: number): number => one - (isCached ? 0.08 : 0);
        const steps = answer.completion_probabilities.map(({ logprob, top_logprobs, ...step }) => ({
          ...step,
          logprob: moved(logprob),
          top_logprobs: top_logprobs.map((one) => ({ ...one, logprob: moved(one.logprob) })),
        }));
        return { completion_probabilities: steps };
      },
    });
    const { tokens } = await score(llamaServer({ model: "toy", baseURL }), "a", plain("b"));
    expect(tokens).toHaveLength(1);
  });

  it("knows what it can where the server is down", async () => {
    const server = llamaServer({ model: "toy", baseURL: "http://127.0.0.1:9" });
    const known = { by: "llama-server", chat_date: "26 Jul 2024", spans: "bytes" };
    expect(await server.identity()).toEqual(known);
  });

  it("asks for the whole vocabulary once, to check it, also of a server that does not say how large it is", async () => {
    const { "/v1/models": _, ...rest } = llamaServerRoutes();
    for (const [routes, wanted] of [
      [llamaServerRoutes(), TOKENS.length],
      [{ ...rest, "/v1/models": () => ({ data: [{ id: "toy" }] }) }, 300_000],
    ] as const) {
      const { baseURL, seen } = await toyServer(routes);
      await score(llamaServer({ model: "toy", baseURL }), "a", plain("b"));
      const lists = completions(seen).map(({ n_probs }) => n_probs);
      expect(lists.filter((count) => count !== 1)).toEqual([wanted]);
    }
  });

  it("has the wanted token chosen, and reads what the model gave it before that", async () => {
    const { baseURL, seen } = await toyServer(llamaServerRoutes());
    const { tokens } = await score(llamaServer({ model: "toy", baseURL }), "a", plain("\n"));
    const asked = completions(seen).at(-1);
    const id = TOKENS.indexOf("\n");
    expect(asked).toMatchObject({ n_probs: 1, n_predict: 1, logit_bias: [[id, 1e6]] });
    expect(tokens[0]?.logprob).toBeCloseTo(toyLogprob(TOKENS.indexOf("a"), id), 10);
  });

  it("has all tokens of a continuation chosen in one call, in their order", async () => {
    const { baseURL, seen } = await toyServer(llamaServerRoutes());
    await score(llamaServer({ model: "toy", baseURL }), "a", plain("\nb\nc"));
    const [n, b, c] = ["\n", "b", "c"].map((text) => TOKENS.indexOf(text));
    const asked = completions(seen).filter(({ prompt }) => String(prompt) !== "1,2,3");
    expect(asked).toMatchObject([
      { n_predict: 4, grammar: `root ::= <[${n}]> <[${b}]> <[${n}]> (<[${c}]>)?` },
    ]);
  });

  it.each([
    ["refuses grammars of tokens", undefined],
    ["ignores them", ""],
  ])("has each token chosen in a call of its own by a server that %s", async (_, grammar) => {
    const routes = llamaServerRoutes();
    const { baseURL, seen } = await toyServer({
      ...routes,
      "/completion": (body: object) => {
        if (!("grammar" in body)) return routes["/completion"]?.(body as never);
        if (grammar === undefined) throw new Error("failed to parse grammar");
        return routes["/completion"]?.({ ...body, grammar, n_predict: 1 } as never);
      },
    });
    const provider = llamaServer({ model: "toy", baseURL });
    const scored = await score(provider, "a", plain("\nb"));
    const whole = await toyServer(llamaServerRoutes());
    const other = llamaServer({ model: "toy", baseURL: whole.baseURL });
    expect(scored).toEqual(await score(other, "a", plain("\nb")));
    expect(completions(seen).slice(-2)).toMatchObject([{ prompt: [1, 3] }, { prompt: [1, 3, 6] }]);
  });

  it("finds a token within a character in a list, of all tokens where the likeliest hundred lack it", async () => {
    const routes = llamaServerRoutes();
    const part = TOKENS.indexOf("\n");
    const { baseURL, seen } = await toyServer({
      ...routes,
      "/detokenize": (body: { readonly tokens: readonly number[] }) =>
        String(body.tokens) === String(part)
          ? { content: "\uFFFD" }
          : routes["/detokenize"]?.(body as never),
      // As llama.cpp's does: it waits for the rest of the character, and reports nothing.
      "/completion": (body: { readonly logit_bias: number[][]; readonly n_probs: number }) => {
        if (body.logit_bias[0]?.[0] === part) return {};
        const n_probs = body.n_probs === 100 ? 2 : body.n_probs;
        return routes["/completion"]?.({ ...body, n_probs } as never);
      },
    });
    const { tokens } = await score(llamaServer({ model: "toy", baseURL }), "a", plain("b\nb"));
    expect(tokens.every(({ logprob }) => logprob < 0)).toBe(true);
    const asked = completions(seen).filter(({ prompt }) => String(prompt) !== "1,2,3");
    expect(asked.map(({ n_probs }) => n_probs)).toEqual([1, 1, 100, TOKENS.length, 1]);
    expect(asked[2]?.["logit_bias"]).toEqual([[TOKENS.indexOf("a"), 1e6]]);
  });

  it.each([
    ["lists", (step: Step) => ({ ...step, top_logprobs: certain })],
    ["reports for the chosen token", (step: Step) => ({ ...step, logprob: 0 })],
  ])(
    "refuses a server whose probabilities that it %s are those after the choice",
    async (_, of) => {
      const { baseURL } = await toyServer(reporting(of));
      await expect(score(llamaServer({ model: "toy", baseURL }), "a", plain("b"))).rejects.toThrow(
        "gives probabilities after sampling, not those of the model",
      );
    },
  );

  it("refuses a server that chooses another token than it is made to", async () => {
    const routes = llamaServerRoutes();
    const { baseURL } = await toyServer({
      ...routes,
      "/completion": (body: object) =>
        routes["/completion"]?.({ ...body, logit_bias: [] } as never),
    });
    await expect(score(llamaServer({ model: "toy", baseURL }), "a", plain("b"))).rejects.toThrow(
      "that logit_bias makes it choose",
    );
  });

  it("takes no number from a token that another model drafted, beside which nothing is listed", async () => {
    const drafted = reporting((step, place) =>
      place === 0 ? step : { ...step, logprob: 0, top_logprobs: [] },
    );
    const { baseURL } = await toyServer(drafted);
    const { tokens } = await score(llamaServer({ model: "toy", baseURL }), "a", plain("\nb"));
    expect(tokens.every(({ logprob }) => logprob < 0)).toBe(true);
  });

  it("takes a server whose probabilities, summed in single precision, miss one by a thousandth or two", async () => {
    const { baseURL } = await toyServer(
      reporting(({ top_logprobs, ...step }) => ({
        ...step,
        top_logprobs: (top_logprobs as { logprob: number }[]).map((one) => ({
          ...one,
          logprob: one.logprob + 0.002,
        })),
      })),
    );
    const { tokens } = await score(llamaServer({ model: "toy", baseURL }), "a", plain("\n"));
    expect(tokens).toHaveLength(1);
  });

  it("refuses a server that gives the likeliest tokens only", async () => {
    const routes = llamaServerRoutes();
    const { baseURL } = await toyServer({
      ...routes,
      "/completion": (body: object) => routes["/completion"]?.({ ...body, n_probs: 5 } as never),
    });
    await expect(score(llamaServer({ model: "toy", baseURL }), "a", plain("b"))).rejects.toThrow(
      "not 1",
    );
  });

  it("says that a server without /completion is not llama.cpp's", async () => {
    const { baseURL } = await toyServer({ ...vllmRoutes(), "/v1/models": () => ({ data: [] }) });
    const reply = score(llamaServer({ model: "toy", baseURL }), "a", plain("b"));
    await expect(reply).rejects.toThrow("/completion");
  });
});
