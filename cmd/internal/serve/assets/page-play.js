import { HttpPlay } from "./backend-http.js";
import { mountPlay } from "./play.js";
import { mountShell } from "./shell.js";

mountShell();
mountPlay(document.getElementById("app"), new HttpPlay());
