import type { Command } from "commander";
import { flag, modelOptions, option, someText } from "#command/options";
import { print, say } from "#command/start";
import type { QueueStatus } from "@promptnce/postgres";
import { addCommand, examples } from "../terminal/add-command.ts";

/** The `queue` command, which shows the questions that wait for the workers of a store. */
export function queue(parent: Command): void {
  const status = "queue status --store postgres://me@db.example/study";
  const prepare = "queue prepare --store postgres://owner@db.example/study --grant me";
  const does = "show or prepare the queue of questions for workers";
  const group = addCommand(parent, "queue", does, examples(status, prepare));
  addStatus(group, examples(status));
  addPrepare(group, examples(prepare));
}

/** The heading of an option that stands among a command's own. */
const PLAIN = { group: "Options:" };

interface StatusOptions {
  readonly store?: string;
  readonly json?: true;
}

function addStatus(group: Command, after: string): void {
  const does = "show each model's questions by state, its rate, money spent and time left";
  addCommand(group, "status", does, after, {
    store: { ...modelOptions().store, help: "the database of the queue (required)", ...PLAIN },
    json: flag("print the status as JSON"),
  }).action(async ({ store: address = "", json }: StatusOptions) => {
    const { loadPostgres } = await import("#command");
    const { openPostgresStore, queueStatus } = await loadPostgres();
    await using team = await openPostgresStore(address, { readOnly: true });
    const status = await queueStatus(team);
    if (json) process.stdout.write(`${JSON.stringify(status, null, 2)}\n`);
    else print(await statusText(status));
  });
}

interface PrepareOptions {
  readonly store?: string;
  readonly grant?: string;
}

function addPrepare(group: Command, after: string): void {
  const does = "create the tables of a store and its queue, so that runs need no right to do so";
  addCommand(group, "prepare", does, after, {
    store: {
      ...modelOptions().store,
      help: "the database (required), with a user who may create a schema",
      ...PLAIN,
    },
    grant: option("<user>", "the database user that runs and workers connect as", someText),
  }).action(async ({ store: address = "", grant }: PrepareOptions) => {
    const { loadPostgres } = await import("#command");
    const { openPostgresStore, prepareQueue } = await loadPostgres();
    await using team = await openPostgresStore(address);
    await prepareQueue(team, grant);
    const granted = grant === undefined ? "" : `, and ${grant} may use them`;
    say(`The tables of the store and its queue exist${granted}.`);
  });
}

const columns: readonly (readonly [title: string, of: (status: QueueStatus) => string | number])[] =
  [
    ["Model", ({ model }) => model],
    ["Waiting", ({ waiting }) => waiting],
    ["Under way", ({ active }) => active],
    ["Answered", ({ answered }) => answered],
    ["Failed", ({ failed }) => failed],
    [
      "A minute",
      ({ aMinute, requests }) => `${aMinute}${requests === null ? "" : ` of ${requests}`}`,
    ],
    [
      "US$ spent",
      ({ spent, budget }) =>
        `${spent.toFixed(2)}${budget === null ? "" : ` of ${budget.toFixed(2)}`}`,
    ],
    ["US$ set aside", ({ aside }) => aside.toFixed(2)],
    ["Time left", timeLeft],
  ];

/** The state of the queues as readable text. */
async function statusText(all: readonly QueueStatus[]): Promise<string> {
  if (all.length === 0)
    return "No worker has used this store, and nothing was asked with --workers.\n";
  const { markdownTableOf } = await import("#report/tables");
  const [titles, align] = [
    columns.map(([title]) => title),
    columns.map((_, i) => (i === 0 ? "l" : "r")),
  ];
  const rows = all.map((status) => columns.map(([, of]) => String(of(status))));
  const troubles = all.flatMap(({ model, trouble }) => {
    return trouble === null ? [] : [`\nThe last worker of ${model} that ended: ${trouble}\n`];
  });
  return `${markdownTableOf(titles, rows, align)}\n${troubles.join("")}`;
}

/** The remaining time at the rate of the last minute. */
function timeLeft({ waiting, active, aMinute, over }: QueueStatus): string {
  if (waiting + active === 0) return "done";
  if (over) return "budget used up";
  return aMinute === 0 ? "no answers" : `${Math.ceil((waiting + active) / aMinute)} min`;
}
