import { spawn, spawnSync } from "node:child_process";
import xterm from "@xterm/headless";

/** The `script` of util-linux, which runs a command on a terminal. */
export const hasTerminal: boolean =
  spawnSync("script", ["-qec", "exit 0", "/dev/null"]).status === 0;

/**
 * The terminals on which commands are tested: narrow and wide, with and without colours. The first
 * is always used; the others have the tag `full`.
 */
export const terminals: readonly {
  readonly cols: number;
  readonly env: NodeJS.ProcessEnv;
  readonly tags: string[];
}[] = [
  { cols: 80, env: {}, tags: [] },
  { cols: 80, env: { NO_COLOR: "1" }, tags: ["full"] },
  { cols: 140, env: {}, tags: ["full"] },
  { cols: 140, env: { NO_COLOR: "1" }, tags: ["full"] },
];

interface OnTerminal {
  readonly cols: number;
  readonly cwd: string;
  /**
   * Variables besides PATH, HOME, TERM and the place of compiled modules. Others are left out: CI,
   * NODE_DISABLE_COLORS and more would turn colours off. No server of this machine is looked for.
   */
  readonly env?: NodeJS.ProcessEnv;
  /** Texts to type, one after another, each once the output since the one before it matches. */
  readonly type?: Keystrokes | readonly Keystrokes[];
}

interface Keystrokes {
  readonly after: RegExp;
  readonly keys: string;
}

/**
 * The output of a command on a terminal: as written, and as the lines finally shown, including
 * those scrolled away.
 */
export async function onTerminal(
  command: readonly string[],
  { cols, cwd, env = {}, type }: OnTerminal,
): Promise<{ readonly raw: string; readonly lines: string[] }> {
  const words = command.map((word) => `'${word}'`).join(" ");
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const child = spawn("script", ["-qec", `stty cols ${cols} rows 40; ${words}`, "/dev/null"], {
    cwd,
    env: {
      PATH,
      HOME,
      NODE_COMPILE_CACHE,
      TERM: "xterm-256color",
      PROMPTNCE_PORTS: "",
      ...env,
    },
  });
  if (type === undefined) child.stdin.end();
  const left = [type ?? []].flat();
  let raw = "";
  let since = 0;
  for await (const chunk of child.stdout.setEncoding("utf8")) {
    raw += String(chunk);
    const [next] = left;
    if (next === undefined || !next.after.test(raw.slice(since))) continue;
    left.shift();
    since = raw.length;
    child.stdin.write(next.keys);
  }
  child.stdin.end();
  return { raw, lines: await seen(raw, cols) };
}

async function seen(raw: string, cols: number): Promise<string[]> {
  const terminal = new xterm.Terminal({
    cols,
    rows: 40,
    scrollback: 10_000,
    allowProposedApi: true,
  });
  await new Promise<void>((resolve) => terminal.write(raw, resolve));
  const { active } = terminal.buffer;
  const lines = Array.from(
    { length: active.length },
    (_, i) => active.getLine(i)?.translateToString(true) ?? "",
  );
  return lines.slice(0, lines.findLastIndex((line) => line !== "") + 1);
}
