use tautline::search::{Limits, PathDetail, Reach};

/// The coordinates of a cell or a corner.
pub type Xy = (i32, i32);

/// The coordinates of any place, which need not be whole numbers.
pub type Spot = (f64, f64);

/// A cell or a corner as any place.
#[must_use]
pub fn spot((x, y): Xy) -> Spot {
    (x.into(), y.into())
}

/// What is asked.
#[derive(Clone, Debug)]
pub struct Question {
    /// Where the path begins.
    pub start: Spot,
    /// Where it ends.
    pub goal: Spot,
    /// Other places that would do as well.
    pub others: Vec<Spot>,
    /// How near to them is near enough.
    pub reach: Reach,
    /// Whether the way to the nearest place is wanted where there is none to the goal.
    pub partial: bool,
    /// When to give up.
    pub limits: Limits,
    /// Which places of the path are wanted.
    pub detail: PathDetail,
}

impl Question {
    /// A way from one cell or corner to another, without limits.
    #[must_use]
    pub fn new(start: Xy, goal: Xy) -> Self {
        Self {
            start: spot(start),
            goal: spot(goal),
            others: Vec::new(),
            reach: Reach::default(),
            partial: false,
            limits: Limits::default(),
            detail: PathDetail::default(),
        }
    }

    /// All places that would do.
    pub fn goals(&self) -> impl Iterator<Item = Spot> {
        std::iter::once(self.goal).chain(self.others.iter().copied())
    }

    /// An end that is no cell and no corner, if there is one.
    #[must_use]
    pub fn point(&self) -> Option<Spot> {
        let is_whole = |number: f64| number.fract() == 0.0;
        let mut ends = std::iter::once(self.start).chain(self.goals());
        ends.find(|&(x, y)| !is_whole(x) || !is_whole(y))
    }
}
