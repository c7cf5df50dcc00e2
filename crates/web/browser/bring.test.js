// Boards as people have them, pasted into the page.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { launch, onPage, reaches, shows } from "./drive.js";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());
const on = (...words) => onPage(() => browser, ...words);

const FRAME = "+--+--+--+--+\n|10| 2|11| 4|\n+--+--+--+--+\n| 5|12| 3| 7|\n+--+--+--+--+\n| 1| 6| 8|15|\n+--+--+--+--+\n| 9|13|  |14|\n+--+--+--+--+";

/** What is pasted, and the goal that is typed; what the page says of it; the address that leads to it. */
const FORMS = [
  ["# solvable\n3\n0 2 6\n4 3 1\n7 5 8", "spiral", /^Read as 3×3, goal spiral\.$/, "#3x3/0.2.6.4.3.1.7.5.8/goal=spiral"],
  ["3 # size\n5 1 0 #1 2 3\n8 4 6            #\n3 7 2", "snail", /^Read as 3×3, goal spiral\.$/, "#3x3/5.1.0.8.4.6.3.7.2/goal=spiral"],
  ["3\n8\t1\t3\n4\t0\t2\n7\t6\t5", "", /^Read as 3×3\.$/, "#3x3/8.1.3.4.0.2.7.6.5"],
  ["4 4\n1 2 3 4\n5 6 11 7\n13 9 10 8\n0 14 15 12", "", /^Read as 4×4\.$/, "#4x4/1.2.3.4.5.6.11.7.13.9.10.8.0.14.15.12"],
  ["8\n-1\n1 2 3\n4 5 6\n0 7 8", "", /^Read as 3×3, goal 1, 2, 3 … gap: with the goal of the text\.$/, "#3x3/1.2.3.4.5.6.0.7.8"],
  ["2 3 4 1 5 x 7 6 8", "", /^Read as 3×3: the blank is “x”\.$/, "#3x3/2.3.4.1.5.0.7.6.8"],
  ["2 3 6\n1 0 7\n4 8 5\nEND OF FILE", "", /^Read as 3×3\.$/, "#3x3/2.3.6.1.0.7.4.8.5"],
  ["12346875G 12345678G", "", /^Read as 3×3, goal 1, 2, 3 … gap: start and goal; the blank is “G”\.$/, "#3x3/1.2.3.4.6.8.7.5.0"],
  [FRAME, "", /^Read as 4×4\.$/, "#4x4/10.2.11.4.5.12.3.7.1.6.8.15.9.13.0.14"],
  ["GEF\nHCB\nD_A", "ABCDEFGH_", /^Read as 3×3, goal 1, 2, 3 … gap: letters for tiles, A is 1\.$/, "#3x3/7.5.6.8.3.2.4.0.1"],
  ["HHHHHTTTTT--", "", /^Read as oshidori-bw-5: stones: “H” is 1, “T” is 2\.$/, "#oshidori-bw-5/1.1.1.1.1.2.2.2.2.2.0.0"],
  ["8  7  6\n\n5  4  3\n\n2  1  _", "", /^Read as 3×3\.$/, "#3x3/8.7.6.5.4.3.2.1.0"],
  ["[0, 11, 1, 3, 4, 5, 12, 2, 7, 9, 6, 20, 18, 16, 8, 15, 22, 10, 14, 13, 21, -1, 17, 23, 19]", "", /^Read as 5×5: tiles from 0; the blank is “-1”\.$/, "#5x5/1.12.2.4.5.6.13.3.8.10.7.21.19.17.9.16.23.11.15.14.22.0.18.24.20"],
  ["1 5 9 13\n2 6 10 14\n3 7 11 15\n4 8 12", "", /^Read as 4×4: the blank is left out in row 4, column 4\.$/, "#4x4/1.5.9.13.2.6.10.14.3.7.11.15.4.8.12.0"],
  ["1 8 2\n9 4 3\n7 6 5", "", /^Read as 3×3: the blank is “9”\.$/, "#3x3/1.8.2.0.4.3.7.6.5"],
  ["7 2 1 _\n4 3 6 5", "", /^Read as 2×4\.$/, "#2x4/7.2.1.0.4.3.6.5"],
  ["763508241\n521748360", "spiral", /^Read as 3×3, goal spiral\. The first of 2 in the text\.$/, "#3x3/7.6.3.5.0.8.2.4.1/goal=spiral"],
  ["2\n1\n2\n0\n3", "", /^Read as 2×2\.$/, "#2x2/1.2.0.3"],
  ["array([[1, 2, 3],\n       [4, None, 6],\n       [7, 5, 8]], dtype=object)", "", /^Read as 3×3: the blank is “None”\.$/, "#3x3/1.2.3.4.0.6.7.5.8"],
  ["4x3:1,2,3,4,5,6,7,8,9,0,10,11", "", /^Read as 3×4\.$/, "#3x4/1.2.3.4.5.6.7.8.9.0.10.11"],
];

on("boards are read as people have them, and the page says how", "#bring", {}, async (page) => {
  for (const [text, goal, said, address] of FORMS) {
    await page.goto(`${process.env.PAGE}#how`);
    await page.goto(`${process.env.PAGE}#bring`);
    await page.fill("#pasted", "");
    await page.fill("#goalText", goal);
    await page.fill("#pasted", text);
    await shows(page.locator(".verdicts .soft"), said);
    await page.getByRole("button", { name: "Play it" }).click();
    await page.waitForFunction((address) => location.hash === address, address);
  }
});

on("what cannot be read says why, and both readings where there are two", "#bring", {}, async (page) => {
  const status = page.locator(".verdicts [role=status]");
  for (const [text, said] of [
    ["3 1 2 0 4 5 6 7 8 3", /^This cannot be read: the line can be read in two ways: as 3 1 2 0 4 5 6 7 8 and a number, or as a number and 1 2 0 4 5 6 7 8 3\.$/],
    ["25476308=", /^This cannot be read: the board has walls \(`=`\), which are not supported: only whole rectangles of cells are\.$/],
    ["1 2 3 x x x x x x", /^Dots stand for cells that may hold any tile: this is a goal\.$/],
    ["8 6 7 2 5", /^4 more\.$/],
    [Array.from({ length: 121 }, (_, tile) => tile).join(" "), /^This is 11×11: boards here have up to 100 cells, and rows up to 48 stones\.$/],
    ["", /^Nothing yet\.$/],
  ]) {
    await page.getByRole("button", { name: "3×3" }).click();
    await page.fill("#pasted", text);
    await shows(status, said);
    assert.ok(await page.getByRole("button", { name: "Play it" }).isDisabled(), text);
  }
  // Numbers that are tapped are those of the chosen shape, even where they would be a smaller board.
  await page.fill("#pasted", "");
  for (const tile of ["1", "2", "gap", "3", "6"]) await page.locator(".order").getByRole("button", { name: tile, exact: true }).click();
  await shows(status, /^4 more\.$/);
  await page.fill("#goalText", "1 2 3");
  await shows(status, /^This is not a goal of a board of this shape\.$/);
  await page.fill("#goalText", "");
  await page.fill("#pasted", "1 2 3 4 / 5 6 7 0");
  await page.getByRole("button", { name: "Play it" }).click();
  await reaches(page, 0);
});
