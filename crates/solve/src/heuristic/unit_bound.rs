//! Bounds that every move of one tile raises or lowers by exactly one.

use tilebase_core::sliding::{CELLS_LIMIT, Shape, TileDistances};

/// Says of moves whether they raise a bound.
pub(crate) trait Rises {
    /// What is kept of a board, its cells apart.
    type State: Copy;

    /// Returns the state of a board.
    fn start(&self, cells: &[u8]) -> Self::State;

    /// Returns whether the bound rises when a tile slides. `cells` are those before it, with the
    /// state `state`, which becomes that of the board after it.
    fn rises(
        &self,
        state: &mut Self::State,
        cells: &RoomyCells,
        tile: u8,
        slide: &UnitSlide,
    ) -> bool;
}

/// The cells of a board of any size. No cell and no tile is out of bounds.
pub(crate) type RoomyCells = [u8; CELLS_LIMIT];

/// The direction in which the blank moves: 0 up, 1 left, 2 right, 3 down.
type Way = usize;

/// In [`TileSlides`], the place of a blank that may move in every direction.
const EVERY_WAY: Way = 4;

/// A tile that slides from a cell to the blank beside it.
#[derive(Clone, Copy, Default)]
pub(crate) struct UnitSlide {
    pub(crate) from: u8,
    pub(crate) to: u8,
    /// The number of the slide: four times the cell to which the tile slides, plus the direction in
    /// which the blank moves.
    number: u16,
    /// The place of the blank after it, which may not move back.
    pub(crate) next: u16,
}

impl UnitSlide {
    /// Returns the direction in which the blank moves.
    #[inline]
    fn way(self) -> Way {
        usize::from(self.number % 4)
    }

    /// Returns 0 if the tile slides to another row, and 1 if to another column.
    #[inline]
    pub(crate) fn axis(self) -> usize {
        usize::from(matches!(self.way(), 1 | 2))
    }

    /// Returns whether the blank moves down, or to the right.
    #[inline]
    pub(crate) fn is_forwards(self) -> bool {
        self.way() >= 2
    }
}

/// The slides that are possible at one place.
#[derive(Clone, Copy, Default)]
pub(crate) struct PlaceSlides {
    count: usize,
    slides: [UnitSlide; 4],
}

impl PlaceSlides {
    #[inline]
    pub(crate) fn as_slice(&self) -> &[UnitSlide] {
        &self.slides[..self.count]
    }
}

/// The slides of a board at every *place*: a cell of the blank, and the direction in which it may
/// not move because it came from there.
pub(crate) struct TileSlides(Vec<PlaceSlides>);

impl TileSlides {
    pub(crate) fn new(shape: Shape) -> Self {
        let place = |place: usize| {
            let (blank, closed) = (place / (EVERY_WAY + 1), place % (EVERY_WAY + 1));
            let mut slides = PlaceSlides::default();
            for (way, from) in shape.beside(blank).into_iter().enumerate() {
                let Some(from) = from.filter(|_| way != closed) else {
                    continue;
                };
                slides.slides[slides.count] = UnitSlide {
                    from: from as u8,
                    to: blank as u8,
                    number: (4 * blank + way) as u16,
                    next: Self::place(from, 3 - way) as u16,
                };
                slides.count += 1;
            }
            slides
        };
        Self((0..Self::place(shape.cells(), 0)).map(place).collect())
    }

    fn place(blank: usize, closed: Way) -> usize {
        (EVERY_WAY + 1) * blank + closed
    }

    /// Returns the place of a blank that may not move to the cell `closed`.
    pub(crate) fn start(&self, blank: usize, closed: Option<usize>) -> usize {
        let open = Self::place(blank, EVERY_WAY);
        let mut slides = self.at(open).as_slice().iter();
        let closed = slides.find(|slide| Some(usize::from(slide.from)) == closed);
        closed.map_or(open, |slide| Self::place(blank, slide.way()))
    }

    /// Returns the slides at a place.
    #[inline]
    pub(crate) fn at(&self, place: usize) -> &PlaceSlides {
        &self.0[place]
    }
}

/// Whether tiles slide away from home, or towards it: whether the Manhattan distance rises.
pub(crate) struct AwayFromHome {
    /// The number of cells.
    cells: usize,
    /// For each slide by its number, and each tile.
    away: Vec<bool>,
}

impl AwayFromHome {
    /// Returns `None` if some slide changes a distance by another number than one: then they are
    /// not those of tiles on this board.
    pub(crate) fn new(shape: Shape, distances: &TileDistances) -> Option<Self> {
        let cells = shape.cells();
        let mut away = vec![false; 4 * cells * cells];
        for slide in TileSlides::new(shape)
            .0
            .iter()
            .flat_map(PlaceSlides::as_slice)
        {
            for tile in 1..cells {
                let (from, to) = (usize::from(slide.from), usize::from(slide.to));
                let (before, after) = (distances.moves(tile, from), distances.moves(tile, to));
                if before.abs_diff(after) != 1 {
                    return None;
                }
                away[usize::from(slide.number) * cells + tile] = after > before;
            }
        }
        Some(Self { cells, away })
    }
}

impl Rises for AwayFromHome {
    type State = ();

    fn start(&self, _: &[u8]) {}

    #[inline(always)]
    fn rises(&self, (): &mut (), _: &RoomyCells, tile: u8, slide: &UnitSlide) -> bool {
        self.away[usize::from(slide.number) * self.cells + usize::from(tile)]
    }
}
