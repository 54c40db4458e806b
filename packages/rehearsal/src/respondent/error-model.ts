const MODEL = {
  version: 1,
  /**
   * The smallest P(y|x) that is distinguished from zero: no one has an opinion below one in ten
   * thousand.
   */
  floor: 1e-4,
  /**
   * Standard deviation, in log-odds, of the lasting error about a pair (x, y). The paper finds that
   * ranking errors are systematic, not stochastic (Section 5.4); one unit is an error by a factor
   * of e. The same error applies to every kind of question about the pair, and to every sample.
   */
  pairSpread: 1,
  /**
   * Standard deviation, in log-odds or in nats, of the differences between samples of one prompt.
   * The stability table gives a median coefficient of variation of 0.35, which for small
   * probabilities is this spread of the logarithm.
   */
  sampleSpread: 0.35,
  /**
   * Factor on log-odds, or power on masses before they are normalised: above one is overconfident,
   * as verbalised confidence was found to be (Xiong et al. 2024, cited in Section 1.2).
   */
  overconfidence: 1.2,
  /**
   * Standard deviation, in nats, of the general frequency of a label about 1/L, drawn from its text
   * alone (Section 2.1: how common a word is in general "may not match the target distribution").
   */
  frequencySpread: 1.5,
  /**
   * Standard deviation, in nats, of the lasting error about a base rate, in addition to the pull of
   * general frequency.
   */
  labelSpread: 0.5,
  /** Weight of the general frequency against the true base rate, if no examples are shown. */
  ungroundedPull: 0.5,
  /**
   * The same with examples, which make the estimate "less dependent on generic prior knowledge".
   */
  groundedPull: 0.25,
  /**
   * Standard deviation, in nats, of the lasting error of a direct PMI, for which logarithms are
   * subtracted mentally.
   */
  pmiSpread: 0.7,
  /** Share of replies that cannot be read: a refusal in prose, JSON cut off, an answer missing. */
  unreadable: 0.01,
  /** Share of replies that are untidy but readable: a code fence, prose around, another case. */
  messy: 0.06,
};

/**
 * The error model of the `model-like` respondent. The numbers were fixed before any table was made
 * with them, and have not been adjusted since. They are round numbers, taken where possible from
 * what the paper or its references report about models, and none differs between the methods
 * compared. Tables made with this respondent therefore show that the product works from end to end,
 * and how errors propagate through the methods. They do not show which method is best with a real
 * model, nor whether prompting interventions help: those meet the same errors as the plain
 * conditional.
 *
 * A change to a number, or to code that uses one, needs a new `version`, as a golden test enforces.
 * The version is part of the settings, so that a store never mixes replies of two error models.
 */
export const ERROR_MODEL: Readonly<typeof MODEL> = Object.freeze(MODEL);
