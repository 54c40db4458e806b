// Facts about the rows, collected before any model is called
export { countedJoint, madeUpJoint } from "./survey/joints.ts";
export { examplesText, type LabelSeparation } from "./survey/label-separation.ts";
export { pairKey, pairTruth, type People } from "./survey/people.ts";
export { type Survey, survey } from "./survey/survey.ts";
export { type LabelScope, type RowUnit, unitsOf } from "./survey/unit.ts";
export { showsCandidateSets } from "./survey/shows-candidate-sets.ts";
