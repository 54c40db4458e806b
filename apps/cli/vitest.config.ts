import { testsOf } from "../../vitest.project.ts";

export default testsOf("cli", { folders: "{src,packed}" });
