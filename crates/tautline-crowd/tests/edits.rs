//! Crowds on maps that change: which agents lose their paths, and which look for better ones, and when.

use tautline::geometry::Rect;
use tautline::map::{Map, Tile};
use tautline::random::SplitMix64;
use tautline_crowd::avoidance::Model;
use tautline_crowd::{Agent, Crowd, CrowdConfig, Guide, Vec2};

/// A number below this one.
fn random(rng: &mut SplitMix64, below: u64) -> u64 {
    rng.next_u64() % below
}

fn config(guide: &str) -> CrowdConfig {
    let guide = if guide == "flow" { Guide::Flow } else { Guide::planner(guide).expect("a planner") };
    CrowdConfig { guide, ..CrowdConfig::default() }.scaled(Model::default(), 0.4, 1.0)
}

fn agent(x: f32, y: f32, to_x: f32, to_y: f32) -> Agent {
    Agent { radius: 0.4, ..Agent::new(Vec2::new(x, y), Vec2::new(to_x, to_y)) }
}

/// A crowd of agents in random tiles, each with another random tile as its goal.
fn scattered(map: &Map, count: usize, config: CrowdConfig, rng: &mut SplitMix64) -> Crowd {
    let mut free: Vec<_> = map.cells().filter(|&cell| map.is_free(cell)).collect();
    for last in (1..free.len()).rev() {
        free.swap(last, random(rng, last as u64 + 1) as usize);
    }
    let middle = |at: usize| Vec2::new(free[at].x as f32 + 0.5, free[at].y as f32 + 0.5);
    let mut crowd = Crowd::new(map.clone(), config).expect("a crowd");
    let agents: Vec<Agent> = (0..count)
        .map(|n| {
            // Two sizes, so that there are two rooms.
            let radius = if n % 2 == 0 { 0.4 } else { 0.25 };
            Agent { radius, ..Agent::new(middle(n), middle(count + n)) }
        })
        .collect();
    crowd.add(&agents).expect("room for all");
    crowd
}

fn ways(crowd: &Crowd) -> Vec<Vec<Vec2>> {
    (0..crowd.len()).map(|row| crowd.explain(row).expect("an agent").way).collect()
}

/// How near a way comes to a rectangle, by many places of it.
fn nearest(from: Vec2, way: &[Vec2], rect: Rect) -> f32 {
    let (low_x, low_y) = (rect.x as f32, rect.y as f32);
    let (high_x, high_y) = (low_x + rect.width as f32, low_y + rect.height as f32);
    let distance =
        |place: Vec2| place.distance(Vec2::new(place.x.clamp(low_x, high_x), place.y.clamp(low_y, high_y)));
    let begins = [from].into_iter().chain(way.iter().copied());
    let legs = begins.zip(way);
    let places = legs.flat_map(|(begin, &end)| {
        let pieces = (begin.distance(end) * 400.0).ceil().max(1.0) as u32;
        (0..=pieces).map(move |piece| begin + (end - begin) * (piece as f32 / pieces as f32))
    });
    places.map(distance).fold(distance(from), f32::min)
}

fn rough_map(side: u32, percent: u64, rng: &mut SplitMix64) -> Map {
    let tile = |_| if random(rng, 100) < percent { Tile::Blocked } else { Tile::Free };
    Map::from_fn(side, side, tile).expect("a map")
}

/// Where tiles are blocked, an agent looks for a path again exactly if the rest of its path comes within its radius of them.
#[test]
fn paths_are_kept_unless_they_are_blocked() {
    let mut rng = SplitMix64::new(1);
    let (mut kept, mut lost, mut on_the_edge) = (0, 0, 0);
    for id in ["taut", "jps", "theta", "taut"] {
        let map = rough_map(60, 12, &mut rng);
        let mut crowd = scattered(&map, 60, config(id), &mut rng);
        for step in 0..60 {
            crowd.step();
            // Those that do not get on look for their paths anyway, and others in turn.
            crowd.find_ways();
            let has_way: Vec<bool> = crowd.has_way().collect();
            let (before, positions) = (ways(&crowd), crowd.positions().to_vec());
            let wide = 1 + random(&mut rng, 3) as u32;
            let rect = Rect::new(random(&mut rng, 58) as i32, random(&mut rng, 58) as i32, wide, 1);
            let were_free = rect.cells().filter(|&cell| crowd.map().is_free(cell)).collect::<Vec<_>>();
            crowd.edit(|map| map.fill(rect, Tile::Blocked));
            crowd.find_ways();
            let after = ways(&crowd);
            let mut hits = 0;
            for row in 0..crowd.len() {
                if !has_way[row] {
                    continue;
                }
                let radius = crowd.radii()[row];
                let cells = were_free.iter().map(|cell| Rect::new(cell.x, cell.y, 1, 1));
                let distance = cells
                    .map(|cell| nearest(positions[row], &before[row], cell))
                    .fold(f32::INFINITY, f32::min);
                if (distance - radius).abs() < 0.005 {
                    on_the_edge += 1;
                } else if distance < radius {
                    hits += 1;
                    lost += 1;
                } else {
                    assert_eq!(after[row], before[row], "{id}, step {step}: {distance} from {rect:?}");
                    kept += 1;
                }
            }
            crowd.step();
            let searches = crowd.searches().lost;
            assert!(searches >= hits, "{id}, step {step}: {searches} searches, {hits} blocked");
            // The tiles come back, so that the map stays as it is.
            crowd.edit(|map| {
                for &cell in &were_free {
                    map.free(cell).expect("on the map");
                }
            });
        }
    }
    assert!(kept > 5000 && lost > 100 && on_the_edge < lost, "{kept} {lost} {on_the_edge}");
}

/// Tiles are blocked far away from all paths: no agent searches.
#[test]
fn an_edit_that_concerns_no_path_costs_no_search() {
    let mut crowd = Crowd::new(Map::open(40, 40).expect("a map"), config("taut")).expect("a crowd");
    crowd.add(&[agent(2.5, 5.5, 37.5, 5.5), agent(2.5, 35.5, 37.5, 35.5)]).expect("room");
    crowd.step();
    assert_eq!((crowd.searches().lost, crowd.searches().better), (2, 0));
    for (y, lost) in [(20, 0), (30, 0), (5, 1), (4, 0), (35, 1), (12, 0)] {
        crowd.edit(|map| map.block((20, y))).expect("on the map");
        crowd.step();
        assert_eq!((crowd.searches().lost, crowd.searches().better), (lost, 0), "{y}");
    }
    // A tile that no shorter path can lead over.
    crowd.edit(|map| map.free((20, 20))).expect("on the map");
    crowd.step();
    assert_eq!((crowd.searches().lost, crowd.searches().better), (0, 0));
}

/// A wall in the middle with a door at its lower end, and agents in the upper left that want to get to the upper right.
fn behind_a_wall(count: usize, config: CrowdConfig) -> Crowd {
    let tile = |cell: tautline::Cell| if cell.x == 30 && cell.y < 57 { Tile::Blocked } else { Tile::Free };
    let map = Map::from_fn(61, 60, tile).expect("a map");
    let mut crowd = Crowd::new(map, config).expect("a crowd");
    let place = |n: usize| (1.5 + 2.0 * (n % 10) as f32, 1.5 + 2.0 * (n / 10) as f32);
    let agents: Vec<Agent> = (0..count)
        .map(|n| {
            let (x, y) = place(n);
            agent(x, y, x + 38.0, y)
        })
        .collect();
    crowd.add(&agents).expect("room for all");
    crowd.step();
    crowd
}

/// The agents that could gain take turns, in the order of their rows, as many in a step as the budget says.
#[test]
fn where_tiles_are_freed_agents_take_turns() {
    for budget in [16, 3, 100, 0] {
        let config = CrowdConfig { searches_per_step: budget, ..config("taut") };
        let mut crowd = behind_a_wall(40, config);
        let long: Vec<f32> = crowd.ways_left().collect();
        assert!(long.iter().all(|&left| left > 80.0));
        crowd.edit(|map| map.fill(Rect::new(30, 2, 1, 6), Tile::Free));
        let mut left = 40;
        for step in 0..40 {
            // To look before the step is what the step would do.
            for _ in 0..2 {
                crowd.find_ways();
            }
            let turns = left.min(budget);
            left -= turns;
            let shorter: Vec<usize> =
                crowd.ways_left().enumerate().filter(|&(_, left)| left < 60.0).map(|(row, _)| row).collect();
            assert_eq!(shorter, (0..40 - left).collect::<Vec<_>>(), "budget {budget}, step {step}");
            crowd.step();
            assert_eq!(
                (crowd.searches().lost, crowd.searches().better),
                (0, turns),
                "budget {budget}, step {step}"
            );
            if step > 13 {
                break;
            }
        }
        assert_eq!(left, if budget == 0 { 40 } else { 0 });
    }
}

/// Also where there is another edit in every step, all get their turn.
#[test]
fn nobody_waits_for_ever() {
    let config = CrowdConfig { searches_per_step: 4, ..config("taut") };
    let mut crowd = behind_a_wall(30, config);
    for step in 0..8 {
        crowd.edit(|map| map.free((30, 2 + step))).expect("on the map");
        crowd.step();
        assert_eq!(crowd.searches().better, 4);
    }
    assert!(crowd.ways_left().all(|left| left < 60.0), "{:?}", crowd.ways_left().collect::<Vec<_>>());
}

/// Behind a closed door there is no way, and one as soon as it opens.
#[test]
fn a_door_that_opens_and_closes() {
    for guide in ["taut", "jps", "flow"] {
        let tile = |cell: tautline::Cell| if cell.x == 10 { Tile::Blocked } else { Tile::Free };
        let map = Map::from_fn(21, 11, tile).expect("a map");
        let mut crowd = Crowd::new(map, config(guide)).expect("a crowd");
        crowd.add(&[agent(2.5, 5.5, 18.5, 5.5), agent(18.5, 2.5, 2.5, 2.5)]).expect("room");
        crowd.step();
        assert!(crowd.has_way().all(|has_way| !has_way), "{guide}");
        crowd.edit(|map| map.free((10, 5))).expect("on the map");
        crowd.step();
        assert!(crowd.has_way().all(|has_way| has_way), "{guide}");
        assert!(crowd.searches().better > 0 && crowd.searches().lost == 0, "{guide} {:?}", crowd.searches());
        crowd.edit(|map| map.block((10, 5))).expect("on the map");
        crowd.step();
        assert!(crowd.has_way().all(|has_way| !has_way), "{guide}");
        crowd.edit(|map| map.fill(Rect::new(10, 4, 1, 3), Tile::Free));
        let arrives = (0..600).any(|_| {
            crowd.step();
            crowd.arrived().all(|has_arrived| has_arrived)
        });
        assert!(arrives, "{guide}: {:?}", crowd.positions());
    }
}

/// A flow field that leads an agent into blocked tiles is recomputed at once, any other field in turn.
#[test]
fn fields_are_renewed_where_it_matters_first() {
    let config = CrowdConfig { searches_per_step: 1, ..config("flow") };
    let mut crowd = Crowd::new(Map::open(40, 40).expect("a map"), config).expect("a crowd");
    let up = |x: f32| agent(x, 35.5, 20.5, 2.5);
    let down = |x: f32| agent(x, 5.5, 20.5, 37.5);
    crowd.add(&[up(2.5), up(4.5), down(35.5), down(37.5)]).expect("room");
    crowd.step();
    assert_eq!((crowd.searches().lost, crowd.searches().better), (2, 0), "two fields for four agents");
    // No agent's path leads here, so both fields wait for their turn.
    crowd.edit(|map| map.block((39, 20))).expect("on the map");
    crowd.step();
    assert_eq!((crowd.searches().lost, crowd.searches().better), (0, 1));
    crowd.step();
    assert_eq!((crowd.searches().lost, crowd.searches().better), (0, 1));
    crowd.step();
    assert_eq!((crowd.searches().lost, crowd.searches().better), (0, 0));
    // Around the goal of the first two.
    crowd.edit(|map| map.fill(Rect::new(18, 4, 5, 1), Tile::Blocked));
    crowd.edit(|map| map.fill(Rect::new(18, 2, 1, 2), Tile::Blocked));
    crowd.step();
    assert_eq!((crowd.searches().lost, crowd.searches().better), (1, 1));
    // Two of them share each goal, so each has to be there once.
    let mut been = [false; 4];
    for _ in 0..1000 {
        crowd.step();
        been.iter_mut().zip(crowd.arrived()).for_each(|(been, is_there)| *been |= is_there);
    }
    assert_eq!(been, [true; 4], "{:?}", crowd.positions());
}

/// With an edit in every step, some of them in closures that panic, the crowd walks on, and no agent stays without a path.
#[test]
fn a_panic_in_an_edit_is_made_up_for() {
    let mut crowd = Crowd::new(Map::open(21, 11).expect("a map"), config("taut")).expect("a crowd");
    crowd.add(&[agent(2.5, 5.5, 18.5, 5.5)]).expect("room");
    crowd.step();
    let panics = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        crowd.edit(|map| {
            map.fill(Rect::new(10, 0, 1, 10), Tile::Blocked);
            panic!("in the middle of it");
        });
    }));
    assert!(panics.is_err());
    crowd.add(&[agent(2.5, 2.5, 18.5, 2.5)]).expect("room");
    crowd.step();
    assert_eq!(crowd.walls().revision(), crowd.map().revision());
    assert_eq!(crowd.searches().lost, 2);
    assert!(crowd.ways_left().all(|left| left > 18.0), "around the wall");
}

/// The same edits and removals give the same bits on any number of threads.
#[test]
fn edits_and_removals_give_the_same_bits_on_any_number_of_threads() {
    if !cfg!(feature = "rayon") {
        return;
    }
    for guide in ["taut", "flow"] {
        let run = |threads: usize| {
            let mut rng = SplitMix64::new(9);
            let map = rough_map(70, 15, &mut rng);
            let config = CrowdConfig { threads, searches_per_step: 5, ..config(guide) };
            let mut crowd = scattered(&map, 150, config, &mut rng);
            let mut hashes = Vec::new();
            let mut searches = (0, 0);
            for step in 0..150 {
                let cell = (random(&mut rng, 70) as i32, random(&mut rng, 70) as i32);
                let tile = if random(&mut rng, 2) == 0 { Tile::Free } else { Tile::Blocked };
                crowd.edit(|map| map.set(cell, tile)).expect("on the map");
                if step % 5 == 0 {
                    let row = random(&mut rng, crowd.len() as u64) as usize;
                    let id = crowd.id(row).expect("an agent");
                    assert!(crowd.remove(id).is_some());
                }
                crowd.step();
                searches = (searches.0 + crowd.searches().lost, searches.1 + crowd.searches().better);
                hashes.push(crowd.hash());
            }
            assert_eq!(crowd.len(), 120);
            (hashes, searches)
        };
        let alone = run(1);
        assert!(alone.1.0 > 150 || guide == "flow", "{:?}", alone.1);
        assert!(alone.1.1 > 50, "{:?}", alone.1);
        for threads in [2, 4] {
            assert_eq!(run(threads), alone, "{guide} on {threads} threads");
        }
    }
}

/// An agent that rests at its goal leaves the wall that is built on it, and stays as near to the goal as it can.
#[test]
fn an_agent_at_its_goal_walks_out_of_a_new_wall() {
    for guide in ["taut", "jps", "flow"] {
        for wall in [Rect::new(10, 10, 1, 1), Rect::new(9, 9, 3, 3), Rect::new(8, 9, 6, 4)] {
            let mut crowd = Crowd::new(Map::open(30, 20).expect("a map"), config(guide)).expect("a crowd");
            crowd.add(&[agent(5.5, 10.5, 10.5, 10.5)]).expect("a free place");
            for _ in 0..400 {
                crowd.step();
            }
            assert!(crowd.arrived().all(|is_there| is_there), "{guide}");
            crowd.edit(|map| map.fill(wall, Tile::Blocked));
            for _ in 0..400 {
                crowd.step();
            }
            let place = crowd.positions()[0];
            let outside = (place.x - place.x.clamp(wall.x as f32, (wall.x + wall.width as i32) as f32))
                .hypot(place.y - place.y.clamp(wall.y as f32, (wall.y + wall.height as i32) as f32));
            assert!((0.39..1.5).contains(&outside), "{guide}, {wall:?}: {place:?}");
            assert!(crowd.velocities()[0].length() < 0.01, "{guide}, {wall:?}: {place:?}");
        }
    }
}
