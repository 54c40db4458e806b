import { chaosnli } from "./chaosnli.ts";
import { goemotions } from "./goemotions.ts";
import type { PromptTemplate } from "./template.ts";
import { words } from "./words.ts";

/** Every template: six kinds of question about each of three tasks. */
export const templates: readonly PromptTemplate[] = [...words, ...chaosnli, ...goemotions];
