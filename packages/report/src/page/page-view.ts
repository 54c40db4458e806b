/** What a page says once, so that its tables and figures need not repeat it. */
export interface PageView {
  /** The page marks everything on it as simulated. */
  readonly isMarkedWhole: boolean;
  /** The page explains shared notes in a section, to which each table links. */
  readonly isExplained: boolean;
}

/** A table or figure by itself: it carries its mark and the text of all notes. */
export const alone: PageView = { isMarkedWhole: false, isExplained: false };
