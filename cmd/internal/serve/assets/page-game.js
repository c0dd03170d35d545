import { mountGame } from "./game.js";
import { mountShell } from "./shell.js";

mountShell();
mountGame(document.getElementById("app"));
