const MODEL = {
  version: 1,
  /** The smallest P(y|x) told from nothing: below one in ten thousand nobody has an opinion. */
  floor: 1e-4,
  /**
   * Standard deviation, in log-odds, of the lasting error about a pair (x, y). The paper finds that
   * ranking errors are systematic, not stochastic (Section 5.4); one unit is an error by a factor
   * of e. The same error meets every kind of question about that pair, and every sample.
   */
  pairSpread: 1,
  /**
   * Standard deviation, in log-odds or in nats, of what differs between samples of one prompt. The stability table
   * gives a median coefficient of variation of 0.35, which for small probabilities is this spread of the logarithm.
   */
  sampleSpread: 0.35,
  /**
   * Factor on log-odds, or power on masses before they are normalised: above one is overconfident,
   * as verbalised confidence was found to be (Xiong et al. 2024, cited in Section 1.2).
   */
  overconfidence: 1.2,
  /**
   * Standard deviation, in nats, of the general frequency of a label about 1/L, drawn from its text alone (Section 2.1:
   * how common a word is in general "may not match the target distribution").
   */
  frequencySpread: 1.5,
  /** Standard deviation, in nats, of the lasting error about a base rate besides that pull. */
  labelSpread: 0.5,
  /** Weight of the general frequency against the true base rate where no examples are shown. */
  ungroundedPull: 0.5,
  /** The same where examples are shown, which make the estimate "less dependent on generic prior knowledge". */
  groundedPull: 0.25,
  /** Standard deviation, in nats, of a direct PMI's own lasting error: logarithms are subtracted in the head. */
  pmiSpread: 0.7,
  /** Share of replies that cannot be read: a refusal in prose, JSON cut off, an answer missing. */
  unreadable: 0.01,
  /** Share of replies that are untidy but readable: a code fence, prose around, another case. */
  messy: 0.06,
};

/**
 * The errors of the `model-like` respondent. Written down before any table made with it was seen, and never adjusted
 * afterwards: each number is a round one, taken where possible from what the paper or the work it cites reports of
 * models, and none differs between the methods that are compared. So its tables show that the product works from end to
 * end and how errors travel through the methods. They say nothing about which method is best with a real model, nor
 * about prompting interventions, which meet the same errors as the plain conditional.
 *
 * Changing a number, or code that uses one, takes a new `version`, which a golden test demands: it is part of the
 * settings, so that replies of two error models are never mixed in a store.
 */
export const ERROR_MODEL: Readonly<typeof MODEL> = Object.freeze(MODEL);
