import type { UnreadableReply } from "@promptnce/engine/run";
import { escapeHtml } from "../figures/escape-html.ts";

/** The number of causes that stand open on the page; rarer ones are folded together. */
const OPEN_CAUSES = 5;

/** The section of unreadable replies, grouped by cause, with the most frequent cause first. */
export function unreadableHtml(unreadable: readonly UnreadableReply[], intro?: string): string {
  const summary =
    unreadable.length === 0
      ? "Every reply could be read."
      : `Replies that could not be read: ${unreadable.length}. They are counted, left out of every result, and shown here unchanged.`;
  const causes = [...Map.groupBy(unreadable, causeOf)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  const groups = causes.map(
    ([
      cause,
      replies,
    ]) => `<details class="cause"><summary><b>${replies.length}</b> ${escapeHtml(cause)}</summary>
${replies.map(replyHtml).join("\n")}</details>`,
  );
  const rare = groups.slice(OPEN_CAUSES);
  const rarer =
    rare.length === 0
      ? ""
      : `<details><summary>${rare.length} rarer causes</summary>
${rare.join("\n")}</details>`;
  return `<section id="unreadable" aria-labelledby="unreadable-title"><h2 id="unreadable-title">Unreadable replies</h2>
<p>${escapeHtml(intro ?? summary)}</p>
${groups.slice(0, OPEN_CAUSES).join("\n")}
${rarer}</section>`;
}

function replyHtml({ prompt, reply, reason }: UnreadableReply): string {
  return `<details><summary>${escapeHtml(reason)}</summary>
<h3>Reply</h3><pre tabindex="0">${escapeHtml(reply)}</pre><h3>Prompt</h3><pre tabindex="0">${escapeHtml(prompt)}</pre></details>`;
}

/**
 * The template and the reason, without the reason's quoted texts and numbers, so that similar
 * failures are counted together.
 */
export function causeOf({ template, reason }: UnreadableReply): string {
  const plain = reason
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, "“…”")
    .replaceAll(/-?\d+(\.\d+)?(e[-+]?\d+)?/gi, "n");
  return `${template.replace(/@.*/, "")}: ${plain}`;
}
