import { randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { sentenceOf } from "#command/errors";
import type { OwnPrices } from "@promptnce/engine/money";
import { findRuns } from "./find-runs.ts";
import { listPage, runPage } from "./view-pages.ts";
import { type JournalCounts, watchJournal } from "./watch-journal.ts";

/**
 * Serves the runs below a folder (an absolute path) on 127.0.0.1, to anyone who opens the URL with
 * its token. The first request moves the token to a cookie that scripts cannot read, so that page
 * URLs do not contain it.
 */
export async function serveView(
  folder: string,
  port: number,
): Promise<AsyncDisposable & { readonly url: string }> {
  const token = randomBytes(16).toString("hex");
  const server = serve({
    fetch: viewApp(folder, token).fetch,
    hostname: "127.0.0.1",
    port,
    // Its Response lacks what Node's has, and would be that of the whole process.
    overrideGlobalObjects: false,
  }) as Server;
  await once(server, "listening");
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${taken}/?token=${token}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Only the addresses of discovered runs are served: requests cannot name a path. */
function viewApp(folder: string, token: string): Hono {
  const app = new Hono();
  const watched = new Map<string, () => Promise<JournalCounts>>();
  const countsOf = (journal: string, prices?: OwnPrices): Promise<JournalCounts> => {
    // A journal that replaced another one counts as a new journal.
    const key = `${statSync(journal).ino} ${journal}`;
    const read = watched.get(key) ?? watchJournal(journal, prices);
    watched.set(key, read);
    return read();
  };
  // Cookies are shared by all ports of a machine, and another view may use another port.
  const cookie = `promptnce-view-${randomBytes(4).toString("hex")}`;
  app.use(async (c, next) => {
    c.header("Cache-Control", "no-store");
    c.header("Cross-Origin-Opener-Policy", "same-origin");
    c.header("Cross-Origin-Resource-Policy", "same-origin");
    c.header("Referrer-Policy", "no-referrer");
    c.header("X-Content-Type-Options", "nosniff");
    if (!isThisMachine(c.req.header("host"))) return c.text(FOREIGN_HOST, 403);
    if (c.req.path === "/" && isToken(c.req.query("token"), token)) {
      setCookie(c, cookie, token, { httpOnly: true, sameSite: "Strict", path: "/" });
      return html(c, OPENED, "connect-src 'none'");
    }
    return isToken(getCookie(c, cookie), token) ? next() : c.text(NO_TOKEN, 403);
  });
  app.get("/", (c) => html(c, listPage(folder, findRuns(folder)), OWN));
  app.get("/:kind{runs|pages}/:id", async (c) => {
    const { kind, id } = c.req.param();
    const run = findRuns(folder).find((candidate) => candidate.id === id);
    if (run?.page !== undefined && (run.reported || kind === "pages")) {
      return html(c, await readFile(run.page, "utf8"), REPORT);
    }
    if (run?.journal === undefined || kind === "pages") return c.notFound();
    return html(c, runPage(run, await countsOf(run.journal, run.status?.prices)), OWN);
  });
  app.notFound((c) => c.text("There is no such page: it may have been moved away.\n", 404));
  app.onError((error, c) => c.text(`${sentenceOf(error)}\n`, 500));
  return app;
}

const NO_TOKEN =
  "Open the whole address that promptnce view prints, with its token, in a browser that keeps cookies.\n";
const FOREIGN_HOST =
  "promptnce view answers only at 127.0.0.1 and localhost, not under another name.\n";

/**
 * The page at the URL with the token. A redirect would count as coming from the linking site, to
 * which strict cookies are not sent; this page navigates on its own and replaces itself in the
 * browser's history.
 */
const OPENED = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="0;url=/">
<title>promptnce view</title>
<p><a href="/">To the runs</a></p>
`;

/**
 * Whether the request addressed this machine by a name that only it has. Another site's name can
 * resolve to it too (DNS rebinding), and that site's scripts could then read the response. Any port
 * is allowed, because it may be forwarded from another machine.
 */
function isThisMachine(host = ""): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host);
}

function isToken(given: string | undefined, token: string): boolean {
  const bytes = Buffer.from(given ?? "");
  return bytes.length === token.length && timingSafeEqual(bytes, Buffer.from(token));
}

const OWN = "connect-src 'self'";
/**
 * The contents of a folder are untrusted: the page's script runs in isolation and can reach nothing
 * else.
 */
const REPORT = "sandbox allow-scripts allow-forms allow-modals allow-downloads";

/** A page with a policy that allows only the script that the page names, and `more`. */
function html(c: Context, page: string, more: string): Response | Promise<Response> {
  const [script = "'none'"] = /'sha256-[\w+/]+=*'/.exec(page) ?? [];
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src ${script}; img-src data:`;
  const closed = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  c.header("Content-Security-Policy", `${policy}; ${closed}; ${more}`);
  return c.html(page);
}
