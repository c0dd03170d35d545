import { mountGames } from "./games.js";
import { mountShell } from "./shell.js";

mountShell();
mountGames(document.getElementById("app"));
