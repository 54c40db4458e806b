import { testsOf } from "../../vitest.project.ts";

export default testsOf("case-study");
