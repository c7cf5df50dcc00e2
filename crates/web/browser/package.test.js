// The package, used from an empty project.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";

let project;
const npm = (...words) => execFileSync("npm", words, { cwd: project, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

before(() => {
  project = mkdtempSync(join(tmpdir(), "tilebase-"));
  const [{ filename }] = JSON.parse(npm("pack", "--json", "--pack-destination", project, resolve("../web/npm")));
  writeFileSync(join(project, "package.json"), JSON.stringify({ type: "module", private: true }));
  npm("install", "--offline", "--no-audit", "--no-fund", `./${filename}`);
});
after(() => rmSync(project, { recursive: true }));

test("the package answers in node", () => {
  writeFileSync(join(project, "use.js"), `
    import assert from "node:assert/strict";
    import { TilebaseError, load } from "tilebase";
    const tilebase = await load();
    assert.equal(tilebase.distance("3x3", "867254301").distance, 31);
    assert.equal(tilebase.distance("3x3", [8, 6, 7, 2, 5, 4, 3, 0, 1]).distance, 31);
    assert.equal(tilebase.distance("3x3", "012345678", { goal: [0, 1, 2, 3, 4, 5, 6, 7, 8] }).distance, 0);
    const solution = tilebase.solve("3x3", "867254301", { count: true });
    assert.equal(solution.states.length, 32);
    assert.equal(solution.optimal_solutions, 40);
    assert.equal(tilebase.hints("3x3", "867254301").moves.length, 3);
    assert.equal(tilebase.hardest("3x3").states.length, 2);
    assert.equal(tilebase.depths("3x3").states, 181440);
    assert.equal(tilebase.at("3x3", 31, { seed: 1, limit: 1 }).states.length, 1);
    assert.equal(tilebase.review("3x3", "123456078", "L2").wasted, 0);
    assert.equal(tilebase.check("3x3", "213456780").solvable, false);
    assert.equal(tilebase.random("3x3", { distance: 20 }).distance, 20);
    assert.equal(tilebase.random("3x3", { n: 5, seed: 1 }).length, 5);
    const { states, eccentricity } = tilebase.depths("3x4");
    assert.deepEqual([states, eccentricity], [239500800, 53]);
    const farthest = tilebase.hardest("3x4").states;
    assert.equal(farthest.length, 18);
    for (const state of farthest) assert.equal(tilebase.solve("3x4", state).states.length, 54);
    assert.equal(tilebase.distance("15-puzzle", "10 8 4 14 / 15 12 13 0 / 7 11 6 1 / 5 9 2 3").distance, 60);
    assert.throws(() => tilebase.distance("3x3", "1"), TilebaseError);
    console.log("done");
  `);
  assert.equal(execFileSync("node", ["use.js"], { cwd: project, encoding: "utf8" }).trim(), "done");
});
