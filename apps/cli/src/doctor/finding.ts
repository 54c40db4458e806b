/** What one check found: fine, worth knowing, or in the way of a run. */
export interface Finding {
  readonly status: "ok" | "warn" | "fail";
  readonly check: string;
  /** What was found and, unless it is fine, what to do. */
  readonly message: string;
}

/** A line as it is printed. */
export function findingLine({ status, check, message }: Finding): string {
  return `${status.padEnd(5)}${check}: ${message}`;
}
