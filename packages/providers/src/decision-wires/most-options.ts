/** The most options of a choice at OpenAI and TypeSafe. */
const MOST = 255;

/** Hosts that take fewer. */
const FEWER: ReadonlyMap<string, number> = new Map([["api.fireworks.ai", 208]]);

/** The most options of a choice that the server at this address takes, as far as it is known. */
export function mostOptions(baseURL: string | undefined): number {
  const host = baseURL !== undefined && URL.canParse(baseURL) ? new URL(baseURL).hostname : "";
  return FEWER.get(host) ?? MOST;
}
