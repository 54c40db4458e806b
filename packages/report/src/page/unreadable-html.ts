import type { UnreadableReply } from "@promptnce/providers/run";
import { escapeHtml } from "../figures/escape-html.ts";

/** Replies that could not be read, those with one cause together, the most frequent first. */
export function unreadableHtml(unreadable: readonly UnreadableReply[], intro: string | undefined): string {
  const said =
    unreadable.length === 0
      ? "Every reply could be read."
      : `${unreadable.length} replies could not be read. They are counted, left out of every figure, and kept here as they came.`;
  const causes = [...Map.groupBy(unreadable, causeOf)].toSorted(([, a], [, b]) => b.length - a.length);
  const groups = causes.map(
    ([cause, own]) => `<details class="cause"><summary><b>${own.length}</b> ${escapeHtml(cause)}</summary>
${own.map(replyHtml).join("\n")}</details>`,
  );
  return `<section id="unreadable" aria-labelledby="unreadable-title"><h2 id="unreadable-title">Unreadable replies</h2>
<p>${escapeHtml(intro ?? said)}</p>
${groups.join("\n")}</section>`;
}

function replyHtml({ template, prompt, reply, reason }: UnreadableReply): string {
  return `<details><summary>${escapeHtml(template)}: ${escapeHtml(reason)}</summary>
<h3>Reply</h3><pre tabindex="0">${escapeHtml(reply)}</pre><h3>Prompt</h3><pre tabindex="0">${escapeHtml(prompt)}</pre></details>`;
}

/** What was asked and why the reply could not be read, without its words and numbers: equal ones are counted together. */
export function causeOf({ template, reason }: Pick<UnreadableReply, "template" | "reason">): string {
  const plain = reason.replaceAll(/"(?:[^"\\]|\\.)*"/g, "“…”").replaceAll(/-?\d+(\.\d+)?(e[-+]?\d+)?/gi, "n");
  return `${template.replace(/@.*/, "")}: ${plain}`;
}
