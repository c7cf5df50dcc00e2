// What is seen on screens of all sizes, on paper and in themes.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { HARDEST, PAGE, cells, distance, launch, onPage, reaches, shows, visit } from "./drive.js";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const on = (...words) => onPage(() => browser, ...words);

on("a finger taps and swipes on a phone", HARDEST, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, async (page) => {
  await distance(page);
  await page.tap('[data-tile="5"]');
  await reaches(page, 30);
  const box = await page.locator("#board").boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  for (const [type, dx] of [["pointerdown", 0], ["pointerup", 60]]) {
    await page.locator("#board").dispatchEvent(type, { clientX: x + dx, clientY: y, pointerType: "touch", isPrimary: true });
  }
  await page.waitForFunction(() => location.hash.endsWith("/m=DR"));
});

on("a phone held sideways shows all of a 15-puzzle", "#4x4", { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true }, async (page) => {
  await distance(page);
  for (const id of ["#board", "#distance", "#solve", "#new"]) {
    const box = await page.locator(id).boundingBox();
    assert.ok(box.y >= 0 && box.y + box.height <= 390, `${id}: ${JSON.stringify(box)}`);
  }
  const tile = await page.locator("[data-tile='1']").boundingBox();
  assert.ok(tile.height >= 60, `tiles of ${tile.height} pixels`);
});

on("a phone held sideways shows a goal of one's own beside the board", "#3x3/4.4.3.3.2.2.1.1.0/goal=AABBCCDD0", { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true }, async (page) => {
  await distance(page);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 844);
  const [board, goal, solve] = await Promise.all(["#board", "#goalIs .mini", "#solve"].map((id) => page.locator(id).boundingBox()));
  assert.ok(goal.x > board.x + board.width && solve.y + solve.height <= 390, JSON.stringify([board, goal, solve]));
});

/** Works on all, four at a time: pages mostly wait. */
async function atOnce(all, work) {
  const left = [...all];
  const worker = async () => {
    for (let one = left.shift(); one; one = left.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: 4 }, worker));
}

test("nothing is wider than a page that is zoomed in four times, or a small phone held sideways", { timeout: 240_000 }, async () => {
  const hashes = ["#3x3", "#2x6", "#2x10", "#10x10", "#oshidori-kinds-20", "#oshidori-bw-4/holes=4/turn=may", "#bring"];
  const all = [[320, 256], [480, 300], [568, 320], [667, 375]].flatMap(([width, height]) => hashes.map((hash) => ({ width, height, hash })));
  await atOnce(all, async ({ width, height, hash }) => {
    const { page, context } = await visit(browser, hash, { viewport: { width, height } });
    if (hash !== "#bring") await page.locator("#distance[data-state=ready]").waitFor();
    if (/#10x10|kinds-20/.test(hash)) await page.locator("#longer").waitFor();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= width, `${hash} at ${width} x ${height}: ${wide} pixels`);
    await context.close();
  });
});

on("what a move does is legible on small tiles", "#10x10", { viewport: { width: 390, height: 740 }, hasTouch: true, isMobile: true }, async (page) => {
  await page.locator("#distance[data-state=ready]").waitFor();
  const nearer = page.locator(".tile em.nearer").first();
  await nearer.waitFor();
  const [sign, number] = await nearer.evaluate((strip) => ["::before", "::after"].map((part) => getComputedStyle(strip, part).content));
  assert.match(sign, /✓/);
  assert.equal(number, "none");
});

on("an address that names a part of the page shows its header", "#bring", { viewport: { width: 844, height: 390 } }, async (page) => {
  await page.locator("#pasted").waitFor();
  assert.ok((await page.locator("header").boundingBox()).y >= 0);
});

for (const width of [390, 320]) {
  on(`the distance after each move is legible on 2x6 upright, ${width} pixels wide`, "#2x6/11.1.2.3.4.5.7.8.9.0.10.6", { viewport: { width, height: 740 }, hasTouch: true, isMobile: true }, async (page) => {
    await distance(page);
    await page.locator(".tile em").first().waitFor();
    const strips = await page.evaluate(() => [...document.querySelectorAll(".tile em")].map((strip) => {
      const [sign, text] = ["::before", "::after"].map((part) => getComputedStyle(strip, part));
      return { sign: sign.content, text: text.content, size: Number.parseFloat(text.fontSize), room: strip.clientHeight, wide: strip.scrollWidth - strip.clientWidth };
    }));
    assert.ok(strips.length >= 2);
    for (const { sign, text, size, room, wide } of strips) {
      assert.match(text, /\d/);
      assert.match(sign, /[✓✗]/);
      assert.ok(size >= 11 && room >= 14 && wide <= 0, JSON.stringify({ size, room, wide }));
    }
  });
}

/** The width of the lines around each element of a selector. */
const lines = (page, selector) => page.locator(selector).evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).borderTopWidth)));

on("what is printed has lines, fits its pages, and leaves the controls out", "#sheet/3x3", {}, async (page) => {
  await page.locator("#sheet .main:enabled").waitFor();
  await page.emulateMedia({ media: "print" });
  const cells = await lines(page, ".sheet .mini span");
  assert.ok(cells.length === 108 && cells.every((width) => width > 0), String(cells));
  // The boards, and their solutions: browsers leave backgrounds out unless they are asked for.
  const pages = (await page.pdf({ format: "A4", printBackground: false })).toString("latin1").match(/\/Type \/Page\b/g);
  assert.equal(pages.length, 2);
  await page.goto(`${PAGE}${HARDEST}`);
  await distance(page);
  assert.ok((await lines(page, "#board, #board .tile b")).every((width) => width > 0));
  for (const hidden of ["header", "#new", "#coach", "#picker", "#stages"]) assert.ok(await page.locator(hidden).isHidden(), hidden);
});

on("a theme of forced colours has lines and a mark where others have backgrounds", HARDEST, { forcedColors: "active" }, async (page) => {
  await distance(page);
  await page.locator("#gallery .mini").first().waitFor();
  for (const shape of ["#board", "#board .tile b", "#gallery .mini", "#gallery .mini span"]) {
    assert.ok((await lines(page, shape)).every((width) => width > 0), shape);
  }
  const colour = (selector) => page.locator(selector).first().evaluate((one) => getComputedStyle(one).backgroundColor);
  assert.notEqual(await colour("#picker [aria-pressed=true]"), await colour("#picker [aria-pressed=false]"));
  await page.goto(`${PAGE}#oshidori-kinds-4`);
  await distance(page);
  assert.ok((await lines(page, "#pond")).every((width) => width > 0));
  await page.goto(`${PAGE}#how`);
  await page.locator(".cell").first().waitFor();
  assert.ok((await lines(page, ".cell, .figure")).every((width) => width > 0));
});

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, reducedMotion: "reduce" };

on("whatever brings another board on a phone, the board is in sight", "#3x3", PHONE, async (page) => {
  await distance(page);
  await page.locator("#gallery .mini").first().waitFor();
  const inSight = async (what) => {
    const boxes = await Promise.all(["#distance", "#board"].map((id) => page.locator(id).boundingBox()));
    for (const box of boxes) assert.ok(box.y >= 0 && box.y + box.height <= 844, `${what}: ${JSON.stringify(boxes)}`);
  };
  for (const [what, work] of [
    ["the puzzle of the day", () => page.tap("#daily")], ["a bar", () => page.tap("#depths")], ["a hardest one", () => page.locator("#gallery .mini").first().tap()],
  ]) {
    const before = await page.evaluate(() => location.hash);
    await work();
    await page.waitForFunction((before) => location.hash !== before, before);
    await inSight(what);
  }
  await page.tap("#race");
  await shows(page.locator("#raceSaid"), /enough/);
  await inSight("a race");
  const other = await page.locator("#raceBoard").boundingBox();
  assert.ok(other.y >= 0, JSON.stringify(other));
  await page.goto(`${PAGE}#4x4`);
  await page.locator("#levels button").first().waitFor();
  const before = await page.evaluate(() => location.hash);
  await page.locator("#levels button").first().tap();
  await page.waitForFunction((before) => location.hash !== before, before);
  await inSight("a level");
});

on("nothing of what a move does is cut off on 10x10", "#10x10", { viewport: { width: 1280, height: 800 } }, async (page) => {
  await page.locator("#distance[data-state=ready]").waitFor();
  await page.locator(".tile em").first().waitFor();
  const wide = await page.locator(".tile em").evaluateAll((strips) => strips.map((strip) => strip.scrollWidth - strip.clientWidth));
  assert.ok(wide.every((pixels) => pixels <= 0), String(wide));
  // The board takes more than a third of the screen, and the rest is not empty.
  const [board, levels] = await Promise.all(["#board", "#levels"].map((id) => page.locator(id).boundingBox()));
  assert.ok(board.width >= 0.4 * 1280 && levels.x > board.x + board.width, JSON.stringify([board, levels]));
});

on("in a frame there is only the game", "?embed#3x3/1.2.3.4.5.6.7.0.8", { viewport: { width: 400, height: 560 } }, async (page) => {
  assert.equal(await distance(page), 1);
  for (const hidden of ["header", "footer", "#know", "#picker", "#race"]) assert.ok(await page.locator(hidden).isHidden(), hidden);
  const solve = await page.locator("#solve").boundingBox();
  assert.ok(solve.y + solve.height <= 560, JSON.stringify(solve));
  await page.getByRole("button", { name: "Solve" }).click();
  await reaches(page, 0);
});

const SCREENS = [HARDEST, `${HARDEST}/metric=multi`, "#2x6", "#4x4/1.2.3.4.5.6.7.8.9.10.11.12.13.14.0.15", "#5x5", "#oshidori-kinds-4", "#oshidori-kinds-24", "#3x3/4.4.3.3.2.2.1.1.0/goal=AABBCCDD0", "#3x3/goal=1.2.3.x.x.x.x.x.x", "#oshidori-bw-4x5/holes=4/turn=may", "#oshidori-bw-4/unlike=true", "#bring", "#how", "#sheet/2x3", "#sheet/oshidori-kinds-3", `${HARDEST}/m=DRUL`, "?embed#3x3"];

for (const [colorScheme, width] of [["light", 1280], ["dark", 390], ["light", 360], ["dark", 1920]]) {
  test(`every screen is accessible and fits: ${colorScheme}, ${width} pixels`, { timeout: 240_000 }, async () => {
    const found = [];
    await atOnce(SCREENS, async (hash) => {
      const { page, context, errors } = await visit(browser, hash, { colorScheme, viewport: { width, height: 800 }, reducedMotion: "reduce" });
      if (!/#(bring|how|sheet)/.test(hash)) await page.locator("#distance[data-state=ready]").waitFor();
      await page.evaluate(() => document.querySelectorAll("details").forEach((part) => (part.open = true)));
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, `${hash} is wider than ${width}`);
      const bare = await page.evaluate(() => [...document.querySelectorAll("button")].filter((button) => getComputedStyle(button).borderTopStyle === "outset").map((button) => button.outerHTML));
      found.push(...bare.map((html) => [hash, "a button with the browser's own look", html]));
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => globalThis.axe.run());
      found.push(...violations.map(({ id, nodes }) => [hash, id, nodes[0].html]));
      assert.deepEqual(errors, [], hash);
      await context.close();
    });
    assert.deepEqual(found, []);
  });
}
