// Every text of the page, in English and Japanese.

/** A whole number, with commas as both languages write them. The browser's own function takes ten milliseconds when it is first called. */
const n = (value) => String(value).replace(/\B(?=(\d{3})+$)/g, ",");

const seconds = (language, unit) => (value) => value < 0.095
  ? `${Math.max(1, Math.round(value * 1000))} ms`
  : `${value.toLocaleString(language, { maximumSignificantDigits: 2 })} ${unit}`;

/** A number of positions, rounded if it is exact no longer. */
const counted = (value, about) => (value < 2 ** 53 ? n(value) : `${about}${(value / 10 ** Math.floor(Math.log10(value))).toFixed(1)} × 10${[...String(Math.floor(Math.log10(value)))].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]).join("")}`);

/** Whether a browser says that a file could not be fetched. */
const isUnfetched = (message) => /fetch|network|load failed/i.test(message);

/** Minutes and seconds. */
const clock = (time) => `${Math.floor(time / 60_000)}:${String(Math.floor(time / 1000) % 60).padStart(2, "0")}`;

const plural = (n, one, many) => `${n} ${n === 1 || n === "1" ? one : many}`;

function english() {
  /** What is left of a position, by bounds. */
  const rest = ({ lower, upper }) => (lower === Infinity ? "out of reach" : lower === upper ? `${upper} to go` : lower + 1 === upper ? `${lower} or ${upper} to go` : `at most ${upper} to go`);
  const listed = (names) => names.join(", ").replace(/, ([^,]*)$/, " and $1");
  const time = seconds("en", "s");
  const goals = {
    "blank-last": "1, 2, 3 … gap", "blank-first": "gap first", spiral: "spiral", own: "your own", bring: "another …",
    alike: "Tiles that are alike", halves: "two halves", rows: "rows", columns: "columns", chess: "chessboard",
  };
  return {
    language: "en",
    title: "Tilebase: every distance of a sliding puzzle",
    play: "Play",
    bring: "Bring your own",
    how: "How it works",
    views: "Parts of the page",
    puzzles: "Puzzle",
    otherLanguage: "日本語",
    noWasm: "This browser has no WebAssembly, which computes the distances. You can play here; to see distances, please use a newer browser.",
    failed: (message) => (isUnfetched(message) ? "A part of the page could not be fetched. Is there a network?" : `Something went wrong: ${message}.`),
    retry: "Try again",
    skip: "Skip to the board",
    intro: "Play a sliding puzzle and see after every move how far it is from the goal: computed on your own device.",
    otherSize: "Other size …",
    fullScreen: "Full screen",
    wrongSize: (name) => `There is no board of ${name.replace(/x/i, "×")} here, so here is an 8-puzzle. Boards have at least two rows and columns, and up to 100 cells.`,
    puzzle: (name) => ({ "3x3": "8-puzzle", "4x4": "15-puzzle", "5x5": "24-puzzle", alike: "Colours" })[name] ?? (name.startsWith("oshidori") ? "Ducks" : name.replace("x", "×")),
    gap: "gap",
    way: { U: "up", D: "down", L: "left", R: "right" },
    tile: (tile, row, col, slides, mark) =>
      `Tile ${tile}, row ${row}, column ${col}${slides ? `, slides ${slides}${mark ? `, then ${rest(mark)}` : ""}` : ""}`,
    slides: (way, tiles) => `${way}${tiles > 1 ? ` with ${plural(tiles - 1, "other", "others")}` : ""}`,
    board: (rows, cols, lines) => `Board of ${rows} rows and ${cols} columns. ${lines.map((line, row) => `Row ${row + 1}: ${line}`).join(". ")}.`,
    toGo: (distance) => (distance === 1 ? "move from home" : "moves from home"),
    atHome: "Solved. Every tile is home.",
    ways: (count) => (count > 1e15 ? "many shortest solutions" : plural(n(count), "shortest solution", "shortest solutions")),
    atLeast: (lower) => `at least ${lower} …`,
    between: (lower, upper) => `between ${lower} and ${upper}`,
    bestKnown: (toGo, lower, found, improving) => `${toGo}${found ? `, at least ${lower}` : ""}${improving ? ` · searching on${found ? `, ${improving} so far` : ""} …` : ""}`,
    toGoPlanned: "moves left of this solution by stages",
    longer: "Search longer",
    computing: "computing every position …",
    level: (distance, reached, total) => `level ${distance}: ${n(reached)} of ${n(total)} positions`,
    building: (metric, percent) => `${metric === "multi" ? "computing colour tables" : "computing pattern databases"} … ${percent}%`,
    searching: "searching …",
    said: (tile, way, tiles, mark) => `${tile}${tiles > 1 ? ` with ${plural(tiles - 1, "other", "others")}` : ""}, slid ${way}${mark ? `; ${rest(mark)}` : ""}`,
    solve: "Solve",
    pause: "Pause",
    undo: "Undo",
    fresh: "New",
    best: "Best move",
    stop: "Stop",
    stopped: "Stopped. The next move starts the search again.",
    show: "Show distances",
    lines: "A line is one move",
    race: "Race",
    solveBy: "Solution",
    fewest: "fewest moves",
    byRows: "row by row",
    byLines: "rows and columns",
    byBlocks: "block by block",
    stage: (tiles) => tiles,
    stages: (ends) => `Stages: ${ends.map(([tiles, made]) => `${tiles} in ${plural(made, "move", "moves")}`).join(", ")}.`,
    stageTables: (percent) => `computing the tables of a stage … ${percent}%`,
    legend: "✓ nearer to home, ✗ farther from it, = equally far, ≥ not nearer; ≤ with the best solution known.",
    keys: "Arrow keys or W, A, S and D slide tiles. N: new, U: undo, B: best move, P: play the solution. Shift with an arrow key moves the focus from tile to tile.",
    letters: "Letter keys",
    yourGame: "Your game",
    noGame: "Make a move: every move is judged here.",
    secretGame: "Distances are hidden: the game is judged here when it is solved.",
    gameChart: "Distance after each move",
    start: "start",
    movesMade: (made) => plural(made, "move", "moves"),
    afterMove: (move, { lower, upper }) => `${move ? `after move ${move}` : "at the start"}${upper === undefined ? "" : `: ${rest({ lower, upper })}`}`,
    judging: "Judging …",
    verdict: ({ made, enough, left, wasted, wrong }) => {
      if (left > 0) {
        return wasted
          ? `${plural(made, "move", "moves")}, ${left} to go. ${plural(wrong.length, "wrong turn", "wrong turns")} so far cost ${plural(wasted, "move", "moves")}.`
          : `${plural(made, "move", "moves")}, ${left} to go, none wasted.`;
      }
      if (!wasted) return `${plural(made, "move", "moves")}: as short as can be.`;
      const list = wrong.length > 8 ? `${wrong.slice(0, 8).join(", ")} …` : wrong.join(", ").replace(/, (\d+)$/, " and $1");
      return `${made} moves; ${enough} would have been enough. ${plural(wrong.length, "wrong turn", "wrong turns")}: at ${wrong.length === 1 ? "move" : "moves"} ${list}.`;
    },
    verdictSoFar: (made, first, last) => {
      if (last.upper === 0) return `${plural(made, "move", "moves")}; the best known solution has ${first.upper}, and none has fewer than ${first.lower}.`;
      return `${plural(made, "move", "moves")}${last.upper === undefined ? "" : `, ${rest(last)} (best known), at least ${last.lower}`}.`;
    },
    tryAgain: "Try again from here",
    nextMistake: "Next wrong turn",
    slide: (tile, slides) => `${tile} ${slides}`,
    goalIs: "Goal",
    goals,
    goal: (name) => goals[name],
    picture: "Picture on the tiles …",
    noPicture: "Without picture",
    notPicture: "This file is not a picture that the browser can show.",
    ownGoal: "This goal is your own: tiles that are in place are coloured.",
    alikeGoal: "Tiles with the same sign are alike. Those that are in place have a frame.",
    openGoal: "A dot in the goal stands for any tile.",
    rules: "Rules",
    blockOf: "Fly at a time",
    emptyCells: "Empty cells",
    turning: "Turned round",
    unlikeOnly: "Ducks that fly are not all alike",
    sheet: "A sheet to print",
    sheetTitle: (puzzle) => `${puzzle}: boards from easy to hard`,
    sheetSaid: "Slide the tiles until the board looks like this one.",
    sheetLines: "Sliding several tiles in a line at once counts as one move.",
    sheetHow: "How few moves do you need? The solutions are on a separate page.",
    sheetSearching: (found, all) => `looking for boards … ${found} of ${all}`,
    sheetMoves: "Moves: ______",
    sheetAnswers: "Shortest solutions",
    sheetKnown: "The best solutions known",
    sheetLetters: "The numbers are those of the tiles to slide; U, D, L and R say which way: up, down, left or right, and R3 is three times R.",
    sheetRuns: "The numbers are those of the last tile in each line to slide; U, D, L and R say which way: up, down, left or right, and R3 slides three tiles at once.",
    sheetPlaces: "The numbers are those of the first place of the ducks that fly, from 0 on.",
    noPosition: "no such position was found",
    sheetAgain: "Other boards",
    sheetPrint: "Print",
    bringGoal: "Make it the goal",
    playBetter: "Play the better line",
    betterLine: (made, all) => `The better line: move ${made} of ${all}.`,
    counter: (made, time) => `${plural(made, "move", "moves")}, ${clock(time)}`,
    better: (moves) => `Instead of this wrong turn, ${moves.join(" or ")} was better.`,
    lengths: (single, multi) => `Tile by tile ${single}, line by line ${multi}.`,
    copyLink: "Copy link",
    copyMoves: "Copy moves",
    copyResult: "Copy result",
    copied: "Copied.",
    notCopied: (text) => `Copy by hand: ${text}`,
    everyPosition: "Every position",
    positions: (count) => `${n(count)} positions, every distance known`,
    histogram: "Positions at each distance; press Enter to play one of them",
    positionsAt: (count, distance) => `${plural(n(count), "position", "positions")} at ${distance}`,
    clickBar: "Choose a bar to play a position at that distance.",
    logarithmic: "Logarithmic",
    daily: "Puzzle of the day",
    dailySaid: (distance, exact) => `Today's puzzle: ${distance} moves${exact ? "" : " are known to be enough"}. It is the same for everyone, and harder towards Sunday. Showing distances counts as help, and so does a best move.`,
    dailyHelped: "Solved with help: today's puzzle counts once you solve it alone.",
    dailySolved: (made, distance, { streak, longest, solved, perfect }, exact = true) =>
      `Solved in ${plural(made, "move", "moves")}${made <= distance ? (exact ? ", the fewest possible" : ", no more than are known to be enough") : `; ${distance} are enough`}. ${plural(streak, "day", "days")} in a row (longest streak: ${longest}). Solved: ${solved}, of these in the fewest moves: ${perfect}.`,
    dailyResult: (puzzle, date, made, distance, time, streak, exact = true) =>
      `Tilebase ${puzzle}, ${date}: ${plural(made, "move", "moves")} (${!exact ? `best known ${distance}` : made === distance ? "the fewest possible" : `fewest ${distance}`}) in ${clock(time)}, ${plural(streak, "day", "days")} in a row`,
    hardest: "The hardest",
    hardestSaid: (count, distance) => `${plural(n(count), "position needs", "positions need")} ${distance} moves; none needs more.`,
    showAll: (count) => `Show all ${n(count)}`,
    hardestKnown: "The 17 positions that need 80 moves. A proof from 1999 shows that none needs more; this program has verified that these need 80.",
    levels: "Seven levels",
    levelsSaid: (positions) => `${counted(positions, "About ")} positions are too many to store. Choose how far from home to start.`,
    about: (distance) => `about ${distance}`,
    anywhere: "anywhere",
    foot: {
      table: (states, took, bytes) => `All ${n(states)} distances were computed on this device in ${time(took)}, with ${n(Math.round(bytes / 2 ** 20))} MiB of memory. Nothing was sent anywhere.`,
      search: (metric, took, bytes) => `${metric === "multi" ? "Colour tables" : "Pattern databases"} were computed on this device in ${time(took)}, with ${n(Math.round(bytes / 2 ** 20))} MiB of memory. Each answer is found by a search that proves it. Nothing was sent anywhere.`,
      row: "Computed on this device. Nothing was sent anywhere.",
      best: "This device searches with a learned model for short solutions, which need not be the shortest, and proves bounds. Nothing was sent anywhere.",
    },
    raceOther: "Shortest solution",
    raceBegin: (distance) => `${plural(distance, "move is", "moves are")} enough. Your opponent moves whenever you do.`,
    raceOn: (yours, left) => `You have made ${plural(yours, "move", "moves")}; your opponent has ${left} to go.`,
    raceWon: (made) => `A draw: ${plural(made, "move", "moves")}, and no solution is shorter.`,
    raceEven: (made, enough) => `Home in ${made} moves: ${made < enough ? "shorter than" : "as short as"} the best solution known, of ${enough}.`,
    raceLost: (made, enough) => `Home in ${made} moves. The shortest solution took ${enough}.`,
    raceEnd: "End the race",
    raceAgain: "Another race",
    unknownLink: (name) => `There is no puzzle called “${name.slice(0, 40)}” here, so here is an 8-puzzle. Puzzles are called 3x4, 15-puzzle or oshidori-kinds-4, for example.`,
    link: {
      parts: (parts) => `This part of the link means nothing here and was left out: ${parts.map((part) => `“${part.slice(0, 40)}”`).join(", ")}.`,
      cells: (cells, name) => `“${cells.slice(0, 40)}” in this link is not a position of ${name}, so here is a random one.`,
      move: (move, number) => `Move ${number} in this link, “${move.slice(0, 40)}”, cannot be made, so here is the position without the game.`,
    },
    ducks: {
      title: "Oshidori, the mandarin duck puzzle",
      goal: ({ block, holes, rules }) => `Bring the ducks of each kind together. ${["Two", "Three", "Four", "Five", "Six"][block - 2] ?? block} neighbours fly into ${holes > block ? "empty cells" : "the gap"} at the same time${{ may: ", in their order or turned round", must: " and are turned round" }[rules.turn] ?? " and keep their order"}.${rules.unlike ? " They must not all be alike." : ""}`,
      outOfReach: "The goal is out of reach from here.",
      fromStart: (distance) => `The usual start is ${plural(distance, "move", "moves")} from the goal.`,
      turns: { "": "never", may: "if you like", must: "always" },
      where: "Where to?",
      landing: (place, ducks, turned) => `places ${place} to ${place + ducks - 1}${turned ? ", turned round" : ""}`,
      white: "White ducks",
      several: (counts) => `${counts.length} kinds: ${counts.join(", ")}`,
      toGo: (distance) => (distance === 1 ? "move to the goal" : "moves to the goal"),
      home: "All ducks are together.",
      kinds: "Kinds of ducks",
      each: "Black ducks",
      pairs: (k) => `${k} kinds, two of each`,
      blackWhite: (black, white) => `${black} black, ${white} white`,
      colours: "Ducks",
      manyKinds: "Many kinds",
      twoKinds: "Black and white",
      keys: "Tap a duck, and it flies with its neighbour on the right. Arrow keys choose a duck, and Enter lets it fly. N: new, U: undo, B: best move, P: play the solution.",
      pond: (row) => `The pond: ${row}.`,
      pair: (names, place, mark) => `Ducks ${listed(names)}, places ${place} ${names.length > 2 ? "to" : "and"} ${place + names.length - 1}${mark ? `, then ${rest(mark)}` : ""}`,
      proof: {
        table: "Proven: the distance of every row is known.",
        search: (distance) => `${distance} moves, proven by search: all shorter sequences were tried.`,
        "construction+bound": (distance) => `${distance} moves, proven: the solution is as short as the lower bound.`,
        bounds: (lower, upper) => `Between ${lower} and ${upper} moves; shorter solutions have not been ruled out.`,
        published: (length, upper) => `${length} moves, proven by a longer search, as the book says.${upper < Infinity ? ` The best solution found here has ${upper}.` : ""}`,
        lower: (lower) => `At least ${lower} moves; no solution was found in this time.`,
      },
      usual: "Usual start",
      said: (names, mark) => `Ducks ${listed(names)} flew${mark ? `; ${rest(mark)}` : ""}`,
    },
    bringSaid: "Paste a board or a scramble (also from slidysim): numbers separated by spaces, rows by / or line breaks, the gap as 0, _ or *. Equal numbers or letters are tiles that are alike, and in a goal x is a cell that may hold any tile. Or tap the tiles below in order.",
    bringLabel: "Board",
    bringShape: "Shape",
    bringOrder: "Tap in order",
    bringClear: "Clear",
    bringPlay: "Play it",
    bringGoalLabel: "Goal (if it is not the usual one)",
    bringGoalBad: "This is not a goal of a board of this shape.",
    bringIsGoal: "Dots stand for cells that may hold any tile: this is a goal.",
    bringAlike: "It can be solved. Tiles with the same sign are alike, and the goal has them in order.",
    bringEmpty: "Nothing yet.",
    bringBad: (cells) => `${plural(cells, "cell", "cells")}: the boards here have 4 to 100 cells, at least two in each row and column.`,
    bringTiles: (last) => `The tiles must be 1 to ${last}, each once, and one gap.`,
    bringMore: (left) => `${left} more.`,
    bringGood: "It can be solved.",
    bringOdd: (first, second, goals) => `It cannot be solved: sliding never exchanges just two tiles, and this board is one exchange away from the boards that can be solved. With ${first} and ${second} exchanged, it can be solved.${goals.length ? ` As it is, it can be solved for the goal ${goals.map((goal) => `“${goal}”`).join(" or ")}.` : ""}`,
    bringWith: (goal) => `Play it with the goal “${goal}”`,
    bringSwap: (first, second) => `Exchange ${first} and ${second}`,
    howTitle: "How it works",
    howLead: "A page that knows the distance of every position might seem to need a large file. There is none: your device computes everything in less than a second. These five pictures show how, and you can play with them.",
    howParity: "1. Half of all boards cannot be solved",
    howParityText: "Count the pairs of tiles in the wrong order. Sliding sideways does not change that number. Sliding up or down moves a tile past two others, since this board is three wide, so the number stays odd or even. Tap two tiles to exchange them.",
    howParityCount: (count, solvable) => `${plural(count, "pair", "pairs")} in the wrong order: ${count % 2 ? "odd" : "even"}, so it ${solvable ? "can" : "cannot"} be solved.`,
    howRank: "2. Every board has a number",
    howRankText: "A table need not store the positions, only their distances in order: the number of a position says where its distance is. For 2×3, six places are possible for the gap; then come the choices of the first tile, the second, … among those left. The last two follow from the parity, so there are just 360 numbers.",
    howRankSlider: "Number",
    howRankIs: (rank, digits) => `Number ${rank}: gap in place ${digits[0]}, then choices ${digits.slice(1).join(", ")}.`,
    howWave: "3. A wave from home",
    howWaveText: "Start at the solved board, and mark every board that one move reaches; then every new board that one more move reaches, and so on until there are no new ones. The step at which a position is reached is its distance. Each dot is one of the 360 boards of 2×3.",
    howWaveSlider: "Distance",
    howWaveIs: (distance, count, reached) => `${plural(count, "board", "boards")} at ${distance}; ${reached} of 360 reached.`,
    howRun: "Run",
    howBits: "4. One bit per position",
    howBitsText: "240 million distances in 30 MiB: each position has one bit. Neighbours differ by exactly one, so it is enough to know a distance modulo 4 to walk downhill and count; and of those two bits one is the colour of the gap's square, as on a chessboard. Follow a walk home:",
    howBitsStep: "One step",
    howBitsIs: (bit, colour, rest, walked) => `Bit ${bit}, gap on a ${colour ? "dark" : "light"} square: distance ${rest} modulo 4. Steps counted: ${walked}.`,
    howBitsHome: (walked) => `Home after ${walked} steps: that was the distance.`,
    howPattern: "5. Patterns for larger puzzles",
    howPatternText: "The 15-puzzle has ten trillion positions. So look at only some tiles at a time: how many moves do just these tiles need, whatever the others do? The sum over the groups is never more than the distance, so a search can skip every path for which the sum is too large (IDA*). Here is the 8-puzzle with two groups of four.",
    howPatternIs: (a, b, distance) => `Group one needs ${a} moves, group two ${b}: at least ${a + b} in all. The distance is ${distance}.`,
    howPatternNew: "Another board",
    howPatternHide: "Look at",
    howGroups: ["both groups", "group one", "group two"],
    howSearch: (rows) => rows.map(([threshold, visited]) => `up to ${threshold}: ${n(visited)}`).join("; "),
    howSearchSaid: "Boards that IDA* visits with this sum, for each length it allows:",
  };
}

function japanese() {
  const rest = ({ lower, upper }) => (lower === Infinity ? "完成できない" : lower === upper ? `あと${upper}手` : lower + 1 === upper ? `あと${lower}手か${upper}手` : `あと${upper}手以下`);
  const time = seconds("ja", "秒");
  const goals = {
    "blank-last": "1、2、3…空き", "blank-first": "空きが先頭", spiral: "渦巻き", own: "自分の完成形", bring: "ほかの完成形…",
    alike: "同じ色の駒", halves: "二色", rows: "行ごと", columns: "列ごと", chess: "市松",
  };
  return {
    language: "ja",
    title: "Tilebase:スライドパズルの全局面の手数",
    play: "遊ぶ",
    bring: "盤面を入力",
    how: "しくみ",
    views: "ページの部分",
    puzzles: "パズル",
    otherLanguage: "English",
    noWasm: "このブラウザには手数の計算に使う WebAssembly がありません。遊ぶことはできます。手数を見るには新しいブラウザをお使いください。",
    failed: (message) => (isUnfetched(message) ? "ページの一部を取得できませんでした。ネットワークにつながっていますか。" : `エラーが起きました:${message}`),
    retry: "もう一度試す",
    skip: "盤へ移動",
    intro: "スライドパズルで遊びながら、一手ごとに完成形までの手数がわかります。この端末で計算します。",
    otherSize: "ほかの大きさ…",
    fullScreen: "全画面",
    wrongSize: (name) => `${name.replace(/x/i, "×")}の盤はないので、8パズルを出しました。盤は2行2列以上、100マスまでです。`,
    puzzle: (name) => ({ "3x3": "8パズル", "4x4": "15パズル", "5x5": "24パズル", alike: "色合わせ" })[name] ?? (name.startsWith("oshidori") ? "おしどり" : name.replace("x", "×")),
    gap: "空き",
    way: { U: "上", D: "下", L: "左", R: "右" },
    tile: (tile, row, col, slides, mark) =>
      `${tile}番、${row}行${col}列${slides ? `、${slides}動く${mark ? `、${rest(mark)}になる` : ""}` : ""}`,
    slides: (way, tiles) => `${tiles > 1 ? `ほか${tiles - 1}枚と` : ""}${way}へ`,
    board: (rows, cols, lines) => `${rows}行${cols}列の盤。${lines.map((line, row) => `${row + 1}行目:${line}`).join("。")}。`,
    toGo: () => "手で完成",
    atHome: "完成です。",
    ways: (count) => (count > 1e15 ? "最短手順は多数" : `最短手順は${n(count)}通り`),
    atLeast: (lower) => `${lower}手以上…`,
    between: (lower, upper) => `${lower}手から${upper}手`,
    bestKnown: (_, lower, found, improving) => `手で完成(見つかった最短${found ? `、少なくとも${lower}手` : ""})${improving ? `。さらに探索中${found ? `(今のところ${improving}手)` : ""}…` : ""}`,
    toGoPlanned: "手(段階ごとの手順の残り)",
    longer: "もっと探す",
    computing: "全局面を計算中…",
    level: (distance, reached, total) => `${distance}手目:${n(total)}局面のうち${n(reached)}`,
    building: (metric, percent) => `${metric === "multi" ? "色の表" : "パターンデータベース"}を計算中… ${percent}%`,
    searching: "探索中…",
    said: (tile, way, tiles, mark) => `${tile}${tiles > 1 ? `とほか${tiles - 1}枚` : ""}を${way}へ${mark ? `。${rest(mark)}` : ""}`,
    solve: "解く",
    pause: "一時停止",
    undo: "戻す",
    fresh: "新しい盤",
    best: "最善手",
    stop: "中止",
    stopped: "中止しました。動かすとまた計算します。",
    show: "手数を表示",
    lines: "一列でも一手",
    race: "競走",
    solveBy: "解き方",
    fewest: "最短",
    byRows: "行ごと",
    byLines: "行と列ごと",
    byBlocks: "区画ごと",
    stage: (tiles) => (tiles === "rest" ? "残り" : tiles),
    stages: (ends) => `段階:${ends.map(([tiles, made]) => `${tiles}を${made}手`).join("、")}。`,
    stageTables: (percent) => `段階の表を計算中… ${percent}%`,
    legend: "✓ 近づく手、✗ 遠ざかる手、= 変わらない手、≥ 近づかない手。≤ は既知の最善の手順による。",
    keys: "矢印キーか W・A・S・D で動かします。N 新しい盤、U 戻す、B 最善手、P 手順を再生。Shift+矢印キーで選ぶ駒を変えます。",
    letters: "文字キーを使う",
    yourGame: "あなたの手順",
    noGame: "動かすと、一手ごとに判定します。",
    secretGame: "手数は隠れています。完成すると、ここで判定します。",
    gameChart: "一手ごとの残り手数",
    start: "開始",
    movesMade: (made) => `${made}手`,
    afterMove: (move, { lower, upper }) => `${move ? `${move}手目のあと` : "開始時"}${upper === undefined ? "" : `:${rest({ lower, upper })}`}`,
    judging: "判定中…",
    verdict: ({ made, enough, left, wasted, wrong }) => {
      if (left > 0) return wasted ? `${made}手、あと${left}手。遠回りが${wrong.length}回、${wasted}手の損です。` : `${made}手、あと${left}手。無駄はありません。`;
      if (!wasted) return `${made}手。これより短い手順はありません。`;
      return `${made}手。最短は${enough}手でした。遠回り${wrong.length}回:${wrong.slice(0, 8).join("、")}${wrong.length > 8 ? "…" : ""}手目。`;
    },
    verdictSoFar: (made, first, last) => {
      if (last.upper === 0) return `${made}手。既知の最善は${first.upper}手で、${first.lower}手より短い手順はありません。`;
      return `${made}手${last.upper === undefined ? "" : `、${rest(last)}(既知の最善)、下界${last.lower}手`}。`;
    },
    tryAgain: "ここからやり直す",
    nextMistake: "次の遠回り",
    slide: (tile, slides) => `${tile}を${slides}動かす`,
    goalIs: "完成形",
    goals,
    goal: (name) => goals[name],
    picture: "駒に絵をのせる…",
    noPicture: "絵を消す",
    notPicture: "この画像は表示できません。",
    ownGoal: "自分で決めた完成形です。そこにある駒に色がつきます。",
    alikeGoal: "同じ印の駒は区別しません。正しい場所の駒には枠がつきます。",
    openGoal: "完成形の点のマスには、どの駒があってもかまいません。",
    rules: "規則",
    blockOf: "一度に飛ぶ数",
    emptyCells: "空きの数",
    turning: "逆の順にする",
    unlikeOnly: "違うものを含む組だけ飛ぶ",
    sheet: "印刷用の問題",
    sheetTitle: (puzzle) => `${puzzle}:やさしい順の問題`,
    sheetSaid: "駒を動かして、この完成形にしてください。",
    sheetLines: "一列の何枚かをまとめて動かしても一手です。",
    sheetHow: "何手でできますか。解答は別のページにあります。",
    sheetSearching: (found, all) => `盤を探しています…${all}個のうち${found}個`,
    sheetMoves: "手数:______",
    sheetAnswers: "最短手順",
    sheetKnown: "見つかった最短の手順",
    sheetLetters: "数字は動かす駒、U・D・L・Rは動く向き(上・下・左・右)、R3 は R を三回。",
    sheetRuns: "数字は動かす列の端の駒、U・D・L・Rは動く向き(上・下・左・右)、R3 は三枚をまとめて右へ。",
    sheetPlaces: "数字は飛ぶおしどりの先頭の場所(0 から)。",
    noPosition: "そのような局面が見つかりませんでした",
    sheetAgain: "別の問題",
    sheetPrint: "印刷",
    bringGoal: "これを完成形にする",
    playBetter: "よい手順を見る",
    betterLine: (made, all) => `よい手順:${all}手のうち${made}手目。`,
    counter: (made, time) => `${made}手、${clock(time)}`,
    better: (moves) => `この遠回りの前:${moves.join("か、")}のが最善でした。`,
    lengths: (single, multi) => `一枚ずつ数えると${single}手、列ごとに数えると${multi}手。`,
    copyLink: "リンクをコピー",
    copyMoves: "手順をコピー",
    copyResult: "結果をコピー",
    copied: "コピーしました。",
    notCopied: (text) => `手でコピーしてください:${text}`,
    everyPosition: "全局面",
    positions: (count) => `${n(count)}局面、すべての手数がわかっています`,
    histogram: "手数ごとの局面数。Enter でその手数の局面を出します",
    positionsAt: (count, distance) => `${distance}手の局面は${n(count)}個`,
    clickBar: "棒を選ぶと、その手数の局面が盤に出ます。",
    logarithmic: "対数",
    daily: "今日の問題",
    dailySaid: (distance, exact) => `今日の問題:${exact ? "" : "見つかった最短は"}${distance}手。だれにとっても同じ問題で、日曜に向けて難しくなります。手数を表示したり最善手を使ったりすると、助けを借りたことになります。`,
    dailyHelped: "助けを借りて完成しました。自力で解くと、今日の問題として数えます。",
    dailySolved: (made, distance, { streak, longest, solved, perfect }, exact = true) =>
      `${made}手で完成${made <= distance ? (exact ? "、最短です" : "、見つかった最短以下です") : `。${exact ? "最短" : "見つかった最短"}は${distance}手`}。${streak}日連続(最長${longest}日)、これまで${solved}問、うち最短${perfect}問。`,
    dailyResult: (puzzle, date, made, distance, time, streak, exact = true) => `Tilebase ${puzzle} ${date}:${made}手(${exact ? "最短" : "見つかった最短"}${distance}手)、${clock(time)}、${streak}日連続`,
    hardest: "最も難しい局面",
    hardestSaid: (count, distance) => `${distance}手かかる局面が${n(count)}個。これより遠い局面はありません。`,
    showAll: (count) => `${n(count)}個すべて表示`,
    hardestKnown: "80手かかる17局面。これより遠い局面がないことは1999年に別に証明されました。この17局面が80手かかることは、このプログラムで確かめました。",
    levels: "七つのレベル",
    levelsSaid: (positions) => `${counted(positions, "約")}局面は多すぎて表にできません。開始の遠さを選んでください。`,
    about: (distance) => `約${distance}手`,
    anywhere: "どこでも",
    foot: {
      table: (states, took, bytes) => `${n(states)}局面すべての手数を、この端末で${time(took)}、メモリー${n(Math.round(bytes / 2 ** 20))} MiBで計算しました。どこにも何も送っていません。`,
      search: (metric, took, bytes) => `${metric === "multi" ? "色の表" : "パターンデータベース"}を、この端末で${time(took)}、メモリー${n(Math.round(bytes / 2 ** 20))} MiBで計算しました。答えは一つずつ探索して証明します。どこにも何も送っていません。`,
      row: "この端末で計算しました。どこにも何も送っていません。",
      best: "この端末で探しました。学習したモデルで短い手順を探し、下界は証明します。最短とは限りません。どこにも何も送っていません。",
    },
    raceOther: "最短手順",
    raceBegin: (distance) => `${distance}手で解けます。あなたが動かすと相手も動きます。`,
    raceOn: (yours, left) => `あなたは${yours}手。相手はあと${left}手。`,
    raceWon: (made) => `引き分け:${made}手。これより短くはできません。`,
    raceEven: (made, enough) => `${made}手で完成。見つかっていた最短${enough}手${made < enough ? "より短い手順です" : "と同じです"}。`,
    raceLost: (made, enough) => `${made}手で完成。最短は${enough}手でした。`,
    raceEnd: "競走を終える",
    raceAgain: "もう一度",
    unknownLink: (name) => `「${name.slice(0, 40)}」というパズルはないので、8パズルを出しました。3x4、15-puzzle、oshidori-kinds-4 のように書きます。`,
    link: {
      parts: (parts) => `リンクのうち${parts.map((part) => `「${part.slice(0, 40)}」`).join("")}は、ここでは意味がないので使いませんでした。`,
      cells: (cells, name) => `リンクの「${cells.slice(0, 40)}」は ${name} の局面ではありません。かわりの局面を出しました。`,
      move: (move, number) => `リンクの ${number} 手目「${move.slice(0, 40)}」は動かせません。手順なしで局面だけを出しました。`,
    },
    ducks: {
      title: "おしどりの遊び",
      goal: ({ block, holes, rules }) => `同じおしどりを隣どうしに集めます。隣り合う${block}羽が、${{ may: "そのまま、または逆の順で", must: "逆の順になって" }[rules.turn] ?? "並んだまま"}${holes > block ? "空いたところ" : "空き"}へ飛びます。${rules.unlike ? "同じものだけの組は飛べません。" : ""}`,
      outOfReach: "ここからは完成できません。",
      fromStart: (distance) => `いつもの並びからは${distance}手です。`,
      turns: { "": "しない", may: "してもよい", must: "必ず" },
      where: "どこへ?",
      landing: (place, ducks, turned) => `${place}〜${place + ducks - 1}番目${turned ? "(逆の順)" : ""}`,
      white: "白の数",
      several: (counts) => `${counts.length}種:${counts.join("、")}`,
      toGo: () => "手で完成",
      home: "みんな一緒になりました。",
      kinds: "おしどりの種類",
      each: "黒の数",
      pairs: (k) => `${k}種、二羽ずつ`,
      blackWhite: (black, white) => `黒${black}、白${white}`,
      colours: "おしどり",
      manyKinds: "多くの種類",
      twoKinds: "黒と白",
      keys: "おしどりを選ぶと右隣と一緒に飛びます。矢印キーで選び、Enter で飛ばします。N 新しい並び、U 戻す、B 最善手、P 手順を再生。",
      pond: (row) => `池:${row}。`,
      pair: (names, place, mark) => `${names.join("と")}、${place}番目から${place + names.length - 1}番目${mark ? `、${rest(mark)}になる` : ""}`,
      proof: {
        table: "証明済み:すべての並びの手数がわかっています。",
        search: (distance) => `${distance}手。探索による証明:これより短い手順はすべて調べました。`,
        "construction+bound": (distance) => `${distance}手。証明済み:下界と同じ長さの手順です。`,
        bounds: (lower, upper) => `${lower}手から${upper}手。より短い手順がないとはまだ言えません。`,
        published: (length, upper) => `${length}手。より長い探索で証明されています(本を参照)。${upper < Infinity ? `ここで見つかった手順は${upper}手です。` : ""}`,
        lower: (lower) => `${lower}手以上。この時間では手順が見つかりませんでした。`,
      },
      usual: "いつもの並び",
      said: (names, mark) => `${names.join("と")}が飛びました${mark ? `。${rest(mark)}` : ""}`,
    },
    bringSaid: "盤面かスクランブル(slidysim も可)を貼り付けてください。数字は空白区切り、行は / か改行、空きは 0、_ か *。同じ数字や文字は区別しない駒、完成形の x はどの駒でもよいマスです。下の駒を順に選んでも入力できます。",
    bringLabel: "盤面",
    bringShape: "大きさ",
    bringOrder: "順に選ぶ",
    bringClear: "消す",
    bringPlay: "この盤で遊ぶ",
    bringGoalLabel: "完成形(ふつうと違うとき)",
    bringGoalBad: "この大きさの盤の完成形ではありません。",
    bringIsGoal: "点のマスはどの駒でもかまいません。これは完成形です。",
    bringAlike: "解けます。同じ印の駒は区別せず、完成形ではその順に並びます。",
    bringEmpty: "まだ何もありません。",
    bringBad: (cells) => `${cells}マス:ここで扱うのは4から100マスで、どの行も列も二マス以上の盤です。`,
    bringTiles: (last) => `1から${last}までが一つずつと、空きが一つ必要です。`,
    bringMore: (left) => `あと${left}個。`,
    bringGood: "解けます。",
    bringOdd: (first, second, goals) => `解けません。二枚だけの入れ替えはスライドではできず、この盤は解ける盤から入れ替え一回ぶん離れています。${first}と${second}を入れ替えれば解けます。${goals.length ? `完成形を${goals.map((goal) => `「${goal}」`).join("か")}にすれば、このままで解けます。` : ""}`,
    bringWith: (goal) => `完成形「${goal}」で遊ぶ`,
    bringSwap: (first, second) => `${first}と${second}を入れ替える`,
    howTitle: "しくみ",
    howLead: "全局面の手数を知るページには大きなファイルが要りそうですが、ありません。あなたの端末が一秒足らずですべて計算します。動かせる五つの図で説明します。",
    howParity: "1. 半分の盤は解けない",
    howParityText: "順序が逆の駒の組を数えます。横の移動では変わらず、縦の移動では、幅が三なので駒は偶数枚を追い越します。だから奇数は奇数のままです。二枚を選ぶと入れ替わります。",
    howParityCount: (count, solvable) => `逆の組は${count}:${count % 2 ? "奇数" : "偶数"}なので${solvable ? "解けます" : "解けません"}。`,
    howRank: "2. どの盤にも番号がある",
    howRankText: "表には局面は要らず、順に並べた手数だけで足ります。局面の番号が、手数のある場所です。2×3なら、空きの場所が六通り、続いて残りの中で何番目の駒が来るか。最後の二枚は偶奇で決まるので、番号は360個だけです。",
    howRankSlider: "番号",
    howRankIs: (rank, digits) => `${rank}番:空きは${digits[0]}番目、続く選択は${digits.slice(1).join("、")}。`,
    howWave: "3. 完成形からの波",
    howWaveText: "完成形から一手で行ける局面に印をつけ、そこから新しい局面へ、新しいものがなくなるまで続けます。何歩目で届いたかが手数です。点は2×3の360局面です。",
    howWaveSlider: "手数",
    howWaveIs: (distance, count, reached) => `${distance}手の局面は${count}個。360のうち${reached}に届きました。`,
    howRun: "再生",
    howBits: "4. 一局面に一ビット",
    howBitsText: "二億四千万の手数が30 MiB。一局面に一ビットだけです。隣の局面との差は必ず一なので、4で割った余りがわかれば下りながら数えられます。その二ビットのうち一つは、チェス盤のような空きのマスの色です。完成まで歩いてみましょう。",
    howBitsStep: "一歩",
    howBitsIs: (bit, colour, rest, walked) => `ビット${bit}、空きは${colour ? "濃い" : "薄い"}マス:手数を4で割った余りは${rest}。歩数${walked}。`,
    howBitsHome: (walked) => `${walked}歩で完成。これが手数でした。`,
    howPattern: "5. 大きすぎるものにはパターン",
    howPatternText: "15パズルには十兆の局面があります。そこで一部の駒だけを見ます。ほかの駒に関係なく、その駒たちだけで何手動く必要があるか。組ごとの和は実際の手数を超えないので、和が長すぎる道は探さずに済みます(IDA*)。ここでは8パズルを四枚ずつ二組で。",
    howPatternIs: (a, b, distance) => `一組目は${a}手、二組目は${b}手、合わせて${a + b}手以上。実際は${distance}手。`,
    howPatternNew: "別の盤",
    howPatternHide: "見る組",
    howGroups: ["両方", "一組目", "二組目"],
    howSearch: (rows) => rows.map(([threshold, visited]) => `${threshold}手まで:${n(visited)}`).join("、"),
    howSearchSaid: "この和を使う IDA* が、許す長さごとに訪れた盤の数:",
  };
}

const languages = { en: english, ja: japanese };

function preferred() {
  const kept = keep("language");
  if (languages[kept]) return kept;
  return navigator.languages?.some((tag) => tag.startsWith("en")) || !navigator.language?.startsWith("ja") ? "en" : "ja";
}

/** Reads or stores a value that outlives the visit, if the browser allows it. */
export function keep(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(`tilebase-${name}`, value);
    return localStorage.getItem(`tilebase-${name}`);
  } catch {
    return null;
  }
}

/** The texts in the visitor's language. */
export const t = languages[preferred()]();

/** Changes to the other language. */
export function switchLanguage() {
  const other = t.language === "en" ? "ja" : "en";
  keep("language", other);
  Object.assign(t, languages[other]());
}

/** Fills every element that names a text: `data-text="solve"`. */
export function fillTexts(root = document) {
  document.documentElement.lang = t.language;
  document.title = t.title;
  for (const element of root.querySelectorAll("[data-text]")) {
    const text = t[element.dataset.text];
    // The page comes with the English texts, whose layout is done.
    if (element.textContent !== text) element.textContent = text;
  }
  for (const element of root.querySelectorAll("[data-label]")) element.setAttribute("aria-label", t[element.dataset.label]);
}
