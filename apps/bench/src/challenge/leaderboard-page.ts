import { drawFigure, page } from "@promptnce/report";
import type { Entry } from "./entry.ts";
import { leaderboard, leaderboardFigure, shownTexts } from "./leaderboard.ts";
import { drawn, versions } from "./versions.ts";

/** The leaderboard as one HTML file. */
export function leaderboardPage(entries: readonly Entry[]): string {
  const tables = leaderboard(entries);
  const [figure, ...more] = drawFigure(leaderboardFigure(entries));
  const used = versions.filter(({ name }) => entries.some(({ pairs }) => name in pairs));
  return page({
    title: "The zero-shot mutual information challenge",
    generator: "bench challenge table",
    simulated: tables[0]?.simulated,
    facts: [
      ["Entries", `${entries.length}`],
      ["Versions", used.map(({ name }) => name).join(", ")],
      ["Pairs", "500 of each, drawn once and frozen"],
      ["Seed", drawn.seed],
    ],
    first: {
      verdict: verdict(entries),
      said: [
        "Scores are as the entries state them. Anyone who has an entry's predictions can score them again.",
      ],
      figure,
    },
    outcome: undefined,
    sections: [
      {
        id: "entries",
        title: "Entries",
        tables,
        figures: more,
      },
    ],
    left: [],
    manifest: { versions: used, entries },
  });
}

/** What the leaderboard says in one sentence. */
function verdict(entries: readonly Entry[]): string {
  const scores = entries.flatMap(({ simulated, scores: all }) =>
    all.filter(({ measure }) => measure === "PMI").map(({ shows }) => ({ simulated, shows })),
  );
  const shown = scores.filter(({ shows }) => shows === "pairs");
  const simulated = shown.filter((score) => score.simulated).length;
  const of = simulated > 0 ? `; ${simulated} of these are simulated` : "";
  return `${shown.length} of ${scores.length} scores with PMI show ${shownTexts.pairs}${of}.`;
}
