import type { MeanDistance, RhoDifference } from "@promptnce/core/scorecard";
import type { WorthInPeople } from "@promptnce/core/distances";
import { columns, type Column, type Measurement, type Value } from "@promptnce/report";
import { measuredRho } from "../scoring/marked-statistics.ts";
import type { ControlledRho } from "./agreement.ts";

/** The cell of a mean distance. */
export function distanceCell({ mean, standardError }: MeanDistance): Measurement {
  return { value: mean, standardError };
}

/** The cells of a ρ with its interval, and of its controls. */
export function controlledCells(rho: ControlledRho): Value[] {
  const { low, high } = rho.interval;
  return [measuredRho(rho), low, high, measuredRho(rho.blindToX), measuredRho(rho.blindToY)];
}

/** The columns of {@link controlledCells}. */
export function controlledColumns(of: string): Column[] {
  const controls = { blind_x: "Blind to x", blind_y: "Blind to y" };
  return columns({ rho: `ρ with ${of}`, low: "from", high: "to", ...controls }, 3);
}

/** The cells of a difference with its interval. */
export function differenceCells({ difference, low, high }: RhoDifference): number[] {
  return [difference, low, high];
}

/** The columns of {@link worthCells}. */
export const worthColumns: readonly Column[] = columns(
  { people: "Worth in people", people_low: "from (people)", people_high: "to (people)" },
  1,
);

/** The cells of how many people replies are worth, if people were counted. */
export function worthCells(worth: WorthInPeople | undefined): Value[] {
  return [worth?.people, worth?.low, worth?.high];
}
