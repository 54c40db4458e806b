import { type OutgoingHttpHeaders, request } from "node:http";
import { openJournal } from "@promptnce/engine/journal";
import { requestKey } from "@promptnce/engine";
import { onTestFinished } from "vitest";
import { serveView } from "./serve-view.ts";

/** A view that was opened in a browser. */
interface Opened {
  /** Without the token. */
  readonly url: string;
  readonly token: string;
  readonly cookie: string;
}

export async function served(folder: string): Promise<Opened> {
  const server = await serveView(folder, 0);
  onTestFinished(() => server[Symbol.asyncDispose]());
  const { origin, searchParams } = new URL(server.url);
  const [set = ""] = (await fetch(server.url)).headers.getSetCookie();
  return { url: `${origin}/`, token: searchParams.get("token")!, cookie: set.split(";")[0]! };
}

interface Got {
  readonly status: number;
  readonly text: string;
  readonly policy: string;
}

/** The path as it stands: `fetch` would put `..` right, and sends no `Host` of one's own. */
export function get(
  { url, cookie }: Pick<Opened, "url" | "cookie">,
  path = "/",
  headers: OutgoingHttpHeaders = {},
): Promise<Got> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const asked = request({
      hostname,
      port,
      path: path.startsWith("/") ? path : `/${path}`,
      headers: { cookie, ...headers },
      agent: false,
    });
    asked.on("error", reject).on("response", (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => void (text += part));
      const policy = String(response.headers["content-security-policy"]);
      response.on("end", () => resolve({ status: response.statusCode!, text, policy }));
    });
    asked.end();
  });
}

/** A journal with these replies; open while the test lasts if it is to be of a run that goes on. */
export function journalOf(
  path: string,
  replies: readonly string[],
  { provider = "llama", model = "m", running = false } = {},
): void {
  const journal = openJournal(path);
  for (const [i, text] of replies.entries()) {
    const asked = { provider, model, settings: {}, prompt: `Question ${i}`, sample: 0 };
    const reply = { text, stop: "end", usage: { inputTokens: 1, outputTokens: 1 } } as const;
    journal.append({ key: requestKey(asked), ...asked, reply });
  }
  if (running) onTestFinished(() => journal.close());
  else journal.close();
}

export const PAGE = `<!doctype html><meta name="generator" content="promptnce bench"><title>The report</title>`;

/** The address of the only run of a list, or of that with the name. */
export function linkTo(list: string, name = ""): string {
  return new RegExp(`href="(runs/\\w+)">${name.replaceAll(".", String.raw`\.`)}`).exec(list)![1]!;
}

export const COUNTS = { done: 500, total: 2000, questions: 500, unreadable: 25, failed: 5 };
