import { once } from "node:events";
import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import { option, wholeNumber } from "#command";
import { addCommand } from "../terminal/add-command.ts";
import { listenFault } from "../terminal/listen-fault.ts";

const EXAMPLES = `
It lists the runs of bench, estimate and score in the folder and below it, newest first. Each opens
its report, or, while it goes on, how far it is: rate, cost, what cannot be read, the newest replies.
The page is for this machine alone (127.0.0.1 or localhost), and for whoever has the address that is printed.
Its token moves to a cookie when you open it: the pages stand under addresses without it. Nothing is written and
nothing is asked; Ctrl-C closes it and stops no run.

Examples:
  promptnce view
  promptnce view out
  promptnce view out --port 8080`;

/** The `view [FOLDER]` command, which shows runs in a browser while they happen. */
export function view(parent: Command): void {
  const does = "look at runs in a browser: those that are done, and those that go on";
  const port = option("<number>", "0 takes any free one", wholeNumber(0, 65_535), 0);
  const command = addCommand(parent, "view", does, EXAMPLES, { port })
    .argument("[folder]", "where the runs are, in it or below it", ".")
    .action(async (folder: string, { port }: { readonly port: number }) => {
      if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
        command.error(
          `error: ${folder} is no folder: name the one that a run writes to, or one above it`,
        );
      }
      const { serveView } = await import("./serve-view.ts");
      await using server = await serveView(resolve(folder), port).catch((error: unknown) =>
        command.error(`error: ${listenFault(error, port)}`),
      );
      console.log(
        `${server.url}\n\nOpen this address in a browser of this machine. Ctrl-C closes it, and stops no run.`,
      );
      await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
    });
}
