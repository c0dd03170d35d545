import { LocalPlay } from "./backend-local.js";
import { mountPlay } from "./play.js";
import { mountShell } from "./shell.js";

mountShell();
mountPlay(document.getElementById("app"), new LocalPlay());
