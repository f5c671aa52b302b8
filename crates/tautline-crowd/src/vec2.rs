use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

use tautline::geometry::Point;

/// A place, an offset or a velocity in the plane: x to the right, y downwards, in tiles.
///
/// Single precision, as the field's libraries have it: a tile of a map 4,096 tiles wide is still told apart to 1/2,048 of a tile.
///
/// ```
/// use tautline_crowd::Vec2;
/// let v = Vec2::new(3.0, 4.0);
/// assert_eq!(v.length(), 5.0);
/// assert_eq!(v.truncated(2.5), Vec2::new(1.5, 2.0));
/// assert_eq!(Vec2::ZERO.normalized(), Vec2::ZERO);
/// assert_eq!(v.nearest_between(Vec2::ZERO, Vec2::new(9.0, 0.0)), Vec2::new(3.0, 0.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vec2 {
    /// To the right.
    pub x: f32,
    /// Downwards.
    pub y: f32,
}

impl Vec2 {
    /// Nothing.
    pub const ZERO: Self = Self { x: 0.0, y: 0.0 };

    /// The vector with these coordinates.
    #[must_use]
    pub const fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }

    /// The unit vector at an angle, from the x axis towards the y axis.
    #[must_use]
    pub fn from_angle(angle: f32) -> Self {
        let (y, x) = angle.sin_cos();
        Self { x, y }
    }

    /// The dot product.
    #[must_use]
    pub fn dot(self, other: Self) -> f32 {
        self.x * other.x + self.y * other.y
    }

    /// The determinant of two vectors: positive if the other one points to the right of this one, seen on a screen.
    #[must_use]
    pub fn cross(self, other: Self) -> f32 {
        self.x * other.y - self.y * other.x
    }

    /// The square of the length.
    #[must_use]
    pub fn length_squared(self) -> f32 {
        self.dot(self)
    }

    /// The length.
    #[must_use]
    pub fn length(self) -> f32 {
        self.length_squared().sqrt()
    }

    /// The distance to another place.
    #[must_use]
    pub fn distance(self, other: Self) -> f32 {
        (self - other).length()
    }

    /// The direction alone; nothing stays nothing, and what is not finite has no direction.
    #[must_use]
    pub fn normalized(self) -> Self {
        let largest = self.x.abs().max(self.y.abs());
        if largest == 0.0 || !self.is_finite() {
            return Self::ZERO;
        }
        // Scaled first, so that squares of very large and very small numbers stay numbers.
        let scaled = self / largest;
        scaled / scaled.length()
    }

    /// This vector, or the one in its direction that is as long as allowed.
    #[must_use]
    pub fn truncated(self, longest: f32) -> Self {
        if self.length_squared() <= longest * longest { self } else { self.normalized() * longest }
    }

    /// The place between two others, on the straight line, that is nearest to this one.
    #[must_use]
    pub fn nearest_between(self, from: Self, to: Self) -> Self {
        let line = to - from;
        let along = (line.dot(self - from) / line.length_squared().max(f32::MIN_POSITIVE)).clamp(0.0, 1.0);
        from + line * along
    }

    /// A quarter turn to the right, seen on a screen.
    #[must_use]
    pub const fn right(self) -> Self {
        Self { x: -self.y, y: self.x }
    }

    /// A quarter turn to the left, seen on a screen.
    #[must_use]
    pub const fn left(self) -> Self {
        Self { x: self.y, y: -self.x }
    }

    /// Turned by the angle of a unit vector.
    #[must_use]
    pub fn turned(self, by: Self) -> Self {
        Self { x: self.x * by.x - self.y * by.y, y: self.x * by.y + self.y * by.x }
    }

    /// Whether both coordinates are finite numbers.
    #[must_use]
    pub const fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }
}

impl Add for Vec2 {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y }
    }
}

impl Sub for Vec2 {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y }
    }
}

impl Neg for Vec2 {
    type Output = Self;
    fn neg(self) -> Self {
        Self { x: -self.x, y: -self.y }
    }
}

impl Mul<f32> for Vec2 {
    type Output = Self;
    fn mul(self, factor: f32) -> Self {
        Self { x: self.x * factor, y: self.y * factor }
    }
}

impl Div<f32> for Vec2 {
    type Output = Self;
    fn div(self, divisor: f32) -> Self {
        Self { x: self.x / divisor, y: self.y / divisor }
    }
}

impl AddAssign for Vec2 {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Vec2 {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl From<(f32, f32)> for Vec2 {
    fn from((x, y): (f32, f32)) -> Self {
        Self { x, y }
    }
}

/// The nearest place of single precision.
impl From<Point> for Vec2 {
    fn from(point: Point) -> Self {
        Self { x: point.x as f32, y: point.y as f32 }
    }
}

impl From<Vec2> for Point {
    fn from(place: Vec2) -> Self {
        Self { x: place.x.into(), y: place.y.into() }
    }
}
