// Boards without a table: the best solutions known, and bounds.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { PAGE, bounds, cells, distance, launch, onPage, shows } from "./drive.js";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

const on = (...words) => onPage(() => browser, ...words);

on("names of stages do not lie over each other", "#6x6", { reducedMotion: "reduce" }, async (page) => {
  await page.locator("#distance[data-state=ready]").waitFor();
  await page.selectOption("#stages", "grids");
  await page.click("#solve");
  await page.waitForFunction(() => document.querySelector("#board.solved"), null, { timeout: 120_000 });
  const names = await page.locator("#game svg text[text-anchor=end]").evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).filter(({ top }, _, [first]) => top < first.top + 20).map(({ left, right }) => [left, right]));
  const sorted = names.sort((a, b) => a[0] - b[0]);
  sorted.forEach(([left], at) => assert.ok(at === 0 || left >= sorted[at - 1][1], JSON.stringify(sorted)));
});

on("every size that fits can be chosen, and the one that is played is marked", "#7x7", {}, async (page) => {
  const chosen = page.locator("#sizes");
  await page.locator("#distance[data-state=ready]").waitFor();
  assert.equal(await chosen.inputValue(), "7x7");
  await chosen.selectOption("3x5");
  await page.waitForFunction(() => location.hash.startsWith("#3x5/"));
  await page.goto(`${PAGE}#2x9`);
  await page.waitForFunction(() => location.hash.startsWith("#2x9/"));
  assert.equal(await chosen.inputValue(), "2x9");
  await page.goto(`${PAGE}#11x11`);
  await shows(page.locator("#warning"), /no board of 11×11.*up to 100 cells/);
  assert.equal(await chosen.inputValue(), "");
});

on("a 24-puzzle has the best solution known, and what is proven", "#5x5/17.1.20.9.16.2.22.19.14.5.15.21.0.3.24.23.18.13.12.7.10.8.6.4.11", {}, async (page) => {
  await page.locator("#distance[data-state=ready]").waitFor();
  await page.locator("#board [aria-label*='then at most']").first().waitFor();
  // On a busy machine a construction of twice the length may be shown before a beam is through.
  await page.waitForFunction(() => Number(document.getElementById("distance").textContent.split("≤")[1]) < 140);
  const { lower, upper, under, labels } = await bounds(page);
  assert.ok(lower < upper && lower > 50, `${lower} to ${upper}`);
  assert.match(under, new RegExp(`^moves from home, at least ${lower}(?: · searching on, \\d+ so far …)?$`));
  assert.match(labels, new RegExp(`then at most ${upper - 1} to go`));
  await page.getByRole("button", { name: "Best move" }).click();
  await page.waitForFunction((upper) => {
    const shown = document.getElementById("distance").textContent.split("≤");
    return shown.length === 2 && Number(shown[1]) < upper;
  }, upper);
  await page.getByRole("button", { name: "Solve" }).click();
  await page.waitForFunction(() => document.querySelector("#board.solved"), null, { timeout: 120_000 });
  const moves = /\/m=(.*)$/.exec(page.url())[1].replace(/([UDLR])(\d+)/g, (_, letter, times) => letter.repeat(times));
  assert.ok(moves.length <= upper && moves.length >= lower, `${moves.length} moves`);
  await shows(page.locator("#verdict"), new RegExp(`${moves.length} moves; the best known solution has \\d+, and none has fewer than \\d+`));
});

on("a 24-puzzle is solved in lines, too", "#5x5/17.1.20.9.16.2.22.19.14.5.15.21.0.3.24.23.18.13.12.7.10.8.6.4.11/metric=multi", {}, async (page) => {
  await page.locator("#distance[data-state=ready]").waitFor();
  await page.locator("#board [aria-label*='then at most']").first().waitFor();
  await page.waitForFunction(() => Number(document.getElementById("distance").textContent.split("≤")[1]) < 75);
  const { lower, upper, under } = await bounds(page);
  assert.ok(lower < upper && lower > 20, `${lower} to ${upper}`);
  assert.match(under, new RegExp(`^moves of lines from home, at least ${lower}(?: · searching on, \\d+ so far …)?$`));
  assert.ok(await page.getByLabel("A line is one move").isChecked());
  await page.getByRole("button", { name: "Solve" }).click();
  await page.waitForFunction(() => document.querySelector("#board.solved"), null, { timeout: 120_000 });
  const moves = /\/m=(.*)$/.exec(page.url())[1].match(/[UDLR]\d*/g);
  assert.ok(moves.length <= upper && moves.length >= lower, `${moves.length} moves`);
});

on("a 15-puzzle has a solution before its distance is known", "#4x4/0.12.9.13.15.11.10.14.3.7.2.5.4.8.6.1", {}, async (page) => {
  const { lower, upper, state } = await bounds(page);
  assert.equal(state, "pending");
  assert.ok(lower <= 80 && upper >= 80, `${lower} to ${upper}`);
  await page.locator(".tile em.nearer").first().waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
});

on("every move of a large board has the best solution known, and a game of a link is graded", "#5x5/17.1.20.9.16.2.22.19.14.5.15.21.0.3.24.23.18.13.12.7.10.8.6.4.11/m=LURD", {}, async (page) => {
  await page.waitForFunction(() => document.querySelectorAll(".tile em").length === 4);
  assert.ok(await page.locator(".tile em.nearer").count() >= 1);
  await page.waitForFunction(() => /4 moves, at most \d+ to go \(best known\), at least \d+\./.test(document.getElementById("verdict").textContent));
  const { lower, upper, after } = await bounds(page);
  assert.ok(Math.min(...after) === upper - 1 && lower < upper, `${after} of ${upper}`);
});

on("the search of a large board goes on when one asks, and what it finds is kept", "#5x5/17.1.20.9.16.2.22.19.14.5.15.21.0.3.24.23.18.13.12.7.10.8.6.4.11", {}, async (page) => {
  const longer = page.getByRole("button", { name: "Search longer" });
  await longer.waitFor();
  const { lower, upper } = await bounds(page);
  await longer.click();
  await shows(page.locator("#of"), /searching on, \d+ so far …$/);
  await page.waitForFunction(({ lower, upper }) => {
    const shown = [document.getElementById("of"), document.getElementById("distance")].map(({ textContent }) => Number(/\d+/.exec(textContent)));
    return shown[0] > lower || shown[1] < upper;
  }, { lower, upper });
  await page.getByRole("button", { name: "Stop" }).click();
  await longer.waitFor();
  const found = await bounds(page);
  assert.ok(found.upper <= upper && found.lower >= lower, JSON.stringify([found, upper, lower]));
  // Another puzzle, and back: the best solution is still the best.
  await page.locator("#picker [data-space='3x3']").click();
  await distance(page);
  await page.goBack();
  await shows(page.locator("#of"), /moves from home/);
  const again = await bounds(page);
  assert.ok(again.upper <= found.upper && again.lower >= found.lower, JSON.stringify([again, found]));
});

on("what is left of a solution by stages is said while it plays", "#6x6", { reducedMotion: "reduce" }, async (page) => {
  await page.locator("#distance[data-state=ready]").waitFor();
  await page.selectOption("#stages", "rows");
  await page.click("#solve");
  await shows(page.locator("#of"), /^moves left of this solution by stages$/);
  let last = Infinity;
  for (let look = 0; look < 5; look++) {
    const left = Number(await page.locator("#distance").textContent());
    assert.ok(left > 0 && left <= last, `${left} after ${last}`);
    last = left;
    await page.waitForTimeout(150);
  }
  await page.click("#solve");
  const { lower } = await bounds(page);
  assert.ok(lower > 0);
});

on("larger boards are played too", "#8x8", {}, async (page) => {
  await page.locator("#distance[data-state=ready]").waitFor();
  const { lower, upper } = await bounds(page);
  assert.ok(lower < upper);
  assert.equal(await page.locator("#board .tile").count(), 63);
  await page.keyboard.press("b");
  await page.waitForFunction(() => /\/m=[UDLR]$/.test(location.hash));
});
