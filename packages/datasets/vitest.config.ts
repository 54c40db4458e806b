import { testsOf } from "../../vitest.project.ts";

export default testsOf("datasets", { isolate: true });
