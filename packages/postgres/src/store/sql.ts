/** Anything that runs a statement: a database, or one of its transactions. */
export interface Sql {
  query(text: string, values?: readonly unknown[]): Promise<{ readonly rows: readonly SqlRow[] }>;
}

/** A row, whose columns depend on the statement. */
export type SqlRow = Readonly<Record<string, unknown>>;
