/// What a line at any angle may do where two obstacles touch with their corners only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CornerRule {
    /// It may pass between them, as in the Theta* paper (Daniel, Nash, Koenig & Felner 2010, section 2).
    Open,
    /// It may not, as in the Anya paper (Harabor, Grastien, Öz & Aksakalli 2016) and the GPPC competition. Touching
    /// such a double corner, or turning at it, is allowed as long as the path goes back into the quadrant that it
    /// came from.
    #[default]
    Closed,
}
