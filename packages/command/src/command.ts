// Lets a program's user choose a model and see the price forecast: shared by `bench` and the
// `promptnce` command. Adapters are loaded only when a model is created.
export { checkModels, checkModelsOfNew } from "./model/check-models.ts";
export { fillStore } from "./model/fill-store.ts";
export type { GivenAsking, GivenModel } from "./model/given-model.ts";
export { chosenModels } from "./model/model-mistakes.ts";
export {
  type ModelChoice,
  modelOf,
  type ModelOptions,
  modelProvider,
  readFromOf,
} from "./model/model-provider.ts";
export { loadPostgres } from "./store/load-postgres.ts";
export { type OpenedStore, openStore, repliesAt } from "./store/open-store.ts";
