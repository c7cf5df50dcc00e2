// Every text of the page, in English; japanese.js has the others.
import { clock, counted, exactTime, isUnfetched, n, plural, seconds } from "./words.js";

const LANGUAGES = ["en", "ja"];

function english() {
  /** What is left of a position, by bounds. */
  const rest = ({ lower, upper }) => (lower === Infinity ? "out of reach" : lower === upper ? `${upper} to go` : lower + 1 === upper ? `${lower} or ${upper} to go` : `at most ${upper} to go`);
  const listed = (names) => names.join(", ").replace(/, ([^,]*)$/, " and $1");
  const time = seconds("en", "s");
  const goals = {
    "blank-last": "1, 2, 3 … gap", "blank-first": "gap first", spiral: "spiral", snake: "snake", columns: "by columns", own: "your own", bring: "another …",
    alike: "Tiles that are alike",
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
    otherSize: "Size …",
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
    toGoLines: (distance) => (distance === 1 ? "move of a line from home" : "moves of lines from home"),
    atHome: "Solved. Every tile is home.",
    ways: (count) => (count === 1 ? "in one way only" : `in ${count > 1e15 ? "many" : n(count)} ways`),
    beforeCount: "",
    and: ", ",
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
    keysAre: ({ U, L, D, R, fresh, undo, best, solve }) => `Arrow keys or ${U}, ${L}, ${D} and ${R} slide tiles. ${fresh}: new, ${undo}: undo, ${best}: best move, ${solve}: play the solution. Shift with an arrow key moves the focus from tile to tile.`,
    letters: "Letter keys",
    ownKeys: "Your own keys",
    keyFor: { U: "Up", L: "Left", D: "Down", R: "Right", fresh: "New", undo: "Undo", best: "Best move", solve: "Play the solution" },
    usualKeys: "The usual keys",
    pace: "Speed",
    slow: "slow",
    normal: "normal",
    fast: "fast",
    times: (solved, last, best, five, twelve) => `${solved} solved without help: last ${exactTime(last)}, best ${exactTime(best)}${five === null ? "" : `, average of 5 ${exactTime(five)}`}${twelve === null ? "" : `, of 12 ${exactTime(twelve)}`}.`,
    forgetTimes: "Forget these times",
    yourGame: "Your game",
    noGame: "Make a move: every move is judged here.",
    moveList: "Moves of the game",
    moveBefore: "One move back",
    moveAfter: "One move on",
    moveAt: (place, move, letter, kind) => `${place ? `Move ${place}: ${move}${letter ? ` ${{ U: "up", D: "down", L: "left", R: "right" }[letter]}` : ""}` : "Start"}${{ nearer: ", nearer", farther: ", farther", level: ", equally far" }[kind] ?? ""}`,
    optimal: (percent) => `${percent}% of the moves were optimal.`,
    secretGame: "Distances are hidden: the game is judged here when it is solved.",
    scrubber: "Place in the game",
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
    colours: { halves: "two halves", rows: "rows", columns: "columns", chess: "chessboard" },
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
    unlikeOnly: "Only unlike ducks may fly together",
    sheet: "A sheet to print",
    sheetTitle: (puzzle) => `${puzzle}, from easy to hard`,
    sheetSaid: "Slide the tiles until the board looks like this one.",
    sheetLines: "Sliding several tiles in a line at once counts as one move.",
    sheetHow: "How few moves do you need? The solutions are on a separate page.",
    sheetSearching: (found, all) => `looking for puzzles … ${found} of ${all}`,
    sheetMoves: "Moves: ______",
    sheetAnswers: "Shortest solutions",
    sheetKnown: "The best solutions known",
    sheetLetters: "The numbers are those of the tiles to slide; U, D, L and R say which way: up, down, left or right, and R3 is three times R.",
    sheetRuns: "The numbers are those of the last tile in each line to slide; U, D, L and R say which way: up, down, left or right, and R3 slides three tiles at once.",
    sheetPlaces: "The numbers are those of the first place of the ducks that fly, from 0 on.",
    noPosition: "no such position was found",
    sheetAgain: "Other puzzles",
    sheetPrint: "Print",
    bringGoal: "Make it the goal",
    playBetter: "Play the better line",
    betterLine: (made, all) => `The better line: move ${made} of ${all}.`,
    counter: (made, time) => `${plural(made, "move", "moves")}, ${clock(time)}`,
    better: (moves) => `Better here: ${moves.join(" or ")}.`,
    lengths: (single, multi) => `Tile by tile ${single}, line by line ${multi}.`,
    copyLink: "Copy link",
    copyMoves: "Copy moves",
    copyResult: "Copy result",
    copied: "Copied.",
    notCopied: (text) => `Copy by hand: ${text}`,
    everyPosition: "Every position",
    positions: (count, took) => `${n(count)} positions in ${time(took)}, on your device`,
    farAway: "Distance",
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
      keys: ({ fresh, undo, best, solve }) => `Tap a duck, and it flies with its neighbour on the right. Arrow keys choose a duck, and Enter lets it fly. ${fresh}: new, ${undo}: undo, ${best}: best move, ${solve}: play the solution.`,
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
    bringSaid: "Paste a board as you have it (numbers or letters, in lines, in a frame, as a list of a program; with its goal, if it has one), a game (a board and its moves, such as DR2U), a solution (moves alone), or a link of this page or of slidysim's replays. Equal numbers or letters are tiles that are alike, and in a goal x is a cell that may hold any tile. Or tap the tiles below in order.",
    bringRead: (name, goal, forms, others) => `Read as ${name.replace("x", "×")}${goal ? `, goal ${goal}` : ""}${forms.length ? `: ${forms.join("; ").replace(/`([^`]*)`/g, "“$1”")}` : ""}.${others ? ` The first of ${others + 1} in the text.` : ""}`,
    bringSize: (name) => `This is ${name.replace("x", "×")}: boards here have up to 100 cells, and rows up to 48 stones.`,
    bringUnread: (problem) => `This cannot be read: ${problem}.`,
    bringGame: (made) => `A game of ${plural(made, "move", "moves")}.`,
    bringGrade: "Judge the game",
    bringMove: (move, number) => `Move ${number}, “${move}”, cannot be made: U, D, L and R say which way a tile slides.`,
    bringNoStart: (name) => `These moves lead to the goal from no board of ${name.replace("x", "×")}: choose another shape.`,
    bringLink: "This link has no board.",
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

function preferred() {
  const kept = keep("language");
  if (LANGUAGES.includes(kept)) return kept;
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

/** The texts, in the visitor's language once they are loaded. */
export const t = english();

/** Changes to a language, if its texts can be fetched. */
async function speak(language) {
  const texts = language === "en" ? english : (await import("./japanese.js")).japanese;
  Object.assign(t, texts());
}

/** Loads the texts in the visitor's language. */
export async function loadTexts() {
  if (preferred() !== t.language) await speak(preferred()).catch(() => {});
}

/** Changes to the other language. */
export async function switchLanguage() {
  const [other] = LANGUAGES.filter((language) => language !== t.language);
  await speak(other);
  keep("language", other);
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
