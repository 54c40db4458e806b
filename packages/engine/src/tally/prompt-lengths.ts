import type { Usage } from "@promptnce/core";
import { countText } from "@promptnce/core/errors";

/** The fewest tokens at which a server cuts prompts: no model's context is shorter. */
const SHORTEST_CONTEXT = 500;

/** More characters than this for each token are no text that was read whole. */
const MOST_PER_TOKEN = 8;

/** How much longer the longest of some prompts is that cannot have the same number of tokens. */
const LONGER = 1.2;

/** The fewest prompts of one number of tokens that cannot be a coincidence. */
const ALIKE = 3;

/** Prompts that the server counts as the same number of tokens, and their characters. */
interface EqualPrompts {
  prompts: number;
  least: number;
  most: number;
}

/** Prompts that a server has cut, by the tokens that it counts. */
export interface CutPrompts extends Readonly<EqualPrompts> {
  readonly tokens: number;
}

/** Collects the lengths of prompts in characters and, as the server counts them, in tokens. */
export function promptLengths() {
  const byTokens = new Map<number, EqualPrompts>();
  return {
    note({ length }: string, { inputTokens, cachedTokens = 0 }: Usage): void {
      // Some servers count the tokens of their cache apart.
      const tokens = Math.max(inputTokens ?? 0, cachedTokens);
      if (tokens < SHORTEST_CONTEXT) return;
      const counted = byTokens.get(tokens) ?? { prompts: 0, least: length, most: length };
      counted.prompts++;
      counted.least = Math.min(counted.least, length);
      counted.most = Math.max(counted.most, length);
      byTokens.set(tokens, counted);
    },
    /**
     * The prompts that were cut: those with the most tokens, where several of different length have
     * the same, or any with more characters than its tokens can stand for.
     */
    get cut(): CutPrompts | undefined {
      const longest = Math.max(...byTokens.keys());
      const found = Array.from(byTokens).find(([tokens, { prompts, least, most }]) => {
        const same = tokens === longest && prompts >= ALIKE && most >= LONGER * least;
        return same || most > MOST_PER_TOKEN * tokens;
      });
      return found && { tokens: found[0], ...found[1] };
    },
  };
}

/** A sentence on prompts that the server has cut. */
export function cutPromptsText(
  model: string,
  { tokens, prompts, least, most }: CutPrompts,
): string {
  const those = prompts === 1 ? "a prompt" : `${countText(prompts)} prompts`;
  const range = least === most ? countText(most) : `${countText(least)} to ${countText(most)}`;
  return `${model} was given ${those} of ${range} characters, and its server counts ${countText(tokens)} tokens for each: it has cut them, so that these estimates rest on a part of what was asked. Give the server a longer context, or the model shorter texts.`;
}
