import { describe, expect, it } from "vitest";
import { llamaServer } from "./llama-server.ts";
import { scorerConformance } from "../testing/scoring/scorer-conformance.test.support.ts";
import { END, TOKENS } from "../testing/scoring/toy-model.test.support.ts";
import { llamaServerRoutes, vllmRoutes } from "../testing/scoring/toy-routes.test.support.ts";
import { plain, score, type ToyScorer } from "../testing/scoring/toy-scorer.test.support.ts";
import { toyServer } from "../testing/scoring/toy-server.test.support.ts";

const scorer: ToyScorer = {
  title: "llamaServer",
  make: llamaServer,
  routes: llamaServerRoutes,
  path: "/completion",
};
scorerConformance(scorer);

const chat = { text: "b", template: "chat", span: "assistant-turn" } as const;

describe("llamaServer", () => {
  it("begins a chat with one BOS, whether or not the template writes its own", async () => {
    for (const keepsBos of [false, true]) {
      const { baseURL, seen } = await toyServer(llamaServerRoutes({ keepsBos }));
      const { tokens } = await score(llamaServer({ model: "toy", baseURL }), "a", chat);
      expect(tokens.map(({ id }) => id)).toEqual([TOKENS.indexOf("b"), END]);
      const prompts = seen.filter(({ path }) => path === "/completion").slice(1);
      expect(prompts[0]?.body["prompt"]).toEqual([1, 11, 13, 3, 2, 12, 13]);
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

  it("knows what it can where the server is down", async () => {
    const server = llamaServer({ model: "toy", baseURL: "http://127.0.0.1:9" });
    const known = { by: "llama-server", chat_date: "26 Jul 2024", spans: "bytes" };
    expect(await server.identity()).toEqual(known);
  });

  it("asks for the whole vocabulary, also of a server that does not say how large it is", async () => {
    const { "/v1/models": _, ...rest } = llamaServerRoutes();
    for (const [routes, wanted] of [
      [llamaServerRoutes(), TOKENS.length],
      [{ ...rest, "/v1/models": () => ({ data: [{ id: "toy" }] }) }, 300_000],
    ] as const) {
      const { baseURL, seen } = await toyServer(routes);
      await score(llamaServer({ model: "toy", baseURL }), "a", plain("b"));
      const asked = seen.filter(({ path }) => path === "/completion");
      expect(asked.map(({ body }) => body["n_probs"])).toEqual([wanted, wanted]);
    }
  });

  it("has probabilities also where the server's own choice is a part of a character", async () => {
    const routes = llamaServerRoutes();
    const { baseURL, seen } = await toyServer({
      ...routes,
      // As llama.cpp's does: it waits for the rest of the character, and lists nothing.
      "/completion": (body: object) =>
        "logit_bias" in body ? routes["/completion"]?.(body as never) : { content: "\uFFFD" },
    });
    const { tokens } = await score(llamaServer({ model: "toy", baseURL }), "a", plain("b"));
    expect(tokens.every(({ logprob }) => logprob < 0)).toBe(true);
    const [forced] = seen.filter(({ path }) => path === "/completion");
    expect(forced?.body["logit_bias"]).toEqual([[TOKENS.indexOf("a"), 1e6]]);
  });

  it("refuses a server whose probabilities are of its sampling, which that choice would change", async () => {
    const routes = llamaServerRoutes();
    const certain = TOKENS.map((token, id) => ({ id, token, logprob: token === "a" ? 0 : -9999 }));
    const { baseURL } = await toyServer({
      ...routes,
      "/completion": (body: object) =>
        "logit_bias" in body
          ? { completion_probabilities: [{ top_logprobs: certain }] }
          : routes["/completion"]?.(body as never),
    });
    await expect(score(llamaServer({ model: "toy", baseURL }), "a", plain("b"))).rejects.toThrow(
      "gives probabilities after sampling, not those of the model",
    );
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
