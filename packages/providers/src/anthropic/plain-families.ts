/** Families that answer without reasoning unless told to reason. */
export const plainFamilies: RegExp = /^claude-([23]|instant|(opus|sonnet|haiku)-4)/;
