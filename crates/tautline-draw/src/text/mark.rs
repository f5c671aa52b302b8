use anstyle::{AnsiColor, Style};

/// What one character shows; where it stands for several cells, the last of these that any of them is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Mark {
    Free,
    Expanded,
    /// A cell that costs more than 1; everything above 9 is [`DEAR`].
    Cost {
        cost: u8,
        expanded: bool,
    },
    /// The value of a field: low, middle or high.
    Value(u8),
    /// The next step, in eighths of a turn clockwise from the right.
    Arrow(u8),
    Wall,
    /// The number of a path, counted from 0.
    Path(u32),
    /// The number of a link, counted from 0; everything from [`LETTERS`] on looks the same.
    Link(u8),
    /// Where an agent's trail ends.
    Agent,
    /// What the scene says.
    Other(char),
    Start,
    Goal,
}

/// What costs more than a digit can say.
pub(super) const DEAR: u8 = 10;
/// How many links have letters of their own.
pub(super) const LETTERS: u8 = 26;

const VALUES: [char; 3] = ['░', '▒', '▓'];
const ARROWS: [char; 8] = ['→', '↘', '↓', '↙', '←', '↖', '↑', '↗'];
/// The characters and colours of paths; after the last they begin again.
pub(super) const PATHS: [(char, AnsiColor); 6] = [
    ('●', AnsiColor::Magenta),
    ('◆', AnsiColor::Cyan),
    ('▲', AnsiColor::Yellow),
    ('■', AnsiColor::BrightGreen),
    ('▼', AnsiColor::BrightRed),
    ('★', AnsiColor::BrightBlue),
];

impl Mark {
    pub(super) fn character(self) -> char {
        match self {
            Self::Free => ' ',
            Self::Expanded => '░',
            Self::Cost { cost: DEAR.., .. } => '+',
            Self::Cost { cost, .. } => char::from(b'0' + cost),
            Self::Value(level) => VALUES[usize::from(level) % VALUES.len()],
            Self::Arrow(eighth) => ARROWS[usize::from(eighth) % ARROWS.len()],
            Self::Wall => '█',
            Self::Link(LETTERS..) => '*',
            Self::Link(number) => char::from(b'a' + number),
            Self::Path(number) => PATHS[number as usize % PATHS.len()].0,
            Self::Agent => '○',
            Self::Other(character) => character,
            Self::Start => 'S',
            Self::Goal => 'G',
        }
    }

    /// Whether it fills its tile, however wide that is.
    pub(super) fn fills(self) -> bool {
        matches!(self, Self::Free | Self::Expanded | Self::Value(_) | Self::Wall)
    }

    pub(super) fn style(self) -> Style {
        match self {
            Self::Free | Self::Arrow(_) => Style::new(),
            Self::Expanded | Self::Cost { expanded: true, .. } => AnsiColor::Blue.on_default(),
            Self::Cost { expanded: false, .. } => AnsiColor::Yellow.on_default(),
            Self::Value(level) => {
                let colours = [AnsiColor::Yellow, AnsiColor::Green, AnsiColor::Blue];
                colours[usize::from(level) % colours.len()].on_default()
            }
            Self::Wall => AnsiColor::BrightBlack.on_default(),
            Self::Link(_) => AnsiColor::BrightMagenta.on_default(),
            Self::Path(number) => PATHS[number as usize % PATHS.len()].1.on_default().bold(),
            Self::Agent => AnsiColor::BrightCyan.on_default().bold(),
            Self::Other(_) => AnsiColor::Yellow.on_default().bold(),
            Self::Start => AnsiColor::Green.on_default().bold(),
            Self::Goal => AnsiColor::Red.on_default().bold(),
        }
    }
}
