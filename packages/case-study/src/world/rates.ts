/**
 * Fixed before any win rate was computed, and not to be adjusted so that a method wins more often.
 */
export const rates = {
  /** How often a program follows the student's habit; otherwise it follows the class's shares. */
  habit: 0.8,
  /** How often the expert says anything of a habit, whichever value the window shows. */
  mention: 0.75,
  /** How often what she says was read off the window; otherwise it follows the class's shares. */
  fidelity: 0.9,
  /** How often a student attempts a later task: 7.2 of nine, as the paper's 721 of 100 students. */
  attempts: 0.8,
} as const;
