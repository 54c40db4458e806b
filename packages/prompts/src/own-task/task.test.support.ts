import { type Task, taskSchema } from "./task.ts";

/**
 * The emotions of the paper in a user's own words, with everything that may be left out left out.
 */
export const emotions: Task = taskSchema.parse({
  name: "emotions",
  person: "a rater",
  sees: "ONE comment from Reddit",
  event: "names the emotion that it expresses most",
  label: "emotion",
  fields: ["comment"],
});

/** Texts of several lines for labels, two fields with headings, hints, labels and examples. */
export const replies: Task = taskSchema.parse({
  name: "next-replies",
  person: "a customer of a shop",
  sees: "the shop's last message and the time of day",
  event: "writes replies of any length.",
  label: "reply",
  plural: "replies",
  fields: { message: "MESSAGE OF THE SHOP", time: "TIME" },
  several: true,
  long: true,
  hints: ["most replies have p_base ~ 0.001"],
  labels: ["Thanks!\nBye", "No.", "OTHER"],
  examples: [1, 2, 3, 4].map((i) => ({ x: { message: `m${i}`, time: `${i}:00` }, y: "No." })),
});
