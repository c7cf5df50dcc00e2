// Times without help, keys of one's own, and the speed of solutions.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { cells, distance, launch, onPage, reaches, shows } from "./drive.js";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());
const on = (...words) => onPage(() => browser, ...words);

on("times of games without help are kept, with their averages", "#2x2/1.2.0.3", {}, async (page) => {
  const times = page.locator("#times");
  const solved = async () => {
    // Other boards come from the list, so that each game is a new one.
    await page.goto(`${process.env.PAGE}#2x3`);
    await distance(page).catch(() => {});
    await page.goto(`${process.env.PAGE}#2x2/1.2.0.3`);
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction(() => document.getElementById("board").classList.contains("solved"));
  };
  await distance(page);
  await page.keyboard.press("ArrowLeft");
  await reaches(page, 0);
  // With distances in view, no time counts.
  assert.ok(await times.isHidden());
  await page.getByLabel("Show distances").uncheck();
  for (let games = 0; games < 5; games++) await solved();
  await shows(times, /^5 solved without help: last 0\.\d\d, best 0\.\d\d, average of 5 0\.\d\d\.$/);
  await page.reload();
  await shows(times, /^5 solved without help/);
  await page.getByRole("button", { name: "Forget these times" }).click();
  assert.ok(await times.isHidden());
});

on("keys can be one's own, and stay", "#3x3/1.2.3.4.5.6.0.7.8", {}, async (page) => {
  await distance(page);
  await page.getByText("Your own keys").click();
  await page.locator("#ownKeysAre").getByLabel("Left", { exact: true }).fill("j");
  await shows(page.locator("#keys"), /^Arrow keys or W, J, S and D slide tiles\. N: new/);
  await page.reload();
  await distance(page);
  await page.keyboard.press("a");
  assert.deepEqual(await cells(page), [1, 2, 3, 4, 5, 6, 0, 7, 8]);
  await page.keyboard.press("j");
  await reaches(page, 1);
  assert.deepEqual(await cells(page), [1, 2, 3, 4, 5, 6, 7, 0, 8]);
  await page.getByText("Your own keys").click();
  await page.getByRole("button", { name: "The usual keys" }).click();
  await shows(page.locator("#keys"), /^Arrow keys or W, A, S and D/);
});

on("solutions are played at the speed that is chosen", "#3x3/1.2.3.4.5.0.7.8.6", {}, async (page) => {
  const played = async (speed) => {
    await page.goto(`${process.env.PAGE}#2x2`);
    await page.goto(`${process.env.PAGE}#3x3/0.1.3.4.2.5.7.8.6`);
    await reaches(page, 4);
    await page.getByLabel("Speed").selectOption(speed);
    const begin = Date.now();
    await page.keyboard.press("p");
    await reaches(page, 0);
    return Date.now() - begin;
  };
  const [slow, fast] = [await played("slow"), await played("fast")];
  assert.ok(slow > 1800 && fast < slow, `${slow} and ${fast} ms`);
});
