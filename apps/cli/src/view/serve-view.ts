import { randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { type Context, Hono } from "hono";
import type { OwnPrices } from "@promptnce/providers/choose";
import { findRuns } from "./find-runs.ts";
import { listPage, runPage } from "./view-pages.ts";
import { type JournalCounts, watchJournal } from "./watch-journal.ts";

/** Serves the runs below a folder, given with its whole path, on 127.0.0.1, to whoever knows the address's token. */
export async function serveView(folder: string, port: number): Promise<AsyncDisposable & { readonly url: string }> {
  const token = randomBytes(16).toString("hex");
  const server = serve({ fetch: viewApp(folder, token).fetch, hostname: "127.0.0.1", port }) as Server;
  await once(server, "listening");
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${taken}/${token}/`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** No address but of runs that are found: there is no path to ask for. */
function viewApp(folder: string, token: string): Hono {
  const app = new Hono();
  const watched = new Map<string, () => Promise<JournalCounts>>();
  const countsOf = (journal: string, prices?: OwnPrices): Promise<JournalCounts> => {
    // A journal that took another's place is another.
    const key = `${statSync(journal).ino} ${journal}`;
    const read = watched.get(key) ?? watchJournal(journal, prices);
    watched.set(key, read);
    return read();
  };
  app.use(async (c, next) => {
    c.header("Cache-Control", "no-store");
    c.header("Referrer-Policy", "no-referrer");
    c.header("X-Content-Type-Options", "nosniff");
    const given = Buffer.from(c.req.path.split("/")[1] ?? "");
    if (given.length === token.length && timingSafeEqual(given, Buffer.from(token))) return next();
    return c.text("This is opened by the whole address that promptnce view prints, with its token.\n", 403);
  });
  app.get("/:token/", (c) => html(c, listPage(folder, findRuns(folder)), OWN));
  app.get("/:token/:kind{runs|pages}/:id", async (c) => {
    const { kind, id } = c.req.param();
    const run = findRuns(folder).find((one) => one.id === id);
    if (run?.page !== undefined && (run.reported || kind === "pages")) {
      return html(c, await readFile(run.page, "utf8"), REPORT);
    }
    if (run?.journal === undefined || kind === "pages") return c.notFound();
    return html(c, runPage(run, await countsOf(run.journal, run.status?.prices)), OWN);
  });
  app.notFound((c) => c.text("There is no such page: it may have been moved away.\n", 404));
  app.onError((error, c) => c.text(`${error.message}\n`, 500));
  return app;
}

const OWN = "connect-src 'self'";
/** What is in a folder may be anybody's: it runs its script for itself alone, and reaches nothing. */
const REPORT = "sandbox allow-scripts allow-forms allow-modals allow-downloads";

/** A page with a policy that lets run the one script which its own names, and allows `more`. */
function html(c: Context, page: string, more: string): Response | Promise<Response> {
  const [script = "'none'"] = /'sha256-[\w+/]+=*'/.exec(page) ?? [];
  const known = `default-src 'none'; style-src 'unsafe-inline'; script-src ${script}; img-src data:`;
  const closed = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  c.header("Content-Security-Policy", `${known}; ${closed}; ${more}`);
  return c.html(page);
}
