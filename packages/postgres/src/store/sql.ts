/** What takes a statement: a database, or one transaction of it. */
export interface Sql {
  query(text: string, values?: readonly unknown[]): Promise<{ readonly rows: readonly SqlRow[] }>;
}

/** What a row holds only its statement knows. */
export type SqlRow = Readonly<Record<string, unknown>>;
