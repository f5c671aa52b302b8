/// One experiment on the page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// Its name in links; unlike that of any other section.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What is asked here, in a sentence or two for newcomers.
    pub summary: String,
    /// The command that made it.
    pub command: String,
    /// What was found, in Markdown: headings, tables, lists, paragraphs.
    pub text: String,
    /// Plots and pictures.
    pub figures: Vec<Figure>,
    /// Where the numbers come from, as names and values: seed, commit, processor, compiler, date.
    pub origin: Vec<(String, String)>,
}

/// A plot or a picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figure {
    /// Its title.
    pub title: String,
    /// How to read it.
    pub caption: String,
    /// The command that makes it.
    pub command: String,
    /// The drawing.
    pub svg: String,
}
