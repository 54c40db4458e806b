import { once } from "node:events";
import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import { option, wholeNumber } from "#command/options";
import { print } from "#command/start";
import { addCommand } from "../terminal/add-command.ts";
import { listenFault } from "../terminal/listen-fault.ts";

const EXAMPLES = `
view lists the runs of bench, estimate and score in the folder and those below it, newest first,
each with how far it got and why it ended. A finished run opens its report. Any other run shows its
progress: rate, cost, unreadable replies and the newest replies. The page opens only on this machine
(127.0.0.1 or localhost) and only at the printed address. That address holds a token, which moves to
a cookie when you open it. view writes nothing and asks nothing; Ctrl-C closes it and stops no run.

Examples:
  promptnce view
  promptnce view out
  promptnce view out --port 8080`;

/** The `view [FOLDER]` command, which shows runs in a browser while they happen. */
export function view(parent: Command): void {
  const does = "show finished and running runs in a browser";
  const port = option("<number>", "the port; 0 takes any free one", wholeNumber(0, 65_535), 0);
  const command = addCommand(parent, "view", does, EXAMPLES, { port })
    .argument("[folder]", "the folder to search for runs, with those below it", ".")
    .action(async (folder: string, { port }: { readonly port: number }) => {
      if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
        command.error(
          `error: ${folder} is not a folder: name the folder that a run writes to, or one above it`,
        );
      }
      const { serveView } = await import("./serve-view.ts");
      await using server = await serveView(resolve(folder), port).catch((error: unknown) =>
        command.error(`error: ${listenFault(error, port)}`),
      );
      print(
        `${server.url}\n\nOpen this address in a browser on this machine. Ctrl-C closes the page and stops no run.`,
      );
      await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
    });
}
