// Run by test_bridges.py in a folder with cubing: the moves that its Alg reads, one line for each argument.
import { Alg } from "cubing/alg";

for (const text of process.argv.slice(2)) {
  const moves = [...new Alg(text).experimentalLeafMoves()].map((move) => move.toString());
  console.log(`${moves.join(",")} ${new Alg(text).invert()}`);
}
