/** The 28 labels of GoEmotions, in the order of the corpus's `emotions.txt`. */
export const GOEMOTIONS_LABELS: readonly string[] = (
  "admiration amusement anger annoyance approval caring confusion curiosity desire disappointment " +
  "disapproval disgust embarrassment excitement fear gratitude grief joy love nervousness optimism pride " +
  "realization relief remorse sadness surprise neutral"
).split(" ");
