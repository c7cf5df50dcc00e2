// The page, driven as a visitor would.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { HARDEST, PAGE, cells, distance, launch, onPage, program, reaches, shows } from "./drive.js";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

const on = (...words) => onPage(() => browser, ...words);

on("an address names a position, whose distance is shown", HARDEST, {}, async (page) => {
  assert.equal(await distance(page), 31);
  assert.deepEqual(await cells(page), [8, 6, 7, 2, 5, 4, 3, 0, 1]);
  await shows(page.locator("#of"), /moves from home, in 40 ways/);
});

on("a visitor without an address gets an 8-puzzle", "", {}, async (page) => {
  const shown = await distance(page);
  const [answer] = program(["distance", "3x3", (await cells(page)).join(" ")]);
  assert.equal(answer.distance, shown);
});

on("a tile that is clicked slides, and Undo takes it back", HARDEST, {}, async (page) => {
  await distance(page);
  await page.click('[data-tile="5"]');
  await reaches(page, 30);
  assert.deepEqual(await cells(page), [8, 6, 7, 2, 0, 4, 3, 5, 1]);
  assert.match(page.url(), /#3x3\/8\.6\.7\.2\.5\.4\.3\.0\.1\/m=D$/);
  await page.getByRole("button", { name: "Undo" }).click();
  await reaches(page, 31);
});

on("a tile slides with those between it and the gap", "#3x3/1.2.3.4.5.6.7.8.0", {}, async (page) => {
  await distance(page);
  await page.click('[data-tile="7"]');
  await reaches(page, 2);
  assert.deepEqual(await cells(page), [1, 2, 3, 4, 5, 6, 0, 7, 8]);
});

on("a line of tiles is one move where that is asked for", "#3x3/1.2.3.4.5.6.7.8.0", {}, async (page) => {
  await distance(page);
  await page.click('[data-tile="7"]');
  await reaches(page, 2);
  // The same game is one move of two tiles.
  await shows(page.locator("#of"), /^moves from home/);
  await page.getByLabel("A line is one move").check();
  await reaches(page, 1);
  await shows(page.locator("#of"), /^move of a line from home/);
  assert.match(page.url(), /\/metric=multi\/m=R2$/);
  assert.match(await page.locator("#board").ariaSnapshot(), /Tile 8, row 3, column 3, slides left with 1 other, then 0 to go/);
  await page.click('[data-tile="8"]');
  await reaches(page, 0);
  assert.deepEqual(await cells(page), [1, 2, 3, 4, 5, 6, 7, 8, 0]);
  assert.match(page.url(), /m=R2L2$/);
  await shows(page.locator("#game .verdict"), /2 moves.*Tile by tile 4, line by line 2/);
  await page.getByRole("button", { name: "Undo" }).click();
  await reaches(page, 1);
  await page.click('[data-tile="1"]');
  await reaches(page, 2);
  await page.waitForFunction(() => /1 with 1 other, slid down; 2 to go/.test(document.getElementById("live").textContent));
  await page.getByRole("button", { name: "Undo" }).click();
  await reaches(page, 1);
  await page.getByLabel("A line is one move").uncheck();
  await reaches(page, 2);
  assert.doesNotMatch(page.url(), /metric/);
});

on("searched moves of lines are marked by what is known of them", "#4x4/1.2.3.4.5.6.7.8.0.9.10.11.13.14.15.12/metric=multi", {}, async (page) => {
  const marks = () => Object.fromEntries([...document.querySelectorAll("#board [data-tile] em")].map((mark) => [mark.closest("[data-tile]").dataset.tile, mark.dataset.after]));
  await page.waitForFunction(() => document.querySelectorAll("#board [data-tile] em").length === 6 && /or 3 to go/.test(document.querySelector('[data-tile="5"]').ariaLabel));
  assert.deepEqual(await page.evaluate(marks), { 1: "≥2", 5: "≥2", 9: "2", 10: "2", 11: "1", 13: "≥2" });
});

on("the other metric has positions, hardest ones and a game of its own", "#3x4/metric=multi", {}, async (page) => {
  await page.waitForFunction(() => document.querySelectorAll("#gallery button").length === 5);
  await shows(page.locator("#most"), /5 positions need 33 moves/);
  await page.locator("#gallery button").first().click();
  await reaches(page, 33);
  await page.locator("#picker [data-space='2x3']").click();
  await page.focus("#depths");
  await page.waitForFunction(() => document.querySelector("#depths svg"));
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await reaches(page, 20);
  await page.getByRole("button", { name: "Solve" }).click();
  await reaches(page, 0);
  await shows(page.locator("#game .verdict"), /20 moves: as short as can be/);
  // A game whose moves were made elsewhere is graded in the metric of its address.
  await page.goto(`${PAGE}#3x3/1.2.3.4.5.6.7.8.0/metric=multi/m=D2R`);
  await page.reload();
  await page.waitForFunction(() => /2 moves, 2 to go/.test(document.querySelector("#game .verdict")?.textContent));
});

on("arrow keys slide tiles, letters are buttons", HARDEST, {}, async (page) => {
  await distance(page);
  await page.keyboard.press("ArrowDown");
  await reaches(page, 30);
  await page.keyboard.press("u");
  await reaches(page, 31);
  await page.keyboard.press("b");
  await reaches(page, 30);
  await page.keyboard.press("n");
  await page.waitForFunction((before) => !location.hash.startsWith(before), HARDEST);
  await distance(page);
});

on("keys work after a click on a switch", HARDEST, {}, async (page) => {
  await distance(page);
  await page.getByLabel("Show distances").click();
  await page.getByLabel("Show distances").click();
  await page.keyboard.press("ArrowDown");
  await reaches(page, 30);
  await page.keyboard.press("u");
  await reaches(page, 31);
});

on("W, A, S and D slide tiles, and letters can be switched off", "#3x3/1.2.3.4.0.5.6.7.8", {}, async (page) => {
  await distance(page);
  for (const [letter, gap] of [["s", 1], ["w", 4], ["d", 3], ["a", 4]]) {
    await page.keyboard.press(letter);
    await page.waitForFunction((gap) => location.hash && [...document.querySelectorAll("#board .tile")].every((tile) =>
      3 * tile.style.getPropertyValue("--y") + Number(tile.style.getPropertyValue("--x")) !== gap), gap);
  }
  const before = await cells(page);
  await page.getByLabel("Letter keys").uncheck();
  for (const letter of ["s", "n", "p", "b", "u"]) await page.keyboard.press(letter);
  // What a letter begins is seen within this time.
  await page.waitForTimeout(1000);
  assert.deepEqual(await cells(page), before);
  await page.reload();
  await distance(page);
  assert.equal(await page.getByLabel("Letter keys").isChecked(), false);
  await page.keyboard.press("s");
  assert.deepEqual(await cells(page), before);
  await page.keyboard.press("ArrowDown");
  assert.notDeepEqual(await cells(page), before);
});

on("one tile is in the order of the Tab key, and Shift with arrows walks", HARDEST, {}, async (page) => {
  await distance(page);
  assert.equal(await page.locator("#board [tabindex='0']").count(), 1);
  await page.focus("#board [tabindex='0']");
  const before = await page.evaluate(() => document.activeElement.dataset.tile);
  await page.keyboard.press("Shift+ArrowUp");
  const next = await page.evaluate(() => document.activeElement.dataset.tile);
  assert.notEqual(next, before);
  assert.equal(await page.locator("#board [tabindex='0']").count(), 1);
});

on("Best move is optimal, and Solve goes home in the fewest moves", "#3x3/1.2.3.4.0.6.7.5.8", {}, async (page) => {
  assert.equal(await distance(page), 2);
  await page.getByRole("button", { name: "Best move" }).click();
  await reaches(page, 1);
  await page.getByRole("button", { name: "Solve" }).click();
  await reaches(page, 0);
  await shows(page.locator("#game .verdict"), /2 moves: as short as can be/);
});

on("a game in the address is graded, and one can try again", "#3x3/1.2.3.4.5.6.7.8.0/m=DRUL", {}, async (page) => {
  await distance(page);
  await page.waitForFunction(() => document.querySelector("#game .verdict")?.textContent.includes("wrong"));
  const [{ distance: left }] = program(["distance", "3x3", (await cells(page)).join(" ")]);
  // The game begins at home: all of its moves are lost, and those back.
  await shows(page.locator("#game .verdict"), new RegExp(`4 moves, ${left} to go.*cost ${4 + left} moves`));
  await page.getByRole("button", { name: "Next wrong turn" }).click();
  await reaches(page, 0);
  await page.getByRole("button", { name: "Try again from here" }).click();
  assert.ok(await page.getByRole("button", { name: "Try again from here" }).isDisabled());
});

on("all moves that were as good are named, and buttons stay where they are", "#3x3/3.6.2.4.0.7.1.5.8/m=D", {}, async (page) => {
  await distance(page);
  await page.waitForFunction(() => /wrong turn/.test(document.getElementById("verdict").textContent));
  const places = () => page.evaluate(() => [...document.querySelectorAll("#play button:not(.tile)")].map((button) => [button.id, button.getBoundingClientRect().top + scrollY]));
  const before = await places();
  await page.getByRole("button", { name: "Next wrong turn" }).click();
  await page.waitForFunction(() => document.getElementById("note").textContent);
  await shows(page.locator("#note"), /Better here: 4 right or 7 left/);
  assert.deepEqual(await places(), before);
  await page.getByRole("button", { name: "Copy moves" }).click();
  await page.waitForFunction(() => /Cop/.test(document.getElementById("note").textContent));
  assert.deepEqual(await places(), before);
});

on("a bar of the histogram brings a position at its distance", "#3x3", {}, async (page) => {
  await page.locator("#depths svg").waitFor();
  await page.focus("#depths");
  await page.keyboard.press("End");
  await shows(page.locator("#histogram .said"), /2 positions at 31/);
  await page.keyboard.press("Enter");
  await reaches(page, 31);
  await page.getByLabel("Logarithmic").check();
  await page.getByRole("button", { name: "Puzzle of the day" }).click();
  await page.waitForFunction(() => /Today's puzzle: \d+ moves/.test(document.getElementById("dailySaid").textContent));
});

on("the gallery has the hardest positions, and the back button returns", "#3x4/1.2.3.4.5.6.7.8.9.10.11.0", {}, async (page) => {
  await reaches(page, 0);
  await page.waitForFunction(() => document.querySelectorAll("#gallery button").length === 18);
  await page.locator("#gallery button").first().click();
  await reaches(page, 53);
  await page.goBack();
  await reaches(page, 0);
});

on("the race ends with what the shortest way took", "#2x2/1.2.0.3", {}, async (page) => {
  await distance(page);
  await page.getByRole("button", { name: "Race" }).click();
  await page.waitForFunction(() => /enough/.test(document.getElementById("raceSaid").textContent));
  assert.equal(await page.locator("#distance").textContent(), "?");
  for (let turn = 0; turn < 30; turn++) {
    const home = (await cells(page)).join() === "1,2,3,0";
    if (home) break;
    // Round and round: every solvable 2x2 is met on the way.
    const gap = (await cells(page)).indexOf(0);
    await page.keyboard.press(["ArrowLeft", "ArrowUp", "ArrowDown", "ArrowRight"][gap]);
  }
  await page.waitForFunction(() => /draw|Home in/.test(document.getElementById("raceSaid").textContent));
});

on("ducks fly, and what is proven is said", "#oshidori-kinds-4", {}, async (page) => {
  assert.equal(await distance(page), 7);
  await shows(page.locator("#proof"), /Proven/);
  await page.keyboard.press("p");
  await reaches(page, 0);
  await page.goto(`${PAGE}#oshidori-kinds-17`);
  await reaches(page, 18);
  await shows(page.locator("#proof"), /18 moves, proven/);
  await page.getByRole("button", { name: "Black and white" }).click();
  await page.waitForFunction(() => location.hash.startsWith("#oshidori-bw-17"));
});

on("a board of one's own is read, judged and played", "#bring", {}, async (page) => {
  await page.fill("#pasted", "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0");
  await page.getByText(/It cannot be solved.*As it is, it can be solved for the goal “gap first”/).waitFor();
  await page.fill("#goalText", "blank-first");
  await page.getByText("It can be solved").waitFor();
  await page.fill("#goalText", "spiral");
  await page.getByText(/It can/).waitFor();
  await page.fill("#goalText", "");
  await page.getByRole("button", { name: "Exchange 15 and 14" }).click();
  await page.getByText("It can be solved").waitFor();
  await page.fill("#pasted", "8 6 7\n2 5 4\n3 _ 1");
  await page.getByRole("button", { name: "Play it" }).click();
  await reaches(page, 31);
});

on("a game that is pasted is judged, from a link, with its board, or as a solution", "#bring", {}, async (page) => {
  const judge = async (text, said, verdict) => {
    await page.goto("about:blank");
    await page.goto(`${PAGE}#bring`);
    await page.fill("#pasted", text);
    await page.getByText(said).waitFor();
    await page.getByRole("button", { name: "Judge the game" }).click();
    await shows(page.locator("#verdict"), verdict);
  };
  const wasted = /^4 moves; 2 would have been enough.*75% of the moves were optimal/;
  await judge("1 2 3 / 4 5 6 / 0 7 8\nDUL2", "A game of 4 moves", wasted);
  await judge(`${PAGE}#3x3/1.2.3.4.5.6.0.7.8/m=DUL2`, "A game of 4 moves", wasted);
  await judge("https://slidysim.github.io/replay?r=eNoBIQDe%2F1siRFJVTCIsNDAwMCwiMSAyIDMvNCA2IDgvNyA1IDAiXXUgBoY%3D", "A game of 4 moves", /^4 moves/);
  await page.goto("about:blank");
  await page.goto(`${PAGE}#bring`);
  await page.getByRole("button", { name: "3×3" }).click();
  await page.fill("#pasted", "R3 D2 L U");
  await page.getByText("These moves lead to the goal from no board of 3×3").waitFor();
  await page.fill("#pasted", "R D L2");
  await page.getByText("These moves lead").waitFor();
  await page.fill("#pasted", "D R U L2");
  await page.getByText("A game of 5 moves").waitFor();
  await page.fill("#pasted", "1 2 3 / 4 5 6 / 0 7 8 R");
  await page.getByText("Move 1, “R”, cannot be made").waitFor();
  await page.fill("#pasted", "https://slidysim.github.io/replay?r=eNoB");
  await page.getByText("Something went wrong").waitFor();
});

on("the moves of a game are listed, and keys lead through them", "#3x3/1.2.3.4.5.6.0.7.8/m=DUL2", {}, async (page) => {
  await shows(page.locator("#verdict"), /4 moves; 2 would have been enough/);
  const moves = page.locator("#list button");
  assert.deepEqual(await moves.allTextContents(), ["•", "4↓", "4↑", "7←", "8←"]);
  assert.equal(await moves.nth(1).getAttribute("aria-label"), "Move 1: 4 down, farther");
  await moves.nth(2).click();
  await reaches(page, 2);
  await page.keyboard.press("ArrowLeft");
  await reaches(page, 3);
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "4↓");
  await page.keyboard.press("End");
  await reaches(page, 0);
  await page.getByRole("button", { name: "One move back" }).click();
  await reaches(page, 1);
  assert.equal(await page.locator("#list [aria-current=step]").textContent(), "7←");
});

on("a slider brings a position at a distance", "#3x3", {}, async (page) => {
  const slider = page.getByLabel("Distance", { exact: true });
  await slider.waitFor();
  assert.equal(await slider.getAttribute("max"), "31");
  await slider.fill("31");
  await reaches(page, 31);
  await slider.fill("3");
  await reaches(page, 3);
  await shows(page.locator("#states"), /^181,440 positions in [\d.]+ m?s, on your device/);
});

on("the histogram fills level by level while a table is built", "#2x2", {}, async (page) => {
  await distance(page);
  // The number of bars, whenever it changes.
  await page.evaluate(() => {
    globalThis.bars = [];
    new MutationObserver(() => globalThis.bars.push(document.querySelectorAll("#depths rect").length)).observe(document.getElementById("depths"), { childList: true });
  });
  await page.goto(`${PAGE}#3x4`);
  await distance(page);
  await page.waitForFunction(() => document.querySelectorAll("#depths rect").length === 54);
  const bars = await page.evaluate(() => globalThis.bars);
  const filling = bars.slice(bars.indexOf(0) + 1);
  assert.ok(new Set(filling).size > 5, String(bars));
  assert.deepEqual([...filling].sort((a, b) => a - b), filling);
});

on("tiles can be tapped in order", "#bring", {}, async (page) => {
  await page.getByRole("button", { name: "2×2" }).click();
  for (const tile of ["1", "2", "gap", "3"]) await page.locator(".order").getByRole("button", { name: tile, exact: true }).click();
  await page.getByRole("button", { name: "Play it" }).click();
  await reaches(page, 1);
});

on("the five diagrams answer", "#how", {}, async (page) => {
  const status = page.locator(".how .status");
  await status.last().waitFor();
  assert.equal(await status.count(), 5);
  await page.locator(".how .cell").nth(0).click();
  await page.locator(".how .cell").nth(1).click();
  await shows(status.nth(0), /2 pairs/);
  await page.locator(".how input").nth(0).fill("0");
  await shows(status.nth(1), /Number 0: gap in place 0/);
  await page.locator(".how input").nth(1).fill("21");
  await shows(status.nth(2), /1 board at 21; 360 of 360/);
  for (let step = 0; step < 21; step++) await page.getByRole("button", { name: "One step" }).click();
  await shows(status.nth(3), /Home after 21 steps/);
  await shows(status.nth(4), /The distance is 31/);
});

on("an address with a bad escape shows a position", "#%", {}, async (page) => {
  await distance(page);
  await shows(page.locator("#warning"), /no puzzle called “%”/);
});

on("puzzles are known by their usual names, and unknown ones are said to be so", "#15-puzzle", {}, async (page) => {
  const chosen = () => page.getAttribute("#picker [aria-pressed=true]", "data-space");
  await distance(page);
  assert.equal(await chosen(), "4x4");
  for (const [name, space] of [["8-puzzle", "3x3"], ["9-puzzle", "2x5"], ["24-puzzle", "5x5"]]) {
    await page.goto(`${PAGE}#${name}`);
    await page.waitForFunction((space) => location.hash.startsWith(`#${space}/`), space);
    assert.equal(await chosen(), space);
    assert.ok(await page.locator("#warning").isHidden());
  }
  await page.goto(`${PAGE}#klotski`);
  await page.waitForFunction(() => /no puzzle called “klotski”/.test(document.getElementById("warning").textContent));
  assert.equal(await chosen(), "3x3");
});

on("what is wrong with a link is said", "#3x3/8.6.7.2.5.4.3.0.1/m=RZ", {}, async (page) => {
  const says = (words) => page.waitForFunction((words) => document.getElementById("warning").textContent.includes(words), words);
  await says("Move 2 in this link, “Z”, cannot be made");
  assert.equal(await distance(page), 31);
  const links = [
    ["#3x3/1.2.3", "“1.2.3” in this link is not a position of 3x3"], ["#3x3/m=R", "left out: “m=R”"], ["#oshidori-kinds-4/metric=multi", "left out: “metric=multi”"], ["#3x3/goal=1.2/foo=1", "left out: “goal=1.2”, “foo=1”"],
    ["#oshidori-kinds-4/turn=often/block=99", "left out: “turn=often”, “block=99”"], ["#sheet/klotski", "no puzzle called “klotski”"], ["#how/why", "left out: “why”"],
  ];
  for (const [link, words] of links) {
    await page.goto(PAGE + link);
    await says(words);
  }
  for (const link of ["#3x3/1.2.3.4.5.6.7.8.0/metric=multi/m=D2R", "#3x3/goal=blank-last", "#oshidori-kinds-4/turn=may/block=2", "#how", "#"]) {
    await page.goto(PAGE + link);
    await page.waitForFunction(() => document.getElementById("warning").hidden);
  }
});

on("without distances, moves and time are counted", "#2x2/1.2.0.3", {}, async (page) => {
  await distance(page);
  await page.getByLabel("Show distances").uncheck();
  const of = page.locator("#of");
  assert.equal(await of.textContent(), "0 moves, 0:00");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.waitForFunction(() => /^2 moves, 0:0[1-9]$/.test(document.getElementById("of").textContent));
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => /Solved.* 3 moves, 0:0[1-9]\.$/.test(document.getElementById("of").textContent));
  const shown = await of.textContent();
  await page.waitForTimeout(1200);
  assert.equal(await of.textContent(), shown, "the clock has stopped");
});

on("the puzzle of the day is counted once, if the player solves it alone", "#2x2", { permissions: ["clipboard-read", "clipboard-write"], timezoneId: "America/New_York" }, async (page) => {
  const said = page.locator("#dailySaid");
  const begin = async () => {
    await page.locator("#depths svg").waitFor();
    await page.getByRole("button", { name: "Puzzle of the day" }).click();
    await page.waitForFunction(() => /Today's puzzle/.test(document.getElementById("dailySaid").textContent));
    await distance(page);
  };
  // The player makes the moves of a shortest solution, which the page does not show.
  const play = async () => {
    const [{ letters }] = program(["solve", "2x2", (await cells(page)).join(" ")]);
    for (const letter of letters) await page.keyboard.press({ U: "ArrowUp", D: "ArrowDown", L: "ArrowLeft", R: "ArrowRight" }[letter]);
    await page.waitForFunction(() => document.querySelector("#board.solved"));
  };
  // A solution that is played, and distances that are shown, are help.
  await begin();
  assert.equal(await page.locator("#distance").textContent(), "?");
  assert.equal(await page.locator(".tile em").count(), 0);
  await page.keyboard.press("p");
  await page.waitForFunction(() => document.querySelector("#board.solved"));
  await shows(said, /Solved with help/);
  await begin();
  await page.getByLabel("Show distances").check();
  await play();
  await shows(said, /Solved with help/);
  const record = await page.evaluate(() => JSON.parse(localStorage.getItem("tilebase-daily") ?? "{}"));
  assert.ok(!record.solved && !Object.keys(record.done ?? {}).length, JSON.stringify(record));
  for (let round = 0; round < 2; round++) {
    await begin();
    await play();
    await shows(said, /Solved in \d+ moves?, the fewest possible. 1 day in a row \(longest streak: 1\). Solved: 1, of these in the fewest moves: 1/);
  }
  await page.getByRole("button", { name: "Copy result" }).click();
  await page.waitForFunction(() => /Copied/.test(document.getElementById("note").textContent));
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^Tilebase 2×2, \d{4}-\d\d-\d\d: \d+ moves? \(the fewest possible\) in \d+:\d\d, 1 day in a row$/);
  // Yesterday's streak goes on.
  await page.evaluate(() => {
    const record = JSON.parse(localStorage.getItem("tilebase-daily"));
    const day = new Date(Date.now() - 86_400_000);
    record.last = [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
    record.streak = 4;
    record.done = {};
    localStorage.setItem("tilebase-daily", JSON.stringify(record));
  });
  await begin();
  await play();
  await shows(said, /5 days in a row \(longest streak: 5\). Solved: 2/);
});

on("a game without distances is judged at its end", "#3x3/1.2.3.4.5.6.0.7.8/m=DU", {}, async (page) => {
  await shows(page.locator("#verdict"), /wrong turn/);
  await page.getByLabel("Show distances").uncheck();
  await page.getByText("Distances are hidden").waitFor();
  assert.equal(await page.locator("#verdict").textContent(), "");
  assert.ok(await page.getByRole("button", { name: "Next wrong turn" }).isDisabled());
  for (const key of ["ArrowLeft", "ArrowLeft"]) await page.keyboard.press(key);
  await page.waitForFunction(() => document.querySelector("#board.solved"));
  await shows(page.locator("#verdict"), /4 moves; 2 would have been enough/);
  // A new game shows distances again only if the visitor wants them.
  await page.keyboard.press("n");
  assert.equal(await page.locator("#distance").textContent(), "?");
});

on("the better line is played through, and the game stays", "#3x3/3.6.2.4.0.7.1.5.8/m=D", {}, async (page) => {
  await distance(page);
  const line = page.getByRole("button", { name: "Play the better line" });
  assert.ok(await line.isDisabled());
  await page.getByRole("button", { name: "Next wrong turn" }).click();
  await reaches(page, 20);
  const { length } = await page.evaluate(() => location.hash);
  await line.click();
  await page.waitForFunction(() => /The better line: move 20 of 20/.test(document.getElementById("note").textContent));
  assert.deepEqual(await cells(page), [1, 2, 3, 4, 5, 6, 7, 8, 0]);
  await page.waitForFunction(() => !/The better line/.test(document.getElementById("note").textContent));
  assert.deepEqual(await cells(page), [3, 6, 2, 4, 0, 7, 1, 5, 8]);
  assert.equal((await page.evaluate(() => location.hash)).length, length);
});

on("goals may have the gap first, or be one's own", "#3x3/1.0.2.3.4.5.6.7.8/goal=blank-first", {}, async (page) => {
  assert.equal(await distance(page), 1);
  const goal = page.locator("#goal");
  assert.equal(await goal.inputValue(), "blank-first");
  await page.keyboard.press("p");
  await reaches(page, 0);
  assert.deepEqual(await cells(page), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
  await goal.selectOption({ label: "1, 2, 3 … gap" });
  await page.waitForFunction(() => !location.hash.includes("goal"));
  const shown = await distance(page);
  const [answer] = program(["distance", "3x3", (await cells(page)).join(" ")]);
  assert.equal(answer.distance, shown);
  await page.goto(`${PAGE}#bring`);
  await page.fill("#pasted", "2 1 3 / 4 5 6 / 7 _ 8");
  await page.getByRole("button", { name: "Make it the goal" }).click();
  const own = await distance(page);
  assert.match(page.url(), /goal=2\.1\.3\.4\.5\.6\.7\.0\.8/);
  const [to] = program(["distance", "3x3", (await cells(page)).join(" "), "--goal", "2 1 3 4 5 6 7 0 8"]);
  assert.equal(to.distance, own);
  assert.ok(await page.locator("#goalIs .mini").isVisible());
  assert.equal(await goal.evaluate((select) => select.selectedOptions[0].textContent), "your own");
  // A board that can be solved for the other goal stays.
  await page.goto(`${PAGE}#3x3/1.2.3.8.4.0.7.6.5/goal=1.2.3.8.0.4.7.6.5`);
  await reaches(page, 1);
  assert.equal(await goal.inputValue(), "spiral");
  await goal.selectOption({ label: "columns" });
  await page.waitForFunction(() => location.hash.startsWith("#3x3/1.2.3.1.2.0.3.1.2/goal=A.B.C"));
});

on("a sheet has puzzles from easy to hard, and their solutions", "#sheet/2x3", {}, async (page) => {
  await page.locator("#sheet .main:enabled").waitFor();
  const boards = await page.evaluate(() => [...document.querySelectorAll(".sheet .mini")].map((board) => [...board.children].map((cell) => Number(cell.textContent) || 0)));
  const answers = await page.locator(".answers li").allTextContents();
  assert.equal(boards.length, 12);
  const distances = program(["distance", "2x3", "-"], boards.map((board) => board.join(" ")).join("\n")).map(({ distance }) => distance);
  assert.deepEqual(answers.map((answer) => Number.parseInt(answer)), distances);
  assert.deepEqual([...distances].sort((a, b) => a - b), distances);
});

for (const [hash, said] of [
  ["#sheet/3x3/metric=multi/goal=spiral", /several tiles in a line at once counts as one move/], ["#sheet/4x4", /looks like this one/], ["#sheet/5x5", /looks like this one/],
  ["#sheet/3x3/goal=A.A.A.B.B.B.C.C.0", /same sign are alike/], ["#sheet/oshidori-kinds-4", /ducks of each kind/], ["#sheet/oshidori-kinds-8", /ducks of each kind/],
]) {
  on(`there is a sheet of ${hash.slice(7)}, which says what counts`, hash, {}, async (page) => {
    await page.locator("#sheet .main:enabled").waitFor();
    await shows(page.locator("#sheet .wanted"), said);
    const lengths = (await page.locator(".answers li").allTextContents()).map((answer) => Number.parseInt(answer));
    assert.ok(lengths.length >= 8 && lengths.every((length) => length > 0), String(lengths));
    assert.deepEqual([...lengths].sort((a, b) => a - b), lengths);
    assert.equal(await page.locator(".sheet .mini").count(), lengths.length);
    assert.ok(await page.locator("#sheet .wanted .mini").isVisible());
  });
}

for (const hash of ["#4x4", "#5x5", "#3x3/goal=spiral"]) {
  on(`${hash} has a puzzle of the day, a race and a sheet`, hash, {}, async (page) => {
    await page.waitForFunction(() => document.getElementById("distance").dataset.state === "ready");
    await page.getByRole("button", { name: "Puzzle of the day" }).click();
    await shows(page.locator("#dailySaid"), /Today's puzzle: \d+ moves/);
    const first = await cells(page);
    await page.getByRole("button", { name: "New" }).click();
    await page.waitForFunction(() => document.getElementById("distance").dataset.state === "ready");
    await page.getByRole("button", { name: "Puzzle of the day" }).click();
    await page.waitForFunction((first) => location.hash.includes(first), first.join("."));
    await page.getByRole("button", { name: "Race" }).click();
    await shows(page.locator("#raceSaid"), /moves are enough/);
    await page.getByRole("button", { name: "End the race" }).click();
    await page.getByRole("button", { name: "A sheet to print" }).click();
    await page.waitForFunction((hash) => location.hash === hash.replace("#", "#sheet/"), hash);
  });
}

on("a button that becomes another one stays where it is, and so do its neighbours", "#3x3/3.6.2.4.0.7.1.5.8/m=D", {}, async (page) => {
  await distance(page);
  await page.getByRole("button", { name: "Next wrong turn" }).click();
  await reaches(page, 20);
  const places = () => page.evaluate(() => [...document.querySelectorAll("#game button, .table .buttons button")].map((button) => [button.id, ...Object.values(button.getBoundingClientRect().toJSON())]));
  const before = await places();
  await page.getByRole("button", { name: "Play the better line" }).click();
  await page.getByRole("button", { name: "Pause" }).first().waitFor();
  assert.deepEqual(await places(), before);
});

on("buttons of a game come with the game", "#3x3/3.6.2.4.0.7.1.5.8", {}, async (page) => {
  await distance(page);
  for (const id of ["#mistake", "#again", "#line", "#moves"]) assert.ok(await page.locator(id).isHidden(), id);
  await page.keyboard.press("ArrowDown");
  for (const id of ["#mistake", "#again", "#line", "#moves"]) assert.ok(await page.locator(id).isVisible(), id);
});

on("a picture of the visitor's is on the tiles, and stays", "#3x3/1.2.3.4.5.6.7.0.8", {}, async (page) => {
  await distance(page);
  const shown = () => page.evaluate(() => {
    const tile = getComputedStyle(document.querySelector("[data-tile='8'] b"));
    return { image: tile.backgroundImage.slice(0, 16), place: tile.backgroundPosition };
  });
  assert.equal((await shown()).image, "none");
  await page.setInputFiles("#picture", "../../docs/page-ducks.png");
  await page.waitForFunction(() => document.querySelector("#board.pictured"));
  // The keys work although the choice of a file has the focus.
  await page.focus("#picture");
  await page.keyboard.press("ArrowLeft");
  await reaches(page, 0);
  await page.keyboard.press("u");
  await reaches(page, 1);
  assert.deepEqual(await shown(), { image: 'url("data:image/', place: "50% 100%" });
  await page.reload();
  await distance(page);
  assert.deepEqual(await shown(), { image: 'url("data:image/', place: "50% 100%" });
  await page.getByRole("button", { name: "Without picture" }).click();
  assert.equal((await shown()).image, "none");
  await page.setInputFiles("#picture", "package.json");
  await page.waitForFunction(() => /not a picture/.test(document.getElementById("note").textContent));
});

on("a row whose search takes long has the length that the book proves", "#oshidori-kinds-20", {}, async (page) => {
  await page.locator("#distance[data-state=ready]").waitFor();
  await page.waitForFunction(() => /25 moves, proven by a longer search/.test(document.getElementById("proof").textContent));
  await shows(page.locator("#distance"), /^25$/);
});

on("a link that cannot be solved is shown, with the exchange that mends it", "#3x3/2.1.3.4.5.6.7.8.0", {}, async (page) => {
  await page.getByText(/It cannot be solved.*With 8 and 7 exchanged, it can be solved/).waitFor();
  assert.equal(await page.locator("#pasted").inputValue(), "2 1 3 / 4 5 6 / 7 8 0");
  await page.getByRole("button", { name: "Exchange 8 and 7" }).click();
  await page.getByRole("button", { name: "Play it" }).click();
  await page.waitForFunction(() => location.hash.startsWith("#3x3/2.1.3.4.5.6.8.7.0"));
  await distance(page);
  // With the goal of the link.
  await page.goto(`${PAGE}#2x2/1.2.0.3/goal=blank-first`);
  await page.getByText(/It cannot be solved/).waitFor();
  assert.equal(await page.locator("#goalText").inputValue(), "blank-first");
});

on("the game is there again after another part of the page, by the tab or the logo", "#4x4/1.2.3.4.5.6.7.8.9.10.11.12.13.14.0.15/m=RD", {}, async (page) => {
  await reaches(page, 3);
  await page.getByRole("button", { name: "Undo" }).click();
  await reaches(page, 2);
  await page.keyboard.press("ArrowDown");
  await reaches(page, 3);
  await page.locator("#scrubber").press("ArrowLeft");
  await reaches(page, 2);
  const before = page.url();
  for (const back of ["nav [data-view=play]", ".mark"]) {
    await page.click("nav [data-view=how]");
    await page.locator(".how .status").last().waitFor();
    await page.click(back);
    await reaches(page, 2);
    assert.equal(page.url(), before);
    // The moves after the position on the board, too.
    assert.equal(await page.locator("#scrubber").getAttribute("max"), "2");
  }
  await page.click(".mark");
  assert.equal(page.url(), before);
});

on("a scrubber leads through a solution", "#3x3/1.2.3.4.5.6.0.7.8", {}, async (page) => {
  await reaches(page, 2);
  const scrubber = page.getByRole("slider", { name: "Place in the game" });
  assert.ok(await scrubber.isHidden());
  await page.getByRole("button", { name: "Solve" }).click();
  await reaches(page, 0);
  await scrubber.fill("1");
  await reaches(page, 1);
  await scrubber.press("Home");
  await reaches(page, 2);
  assert.equal(await scrubber.getAttribute("aria-valuetext"), "at the start: 2 to go");
  await scrubber.press("End");
  await reaches(page, 0);
});

on("the page speaks Japanese", "#oshidori-kinds-4", { locale: "ja-JP" }, async (page) => {
  await distance(page);
  assert.equal(await page.getAttribute("html", "lang"), "ja");
  await shows(page.locator("#proof"), /証明/);
  assert.match(await page.locator("#distance").evaluate((output) => getComputedStyle(output, "::before").content), /あと/);
  await page.click("#language");
  await page.waitForFunction(() => document.documentElement.lang === "en");
});

on("long work is stopped, and the next question starts anew", "#4x4/0.12.9.13.15.11.10.14.3.7.2.5.4.8.6.1", {}, async (page) => {
  await page.getByRole("button", { name: "Stop" }).click();
  await shows(page.locator("#note"), /Stopped/);
  await page.locator("#picker [data-space='3x3']").click();
  await distance(page);
});

on("the accessibility tree names tiles, and the live region tells of moves", HARDEST, {}, async (page) => {
  await distance(page);
  const tree = await page.locator("#board").ariaSnapshot();
  assert.match(tree, /Tile 5, row 2, column 2, slides down, then 30 to go/);
  await page.click('[data-tile="5"]');
  await page.waitForFunction(() => /5, slid down; 30 to go/.test(document.getElementById("live").textContent));
});

/** Distances that the page's module gives, by its own worker's code. */
const SPACES = ["2x2", "2x3", "2x4", "3x3", "2x5", "3x4", "2x6", "4x4", "oshidori-kinds-5", "oshidori-bw-6"];

const LINES = ["2x4", "3x3", "2x5", "3x4", "2x6", "4x4"];

for (const [space, metric] of [...SPACES.map((space) => [space]), ...LINES.map((space) => [space, "multi"])]) {
  const count = space === "4x4" && metric ? 20 : 200;
  on(`${count} distances of ${space}${metric ? `, ${metric},` : ""} equal the program's`, "#how", {}, async (page) => {
    const option = metric ? ["--metric", metric] : [];
    const states = program(["random", space, "-n", String(count), "--seed", "5"]).map(({ state }) => state);
    const expected = program(["distance", space, "-", ...option], states.map((state) => state.join(" ")).join("\n")).map(({ distance }) => distance);
    const found = await page.evaluate(async ({ space, metric, states }) => {
      const { Engine } = await import("./app.js");
      const engine = new Engine();
      const distances = [];
      for (const state of states) distances.push((await engine.ask({ do: "distance", space, metric, state })).answer.distance);
      engine.stop();
      return distances;
    }, { space, metric, states });
    assert.deepEqual(found, expected);
  });
}
