// Chinese, traditional characters.
export const zh = {
  red: "紅方", black: "黑方", Red: "紅方", Black: "黑方", draw: "和棋",
  "kind.K": "將帥", "kind.A": "士", "kind.B": "象", "kind.N": "馬", "kind.R": "車", "kind.C": "砲", "kind.P": "兵卒", "kind.X": "暗子",
  piece: "{side}{kind}", empty: "空", "is.really": "實為{piece}", "in.check": "被將軍", "may.take": "可吃", "may.go": "可走",
  "board.label": "棋盤，{side}在下。方向鍵移動，Enter 拿起或放下，Escape 取消。",

  "nav.play": "對弈", "nav.position": "局面", "nav.games": "棋譜", "nav.run": "訓練", "set.pieces": "帥 / K", "set.pieces.label": "棋子顯示為漢字或字母", "set.language": "English", "set.language.label": "Switch to English",
  legend: "棋子", "legend.x": "尚未翻開：按所在原位的棋子走法行棋",

  "play.new": "新局", "play.colour": "執棋", "play.random": "隨機", "play.opponent": "對手", "play.level": "等級", "play.level.full": "全力",
  "play.practice": "練習：可以悔棋", "play.start": "開始", "play.yours": "輪到你走", "play.thinking": "{name} 思考中", "play.waiting": "{name} 排隊中，前面還有 {n} 個",
  "play.check": "將軍", "play.hint": "提示", "play.takeback": "悔棋", "play.resign": "認輸", "play.resign.sure": "確定認輸？", "play.save": "儲存", "play.turn": "翻轉棋盤", "play.resume": "未完的棋局",
  "play.hint.is": "{move}：{score}，期望得分 {expected}", "play.level.n": "等級 {n}", "play.plies": "{n} 步", "play.moves": "著法", "play.hash": "佈局的承諾值", "play.phrase": "口令", "play.deal": "佈局",
  "play.hash.help": "佈局由一個口令決定，終局前不公開。這是「jieqi commitment 」加口令的 SHA-256，因此中途無法更換。",
  "play.phrase.fits": "與開局時的承諾值相符。", "play.phrase.wrong": "與開局時的承諾值不符！",
  "play.you.win": "你贏了", "play.you.lose": "你輸了", "play.drawn": "和棋", "play.you": "你", "play.resigned": "你認輸了", "play.verdict": "{who}：{why}。", "play.thoughts": "對手的想法", "play.ply": "步", "play.line": "變化", "play.truth": "顯示暗子真身",
  "play.unseen": "尚未見到", "play.taken": "被吃", "play.taken.by": "{side}吃掉的", "play.you.took": "吃掉的是{piece}：只有你知道。", "play.turned": "翻出{piece}。", "play.opponent.moved": "{name}：{move}。", "play.saved.view": "檔案只含你所知道的；佈局留在伺服器上。",
  "play.lost": "連線中斷，正在重試", "play.none": "選好後按開始。",
  "reason.no_legal_move": "輪走方無棋可走", "reason.no_capture_limit": "連續 {limit} 步無吃子", "reason.repetition": "局面第三次出現，雙方均無責任",
  "reason.perpetual_check": "負方長將", "reason.perpetual_chase": "負方長捉", "reason.adjudicated": "判定：雙方評分一致",
  "reason.length_limit": "達到步數上限", "reason.illegal_move": "負方程式走了不合法的著法", "reason.crash": "負方程式出錯", "reason.stall": "負方程式沒有回應", "reason.time_loss": "超時", "reason.resignation": "對方認輸",

  "pos.fen": "FEN", "pos.show": "顯示", "pos.start": "開局", "pos.copy": "複製 FEN", "pos.copied": "已複製", "pos.by": "評估", "pos.value": "輪走的{side}評分", "pos.terms": "分項（紅方視角）", "pos.pieces": "棋子下的數字：少了它，己方差多少（百分之一兵）",
  "pos.search": "搜尋", "pos.stop": "停止", "pos.lines": "變化數", "pos.seconds": "秒", "pos.depth": "深度 {depth}，{nodes} 節點", "pos.reveal": "{move} 可能翻出", "pos.reveal.help": "長條是機率，數字是對走棋方的價值；該變化的評分是其平均。",
  "pos.price": "為這次翻子定價", "pos.pick": "在棋盤上走棋即可繼續；翻子時先顯示其價值。", "pos.none": "無評分", "pos.back": "退回", "pos.total": "合計", "pos.chance": "機率", "pos.identity": "身分", "pos.worth": "價值", "pos.turns.up": "翻出",

  "games.source": "棋譜", "games.none": "沒有棋譜：請用 --data 或 --run 啟動。", "games.result": "結果", "games.any": "不限", "games.reason": "終局原因", "games.plies": "步數", "games.reveals": "翻子數", "games.swing": "最大起伏", "games.player": "棋手", "games.colour": "執", "games.from": "從", "games.to": "到", "games.filter": "篩選", "games.found": "{all} 局中的 {n} 局", "games.reading": "讀取中 {done} / {all} 塊", "games.more": "更多", "games.game": "棋局", "games.sort": "排序", "games.sort.index": "依記錄", "games.sort.swing": "起伏大者先", "games.sort.plies": "步數多者先", "games.red_wins": "紅勝", "games.black_wins": "黑勝", "games.draw": "和棋",
  "game.public": "旁觀", "game.red": "紅方所知", "game.black": "黑方所知", "game.truth": "顯示佈局", "game.first": "最前", "game.prev": "後退", "game.next": "前進", "game.last": "最後", "game.ply": "第 {n} / {all} 步後的局面", "game.expected": "紅方期望得分（雙方各自的搜尋）", "game.told": "各方得知", "game.reveal": "翻出{piece}：機率 {odds}", "game.luck": "{side}運氣 {luck}", "game.to.position": "分析這個局面", "game.moves": "著法", "game.score": "評分", "game.unseen": "{side}尚未見到", "game.keys": "方向鍵前後移動，Home、End 跳到頭尾。", "game.random": "隨機著法", "game.copy": "複製 FEN",

  "run.none": "沒有訓練：請用 --run 啟動。", "run.live": "進行中", "run.stopped": "已停止", "run.finished": "已完成", "run.state": "狀態", "run.stage": "階段", "run.done": "完成", "run.pace": "速度", "run.left": "本階段剩餘", "run.champion": "冠軍", "run.rounds": "已定輪數", "run.next": "繼續的命令", "run.report": "報告", "run.timeline": "登記簿", "run.round": "第 {n} 輪", "run.games": "{n} 局",
  "notice.browser": "這盤棋的佈局存在這個瀏覽器裡：開發者工具可以讀到。",
  "game.pools": "雙方各自的未知棋子", "game.chart.luck": "翻子及其運氣：向上利紅，向下利黑",
  "term.material": "子力", "term.unseen": "未知身分", "term.mobility": "靈活度", "term.threats": "威脅", "term.palace": "九宮", "term.lines": "對將線路", "term.soldiers": "兵卒", "term.tempo": "先手",
  "reason.short.no_legal_move": "無棋可走", "reason.short.no_capture_limit": "無吃子", "reason.short.repetition": "重複局面", "reason.short.perpetual_check": "長將", "reason.short.perpetual_chase": "長捉", "reason.short.adjudicated": "判定", "reason.short.length_limit": "步數上限", "reason.short.illegal_move": "不合法著法", "reason.short.crash": "程式出錯", "reason.short.stall": "無回應", "reason.short.time_loss": "超時",
  "fact.set": "設定更改", "fact.shards": "對局", "fact.network": "產生網路", "fact.gate": "關卡", "fact.promoted": "晉升", "fact.rejected": "淘汰", "fact.measured": "測量",
};
