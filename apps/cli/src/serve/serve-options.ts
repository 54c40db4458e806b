import { flag, listOf, modelOptions, numberFrom, oneOf, option } from "@promptnce/providers/choose";
import { type OptionValues, someText, wholeNumber } from "@promptnce/providers/choose";
import type { FaultShares } from "@promptnce/providers/simulated-server";
import { z } from "zod";
import { data } from "../options/data-options.ts";

/** Reads `429=0.1,hang=0.02` as shares (of some faults seconds), whose names and ranges the server checks. */
export const faultShares = z.string().transform((text, context): FaultShares => {
  const shares = new Map<string, number>();
  for (const part of text.split(",")) {
    const [, name, share] = /^\s*([\w-]+)\s*=\s*(\S+)\s*$/.exec(part) ?? [];
    if (name === undefined || !Number.isFinite(Number(share))) {
      context.addIssue(`${JSON.stringify(part)} is not of the form 429=0.1`);
    } else if (shares.has(name)) {
      context.addIssue(`${name} is given twice`);
    } else {
      shares.set(name, Number(share));
    }
  }
  return Object.fromEntries(shares);
});

/** Reads `50` or `20-80` as milliseconds. */
export const latencyMs = z.string().transform((text, context): number | readonly [number, number] => {
  const [, least, most] = /^(\d+(?:\.\d+)?)(?:-(\d+(?:\.\d+)?))?$/.exec(text.trim()) ?? [];
  if (least === undefined) {
    context.addIssue("give milliseconds, as 50, or a range of them, as 20-80");
  } else if (Number(most) < Number(least)) {
    context.addIssue(`give the smaller first, as ${most}-${least}`);
  }
  return most === undefined ? Number(least) : [Number(least), Number(most)];
});

const DATASETS = ["words", "chaosnli", "goemotions"].flatMap((name) => [`synthetic-${name}`, name]);
const share = option("<share>", "of a batch's requests", numberFrom(0, 1), 0);

/** The options of `serve-simulated`, in the order of its help. */
export const serveOptions = {
  task: option("<file>", "a task of your own too, with its labels, from a distribution made up for them", someText),
  data,
  seed: option("<text>", "of the worlds, the respondent and the faults", someText, "1"),
  latency: option("<ms>", "how long a reply takes: a number, or a range as 20-80", latencyMs, 0),
  fault: option("<shares>", "faults with their shares or seconds, as 429=0.1,hiccup=2", faultShares, {}),
  vary: flag("draw a new reply each time a prompt comes again"),
  dataset: option("<name>", "what it knows (default: all three synthetic worlds)", oneOf(DATASETS)),
  profile: modelOptions().profile,
  port: option("<number>", "0 takes any free one", wholeNumber(0, 65_535), 0),
  rateLimit: option("<number>", "requests a second above which the rest get 429", numberFrom(0)),
  retryAfter: option("<seconds>", "what 429 and 529 say", numberFrom(0)),
  reject: option("<names>", "parameters answered with 400, as temperature,top_p", listOf(someText)),
  served: option("<names>", "in which models' names replies come (default: the one asked)", listOf(someText)),
  batchErrored: share,
  batchExpired: share,
  batchAfter: option("<ms>", "how long a batch takes", numberFrom(0), 0),
};

export type ServeOptions = OptionValues<typeof serveOptions>;
