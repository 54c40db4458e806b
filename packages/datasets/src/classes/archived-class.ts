/** The files of an archive that are read, by their paths in the repository. */
export type ArchiveFiles = ReadonlyMap<string, Uint8Array>;

/** How the attempts of a class are made of an archive. */
export interface ArchivedClass {
  /** Whether the file at this path of the repository is read; the others are passed over. */
  readonly isRead: (path: string) => boolean;
  /** Each attempt, in the table's order. @throws DatasetError if a file is not of its form */
  attempts(files: ArchiveFiles): readonly Readonly<Record<string, unknown>>[];
}
