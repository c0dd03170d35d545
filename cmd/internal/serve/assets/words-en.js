// English.
export const en = {
  red: "red", black: "black", Red: "Red", Black: "Black", draw: "draw",
  "kind.K": "general", "kind.A": "advisor", "kind.B": "elephant", "kind.N": "horse", "kind.R": "chariot", "kind.C": "cannon", "kind.P": "soldier", "kind.X": "face-down piece",
  piece: "{side} {kind}", empty: "empty", "is.really": "really a {piece}", "in.check": "in check", "may.take": "can be taken", "may.go": "can be moved to",
  "board.label": "Board, {side} below. Arrow keys move, Enter takes up and puts down, Escape lets go.",

  "nav.play": "Play", "nav.position": "Position", "nav.games": "Games", "nav.run": "Run", "set.pieces": "帥 / K", "set.pieces.label": "Pieces as characters or letters", "set.language": "中文", "set.language.label": "切換為中文",
  legend: "Pieces", "legend.x": "not turned up yet: it moves as the piece whose home it stands on",

  "play.new": "New game", "play.colour": "You play", "play.random": "either", "play.opponent": "Opponent", "play.level": "Level", "play.level.full": "full strength",
  "play.practice": "Practice: moves can be taken back", "play.start": "Start", "play.yours": "Your move", "play.thinking": "{name} is thinking", "play.waiting": "{name} waits for its turn, {n} ahead",
  "play.check": "check", "play.hint": "Hint", "play.takeback": "Take back", "play.resign": "Resign", "play.resign.sure": "Really resign?", "play.save": "Save", "play.turn": "Turn board", "play.resume": "Unfinished games",
  "play.hint.is": "{move}: {score}, expected score {expected}", "play.level.n": "level {n}", "play.plies": "{n} plies", "play.moves": "Moves", "play.hash": "Commitment to the deal", "play.phrase": "Phrase", "play.deal": "Deal",
  "play.hash.help": "The deal is fixed by a phrase that nobody is shown before the end. This is SHA-256 of “jieqi commitment ” and the phrase, so it could not be exchanged.",
  "play.phrase.fits": "It fits the commitment shown at the start.", "play.phrase.wrong": "It does NOT fit the commitment shown at the start.",
  "play.you.win": "You win", "play.you.lose": "You lose", "play.drawn": "A draw", "play.you": "You", "play.resigned": "you resigned", "play.verdict": "{who}: {why}.", "play.thoughts": "What the opponent thought", "play.ply": "ply", "play.line": "line", "play.truth": "Show what the pieces were",
  "play.unseen": "Not seen yet", "play.taken": "Taken", "play.taken.by": "Taken by {side}", "play.you.took": "It was a {piece}: you alone are told.", "play.turned": "It is a {piece}.", "play.opponent.moved": "{name}: {move}.", "play.saved.view": "The file holds what you were told; the deal stays on the server.",
  "play.lost": "The connection was lost; trying again", "play.none": "Choose and start: the board waits.",
  "reason.no_legal_move": "the side to move has no legal move left", "reason.no_capture_limit": "{limit} plies without a capture", "reason.repetition": "the position occurred for the third time and nobody forced it",
  "reason.perpetual_check": "the loser checked all along and repeated the position", "reason.perpetual_chase": "the loser chased a piece all along and repeated the position", "reason.adjudicated": "adjudicated: both sides' scores agreed",
  "reason.length_limit": "the game was as long as games may get", "reason.illegal_move": "the loser's program answered with an illegal move", "reason.crash": "the loser's program failed", "reason.stall": "the loser's program did not answer", "reason.time_loss": "out of time", "reason.resignation": "the other side resigned",

  "pos.fen": "FEN", "pos.show": "Show", "pos.start": "Start position", "pos.copy": "Copy FEN", "pos.copied": "Copied", "pos.by": "Evaluation", "pos.value": "Value for {side} to move", "pos.terms": "By term, for Red", "pos.pieces": "Numbers under pieces: centipawns its side would stand worse without it",
  "pos.search": "Search", "pos.stop": "Stop", "pos.lines": "Lines", "pos.seconds": "Seconds", "pos.depth": "depth {depth}, {nodes} nodes", "pos.reveal": "What {move} may turn up", "pos.reveal.help": "Bar length is the chance, the number what it is worth to the mover. The line's score is the average.",
  "pos.price": "Price this reveal", "pos.pick": "Play a move on the board to go on from it; a reveal asks for its price first.", "pos.none": "no score", "pos.back": "Back", "pos.total": "total", "pos.chance": "chance", "pos.identity": "identity", "pos.worth": "worth", "pos.turns.up": "It turns up",

  "games.source": "Games", "games.none": "There are no recorded games: start with --data or --run.", "games.result": "Result", "games.any": "any", "games.reason": "Ended by", "games.plies": "Plies", "games.reveals": "Reveals", "games.swing": "Largest swing", "games.player": "Player", "games.colour": "as", "games.from": "from", "games.to": "to", "games.filter": "Filter", "games.found": "{n} of {all} games", "games.reading": "reading {done} of {all} blocks", "games.more": "More", "games.game": "game", "games.sort": "Order", "games.sort.index": "as recorded", "games.sort.swing": "largest swing first", "games.sort.plies": "longest first", "games.red_wins": "Red wins", "games.black_wins": "Black wins", "games.draw": "draw",
  "game.public": "Public", "game.red": "Red’s view", "game.black": "Black’s view", "game.truth": "Show the deal", "game.first": "First", "game.prev": "Back", "game.next": "Forward", "game.last": "Last", "game.ply": "Position after {n} of {all} plies", "game.expected": "Expected score of Red, by each side’s own search", "game.told": "What each side is told", "game.reveal": "{piece} turned up: chance {odds}", "game.luck": "luck of {side} {luck}", "game.to.position": "Look at this position", "game.moves": "Moves", "game.score": "score", "game.unseen": "Not seen by {side}", "game.keys": "Arrow keys step, Home and End jump.", "game.random": "drawn at random", "game.copy": "Copy FEN",

  "run.none": "There is no run: start with --run.", "run.live": "at work", "run.stopped": "stopped", "run.finished": "finished", "run.state": "State", "run.stage": "Stage", "run.done": "Done", "run.pace": "Pace", "run.left": "Left of the stage", "run.champion": "Champion", "run.rounds": "Rounds decided", "run.next": "To go on", "run.report": "Report", "run.timeline": "Registry", "run.round": "round {n}", "run.games": "{n} games",
  "notice.browser": "The deal of this game is held in this browser: developer tools can read it.",
  "game.pools": "Pools of both views", "game.chart.luck": "a reveal and its luck: up for Red, down for Black",
  "term.material": "material", "term.unseen": "unseen identities", "term.mobility": "mobility", "term.threats": "threats", "term.palace": "palace", "term.lines": "lines to the general", "term.soldiers": "soldiers", "term.tempo": "right to move",
  "reason.short.no_legal_move": "no legal move", "reason.short.no_capture_limit": "no captures", "reason.short.repetition": "repetition", "reason.short.perpetual_check": "perpetual check", "reason.short.perpetual_chase": "perpetual chase", "reason.short.adjudicated": "adjudicated", "reason.short.length_limit": "length", "reason.short.illegal_move": "illegal move", "reason.short.crash": "crash", "reason.short.stall": "no answer", "reason.short.time_loss": "time",
  "fact.set": "setting changed", "fact.shards": "games", "fact.network": "network made", "fact.gate": "gate", "fact.promoted": "promoted", "fact.rejected": "rejected", "fact.measured": "measured",
};
