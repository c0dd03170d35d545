import { mountRun } from "./run.js";
import { mountShell } from "./shell.js";

mountShell();
mountRun(document.getElementById("app"));
