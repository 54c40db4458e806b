import { memory } from "../testing/counting-provider.test.support.ts";
import { describeStore } from "../testing/store-conformance.test.support.ts";

describeStore("memory", () => {
  const store = memory();
  return async () => store;
});
