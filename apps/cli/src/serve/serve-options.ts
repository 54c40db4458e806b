import { numberFrom, option, type OptionValues, someText, wholeNumber } from "#command/options";
import { z } from "zod";

/** Reads `50` or `20-80` as milliseconds. */
export const latencyMs = z
  .string()
  .transform((text, context): number | readonly [number, number] => {
    const [, least, most] = /^(\d+(?:\.\d+)?)(?:-(\d+(?:\.\d+)?))?$/.exec(text.trim()) ?? [];
    if (least === undefined) {
      context.addIssue("give milliseconds, as 50, or a range of them, as 20-80");
    } else if (Number(most) < Number(least)) {
      context.addIssue(`give the smaller first, as ${most}-${least}`);
    }
    return most === undefined ? Number(least) : [Number(least), Number(most)];
  });

/** The options of `serve-simulated`, in the order of its help. */
export const serveOptions = {
  task: option(
    "<file>",
    "also answer questions of your own task: for a study by people's answers in its rows, else by a made-up distribution over its labels",
    someText,
  ),
  latency: option(
    "<ms>",
    "how long a reply takes: a number, or a range such as 20-80",
    latencyMs,
    0,
  ),
  rateLimit: option(
    "<number>",
    "the most requests per second; the others get status 429",
    numberFrom(0),
  ),
  failures: option(
    "<share>",
    "the share of requests that fail, in equal parts: 429, 500, 529, a cut connection, an unreadable reply",
    numberFrom(0, 1),
    0,
  ),
  port: option("<number>", "the port; 0 takes any free one", wholeNumber(0, 65_535), 0),
};

export type ServeOptions = OptionValues<typeof serveOptions>;
