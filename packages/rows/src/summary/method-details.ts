import { countText, decimalText, percentText } from "@promptnce/core/errors";
import { decidedBy } from "@promptnce/core/coherence";
import { describeMethod } from "@promptnce/core/methods";
import { FEWEST_PAIRS, type Scored } from "@promptnce/core/scorecard";
import { gateVerdict } from "./gate-verdict.ts";
import type { DrawSize, MethodSummary } from "./method-summary.ts";
import { pairsText, probabilityText, rangeText, varies, withError } from "./score-text.ts";
import { unitName, worthText } from "./unit-text.ts";

/** What a number says, and the number in its sentence; of a further sentence no name. */
type Detail = readonly [name: string, text: string];

/**
 * Every number of a method, each in a sentence. With `counted`, a method without scores has the
 * reason.
 *
 * @example
 * const method = { id: "promptnce", title: "PromptNCE" };
 * const counts = { estimates: 10, unreadable: 4, doubtful: 0, shown: 0, belowClamp: 0 };
 * methodDetails({ method, ...counts }, false); // → [["unreadable", "4 of 10 (40.0 %)"]]
 */
export function methodDetails(summary: MethodSummary, counted: boolean): Detail[] {
  const { estimates, unreadable, doubtful, belowClamp, meanOther, R, rhoMarginal, termsDrawn } =
    summary;
  const by = decidedBy(summary);
  const decided = by && `: ${by === "both" ? "both terms" : `the ${by}`} decide the ranking`;
  const details: (Detail | false)[] = [
    [
      "unreadable",
      `${countText(unreadable)} of ${countText(estimates)} (${percentText(unreadable / estimates)})`,
    ],
    doubtful > 0 && [
      "doubtful",
      `${countText(doubtful)} of ${countText(estimates)} (${percentText(doubtful / estimates)}) rest on masses that sum far from one, rescaled`,
    ],
    ...zeroDetails(summary),
    belowClamp > 0 && [
      "near zero",
      `${countText(belowClamp)} of ${countText(estimates)} have a term between 0 and 0.000001, which ranks below an answered 0`,
    ],
    meanOther !== undefined && [
      "mass on OTHER",
      `${meanOther.toFixed(2)} on average, outside the candidate set`,
    ],
    R !== undefined && !Number.isNaN(R) && ["base rates", `${ratioText(R)}${decided ?? ""}`],
    rhoMarginal !== undefined &&
      !Number.isNaN(rhoMarginal) && [
        "",
        `the rarity of the labels alone has rho = ${decimalText(rhoMarginal)} with this ranking${drawnText(termsDrawn)}`,
      ],
    ...(counted || summary.scores ? scoreDetails(summary) : []),
  ];
  return details.filter((detail) => detail !== false);
}

/** The masses that are exactly 0, and of what is 0 by 0. */
function zeroDetails({ zeros, estimates }: MethodSummary): Detail[] {
  const { conditional = 0, marginal = 0, both = 0 } = zeros ?? {};
  if (conditional + marginal === 0) return [];
  const counts = [
    conditional > 0 && `P(y|x) is exactly 0 in ${countText(conditional)}`,
    marginal > 0 && `P(y) in ${countText(marginal)}`,
  ].filter((text) => text !== false);
  const undefinedText =
    both > 0 ? `; both in ${countText(both)}, whose PMI is kept as 0 and measures nothing` : "";
  return [["zeros", `of ${countText(estimates)}, ${counts.join(", ")}${undefinedText}`]];
}

function drawnText(drawn: DrawSize | undefined): string {
  if (drawn === undefined) return "";
  return ` (of ${countText(drawn.kept)} drawn from ${countText(drawn.of)})`;
}

/** The scores, or why there are none despite people's counts. */
function scoreDetails({ method, scores, scoresDrawn, estimates, shown }: MethodSummary): Detail[] {
  if (scores === undefined) {
    const besides = shown > 0 ? ` besides the ${countText(shown)} that a prompt has shown` : "";
    return [
      shown === estimates
        ? ["people", "all pairs were shown in a prompt, so none is left to score"]
        : [
            "people",
            `fewer than three pairs have an estimate and people's PMI${besides}, too few to score`,
          ],
    ];
  }
  const isCounted = describeMethod(method.id)?.needs.people === true;
  return [
    ...rhoDetails(
      scores,
      scoresDrawn ? `, drawn from ${countText(scoresDrawn.of)} rows` : "",
      isCounted,
    ),
    ...calibrationDetails(scores),
    ...distanceDetails(scores),
  ];
}

/** ρ with its errors; why there is no ρ if one side is constant. */
function rhoDetails(scores: Scored, drawn: string, isCounted: boolean): Detail[] {
  const { pairs, rows, rho, rhoError, interval, beyond, unit, centred, isAlone } = scores;
  const over = `over ${pairsText({ rows, repeated: rows - pairs })}${drawn}`;
  if (Number.isNaN(rho)) {
    return [
      [
        "people",
        `no rho with their PMI ${over}: ${isAlone ? "with one input in each context, PMI is 0 by definition" : "all estimates are equal, or all of people's PMI"}`,
      ],
    ];
  }
  const besides = [
    varies(interval) && `95 % of resamples have ${rangeText(interval)}`,
    !Number.isNaN(beyond.rho) &&
      `beyond the true base rates rho = ${decimalText(beyond.rho)}${varies(beyond.interval) ? `, ${rangeText(beyond.interval)}` : ""}`,
  ].filter((text) => text !== false);
  const whole =
    unit.name === "pair" || !(rhoError > 0)
      ? ""
      : `, ± by resampling each ${unitName(unit.name)} whole (${countText(unit.count)}${worthText(unit)})`;
  return [
    [
      "people",
      `rho = ${withError(rho, rhoError)} with their PMI ${over}${whole}${pairs < FEWEST_PAIRS ? ", too few to show anything" : ""}`,
    ],
    ...(besides.length > 0 ? [["", besides.join("; ")] as const] : []),
    ...peopleDetails(scores),
    ...termDetails(scores, isCounted),
    ...(centred && !Number.isNaN(centred.rho)
      ? [
          [
            "",
            `which y with which x: rho centred by both = ${withError(centred.rho, centred.rhoError)}`,
          ] as const,
        ]
      : []),
    ...blindDetails(scores),
    ...verdictDetails(scores),
  ];
}

/** ρ if each pair counts by the people whose answer it is. */
function peopleDetails({ byPeople }: Scored): Detail[] {
  if (byPeople === undefined || Number.isNaN(byPeople)) return [];
  return [
    [
      "",
      `each pair counts once; by the number of people who gave it, rho = ${decimalText(byPeople)}`,
    ],
  ];
}

/** The verdict; for so few pairs that nothing is shown there is none. */
function verdictDetails(scores: Scored): Detail[] {
  const verdict = scores.pairs < FEWEST_PAIRS ? undefined : gateVerdict(scores);
  return verdict === undefined ? [] : [["", `uses both x and y: ${verdict.text}`]];
}

/**
 * Each term's own ρ. A base rate taken from people's counts is left out, since its ρ
 * would say nothing.
 */
function termDetails({ terms: { conditional, marginal } }: Scored, isCounted: boolean): Detail[] {
  const said = [
    conditional !== undefined && `rho of P(y|x) with people's = ${decimalText(conditional)}`,
    marginal !== undefined && !isCounted && `of P(y) = ${decimalText(marginal)}`,
  ].filter((text) => text !== false);
  return said.length > 0 ? [["", said.join(", ")]] : [];
}

function blindDetails({ blind: { toX = Number.NaN, toY = Number.NaN } }: Scored): Detail[] {
  const said = [
    !Number.isNaN(toX) && `base rates alone, blind to x, have rho = ${decimalText(toX)}`,
    !Number.isNaN(toY) && `each x's mean, blind to y, has rho = ${decimalText(toY)}`,
  ].filter((text) => text !== false);
  return said.length > 0 ? [["", said.join("; ")]] : [];
}

function distanceDetails({ distances }: Scored): Detail[] {
  if (distances === undefined) return [];
  const { x, totalVariation, jensenShannon, earthMovers } = distances;
  const text = ({ mean, standardError }: typeof totalVariation): string =>
    Number.isNaN(standardError)
      ? probabilityText(mean)
      : `${probabilityText(mean)} ± ${probabilityText(standardError)}`;
  const steps =
    earthMovers === undefined ? "" : `, earth mover's distance ${text(earthMovers)} steps`;
  return [
    [
      "",
      `P(y|x) is off by a total variation of ${text(totalVariation)}, Jensen-Shannon ${text(jensenShannon)} nats${steps}, on average over ${countText(x)} inputs`,
    ],
  ];
}

function calibrationDetails({
  slope = Number.NaN,
  calibrationError = Number.NaN,
  absoluteError = Number.NaN,
}: Scored): Detail[] {
  const said = [
    !Number.isNaN(slope) && `calibration slope ${decimalText(slope)} on the log scale (ideal 1)`,
    !Number.isNaN(calibrationError) &&
      `ten-bin calibration error ${probabilityText(calibrationError)}`,
    !Number.isNaN(absoluteError) && `mean absolute error ${probabilityText(absoluteError)}`,
  ].filter((text) => text !== false);
  return said.length > 0 ? [["", said.join(", ")]] : [];
}

/** The ratio of the terms' spreads; it is infinite if the conditionals do not vary. */
function ratioText(R: number): string {
  return R === Number.POSITIVE_INFINITY
    ? "the conditionals are all the same"
    : `R = ${decimalText(R)}`;
}
