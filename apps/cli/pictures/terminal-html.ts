import { escapeHtml } from "#report";

/** A page that looks like a terminal with a command and its output. */
export function terminalHtml(typed: string, lines: readonly string[]): string {
  return `<!doctype html><meta charset="utf-8"><style>
pre { display: inline-block; width: 1200px; box-sizing: border-box; margin: 0; padding: 20px 24px; font: 16px/1.35 "DejaVu Sans Mono", monospace; color: #e7ebee; background: #14191d; }
b { color: #7ab8f5; }
</style><pre><b>${escapeHtml(typed)}</b>\n${lines.map(escapeHtml).join("\n")}</pre>`;
}
