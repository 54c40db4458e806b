import { gem, GEM_DEFAULTS } from "./gem.ts";
import type { GemOptions } from "./gem.ts";
import type { Method } from "./methods.ts";

const CHOICES: { readonly [K in keyof GemOptions]: readonly GemOptions[K][] } = {
  nullContext: ["not-available", "empty", "premise", "none"],
  template: ["chat", "plain"],
  span: ["assistant-turn", "content"],
  normalisation: ["none", "per-token", "per-byte"],
};

/**
 * The method named `gem`, with what differs from {@link GEM_DEFAULTS} behind it: the null context
 * first, then template, span and normalisation, as in `gem:none`, `gem:empty+plain+content` or
 * `gem:+per-token`.
 *
 * @throws RangeError for a choice it does not know, or given twice.
 */
export function gemMethod(id: string): Method {
  const [nullContext = "", ...others] = id.replace(/^gem:?/, "").split("+");
  const chosen: Partial<Record<keyof GemOptions, string>> = {};
  if (nullContext !== "") choose(id, chosen, ["nullContext"], nullContext);
  for (const other of others) choose(id, chosen, ["template", "span", "normalisation"], other);
  const options = { ...GEM_DEFAULTS, ...chosen } as GemOptions;
  const differs = (Object.keys(CHOICES) as (keyof GemOptions)[])
    .filter((name) => options[name] !== GEM_DEFAULTS[name])
    .map((name) => (name === "nullContext" && options[name] === "none" ? "likelihood" : options[name]));
  return {
    id: gemId(options),
    title: differs.length === 0 ? "GEM" : `GEM (${differs.join(", ")})`,
    estimator: gem(options),
    scored: true,
  };
}

function choose(
  id: string,
  chosen: Partial<Record<keyof GemOptions, string>>,
  among: readonly (keyof GemOptions)[],
  value: string,
): void {
  const name = among.find((option) => (CHOICES[option] as readonly string[]).includes(value));
  if (name !== undefined && chosen[name] === undefined) {
    chosen[name] = value;
    return;
  }
  throw new RangeError(
    `there is no method ${JSON.stringify(id)}: name gem, with a null context (${CHOICES.nullContext.join(", ")}) behind a colon ` +
      "and any of plain, content, per-token, per-byte behind a plus if wanted, such as gem:empty+plain",
  );
}

/** One id for one choice, however it was spelled. */
function gemId(options: GemOptions): string {
  const nullContext = options.nullContext === GEM_DEFAULTS.nullContext ? "" : options.nullContext;
  const others = (["template", "span", "normalisation"] as const)
    .filter((name) => options[name] !== GEM_DEFAULTS[name])
    .map((name) => `+${options[name]}`);
  const behind = nullContext + others.join("");
  return behind === "" ? "gem" : `gem:${behind}`;
}
