import { LocalPosition } from "./backend-local.js";
import { mountPosition } from "./position.js";
import { mountShell } from "./shell.js";

mountShell();
mountPosition(document.getElementById("app"), new LocalPosition());
