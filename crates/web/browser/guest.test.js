// A program in Rust that has the library in it (`crates/web/guest`), in a browser.
import assert from "node:assert/strict";
import { basename, join } from "node:path";
import { test } from "node:test";
import { PAGE, launch } from "./drive.js";

// It is compiled where there is a standard library for it.
const folder = process.env.GUEST;

test("a program in Rust plays a game", { skip: !folder, timeout: 120_000 }, async () => {
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.route("**/guest/*", (route) => route.fulfill({ path: join(folder, basename(route.request().url())) }));
    await page.goto(`${PAGE}manifest.webmanifest`);
    const played = await page.evaluate(async () => {
      const { default: start, Game } = await import("/guest/guest.js");
      await start();
      const game = new Game("3x3", 31, 1n);
      const { distance, cells } = game;
      const solution = game.solution();
      const wrong = ["0", "9"].map((tile) => {
        try { return game.press(tile); } catch ({ message }) { return message; }
      });
      const best = solution.map((tile) => game.press(tile));
      const end = [...game.cells];
      const away = game.press("8");
      let unknown;
      try { new Game("3y3", 1, 1n); } catch ({ message }) { unknown = message; }
      return { distance, cells: cells.join(" "), best, wrong, end, away, after: game.distance, unknown: unknown.split(":")[0] };
    });
    assert.ok(["8 6 7 2 5 4 3 0 1", "6 4 7 8 5 0 3 2 1"].includes(played.cells), played.cells);
    delete played.cells;
    assert.deepEqual(played, {
      distance: 31, best: Array(31).fill(true), wrong: Array(2).fill("this tile cannot slide"),
      end: [1, 2, 3, 4, 5, 6, 7, 8, 0], away: true, after: 1, unknown: "unknown puzzle `3y3`",
    });
  } finally {
    await browser.close();
  }
});
