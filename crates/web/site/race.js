// A race against the shortest solution, which moves when the player moves.
import { BoardView } from "./board-view.js";
import { t } from "./texts.js";

export class Race {
  #way = null;
  #made = 0;

  constructor(element, said, puzzle, start) {
    this.puzzle = puzzle;
    this.said = said;
    element.replaceWith((element = element.cloneNode()));
    this.board = new BoardView(element);
    this.board.show(puzzle, start);
    said.textContent = t.searching;
  }

  /** The states of the shortest solution, once it is known. */
  begin(states, game) {
    this.#way = states;
    this.moved(game);
  }

  /** The player has moved. The opponent makes as many moves, and takes none back. */
  moved(game) {
    const way = this.#way;
    const made = game.here;
    this.#made = Math.max(this.#made, made);
    if (!way) return;
    const enough = way.length - 1;
    const place = Math.min(this.#made, enough);
    this.board.show(this.puzzle, way[place]);
    if (game.home) this.said.textContent = made > enough ? t.raceLost(made, enough) : this.puzzle.exact ? t.raceWon(made) : t.raceEven(made, enough);
    else this.said.textContent = made === 0 ? t.raceBegin(enough) : t.raceOn(made, enough - place);
  }
}
