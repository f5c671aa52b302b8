//! Maps of the editor Tiled, as it writes them.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use tautline::map::{Map, Tiling};
use tautline_maps::tiled::{TiledOptions, read_tiled};
use tautline_maps::{LoadOptions, load};
use tempfile::TempDir;

/// A swamp (tile 1) costs 3, a wall (tile 2) is blocked, a bridge (tile 3) is not.
const TSX: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.11.0" name="ground" tilewidth="16" tileheight="16" tilecount="8" columns="4">
 <image source="ground.png" width="64" height="32"/>
 <tile id="1"><properties><property name="cost" type="int" value="3"/></properties></tile>
 <tile id="2"><properties><property name="blocked" type="bool" value="true"/></properties></tile>
 <tile id="3" type="bridge">
  <properties>
   <property name="blocked" type="bool" value="false"/>
   <property name="sound" value="wood"/>
  </properties>
 </tile>
</tileset>
"#;

const TSJ: &str = r#"{ "name": "ground", "tilecount": 8, "type": "tileset", "tiles": [
  { "id": 1, "properties": [{ "name": "cost", "type": "int", "value": 3 }] },
  { "id": 2, "properties": [{ "name": "blocked", "type": "bool", "value": true }] },
  { "id": 3, "properties": [{ "name": "sound", "type": "string", "value": "wood" },
                            { "name": "blocked", "type": "bool", "value": false }] }
] }"#;

/// Two layers, the second in a group; its tiles are of the second tileset, one of them mirrored.
const TMX: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" tiledversion="1.11.0" orientation="orthogonal" renderorder="right-down" width="4" height="2"
     tilewidth="16" tileheight="16" infinite="0" nextlayerid="5" nextobjectid="1">
 <tileset firstgid="1" name="small" tilewidth="16" tileheight="16" tilecount="9" columns="3"/>
 <tileset firstgid="10" source="sets/ground.tsx"/>
 <objectgroup id="3" name="things"><object id="1" x="3" y="4"/></objectgroup>
 <layer id="1" name="walls" width="4" height="2">
  <data encoding="csv">
0,5,0,0,
0,5,0,0
</data>
 </layer>
 <group id="4" name="below">
  <layer id="2" name="ground" width="4" height="2">
   <data encoding="csv">
0,11,12,13,
10,2147483659,1,0
</data>
  </layer>
 </group>
</map>
"#;

const TMJ: &str = r#"{ "width": 4, "height": 2, "infinite": false, "orientation": "orthogonal", "type": "map",
 "layers": [
  { "type": "objectgroup", "name": "things", "objects": [], "id": 3 },
  { "type": "tilelayer", "name": "walls", "width": 4, "height": 2, "data": [0, 5, 0, 0, 0, 5, 0, 0] },
  { "type": "group", "name": "below", "layers": [
    { "type": "tilelayer", "name": "ground", "width": 4, "height": 2, "encoding": "base64", "compression": "",
      "data": "AAAAAAsAAAAMAAAADQAAAAoAAAALAACAAQAAAAAAAAA=" }] }],
 "tilesets": [{ "firstgid": 10, "source": "sets/ground.tsj" }, { "firstgid": 1, "name": "small", "tilecount": 9 }] }"#;

struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("sets")).unwrap();
        let folder = Self(folder);
        folder.write("sets/ground.tsx", TSX);
        folder.write("sets/ground.tsj", TSJ);
        folder
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, text).unwrap();
        path
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The message about a file, from the file's name on.
    fn message(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        let message = read_tiled(self.write(name, text), &TiledOptions::default()).unwrap_err().to_string();
        let folder = format!("{}{}", self.0.path().display(), std::path::MAIN_SEPARATOR);
        message.strip_prefix(&folder).unwrap_or_else(|| panic!("{message}")).to_owned()
    }
}

fn layer(name: &str) -> TiledOptions {
    TiledOptions { layer: Some(name.to_owned()), ..TiledOptions::default() }
}

fn costs(map: &Map) -> Vec<u16> {
    map.cells().map(|cell| map.cost(cell)).collect()
}

fn read(path: &Path, options: &TiledOptions) -> Vec<u16> {
    let map = read_tiled(path, options).unwrap();
    assert_eq!((map.width(), map.height(), map.tiling()), (4, 2, Tiling::Square));
    costs(&map)
}

#[test]
fn both_forms_say_the_same() {
    let folder = Folder::new();
    for path in [folder.write("map.tmx", TMX), folder.write("map.tmj", TMJ)] {
        assert_eq!(read(&path, &TiledOptions::default()), [1, 0, 1, 1, 1, 0, 1, 1], "the first layer");
        assert_eq!(read(&path, &layer("ground")), [1, 3, 0, 1, 1, 3, 0, 1], "the layer in the group");
        let floor = TiledOptions { tiles: Some(1), empty: 0, ..layer("ground") };
        assert_eq!(read(&path, &floor), [0, 3, 0, 1, 1, 3, 1, 0]);
        let by_gid = TiledOptions { gids: BTreeMap::from([(11, 7), (12, 8), (1, 9)]), ..layer("ground") };
        assert_eq!(read(&path, &by_gid), [1, 7, 8, 1, 1, 7, 9, 1]);

        let loaded = load(&path, &LoadOptions::default()).unwrap();
        assert_eq!(loaded.map, Map::from_rows([".#..", ".#.."]).unwrap());
        let ground = LoadOptions { tiled: layer("ground"), ..LoadOptions::default() };
        assert_eq!(load(&path, &ground).unwrap().map.cost((1, 0)), 3);
    }
}

/// A tileset that says something of some tiles has others that can be walked on; one that says nothing has walls. Files of old
/// versions, which said it elsewhere, are refused.
#[test]
fn tiles_of_which_nothing_is_said() {
    let folder = Folder::new();
    let tmj = |tileset: &str| {
        let text = format!(
            r#"{{"width":3,"height":1,"layers":[{{"type":"tilelayer","data":[1,2,3]}}],"tilesets":[{{"firstgid":1{tileset}}}]}}"#
        );
        read_tiled(folder.write("map.tmj", text), &TiledOptions::default())
    };
    let said = r#","tiles":[{"id":1,"properties":[{"name":"blocked","value":true}]}]"#;
    assert_eq!(costs(&tmj(said).unwrap()), [1, 0, 1]);
    assert_eq!(costs(&tmj("").unwrap()), [0, 0, 0]);
    let error = tmj(r#","tileproperties":{"0":{"cost":3}}"#).unwrap_err().to_string();
    assert!(error.ends_with("save the map again with Tiled 1.2 or later)"), "{error}");
}

#[test]
fn old_files_have_an_element_for_each_tile() {
    let folder = Folder::new();
    let data = "<data><tile gid=\"1\"/><tile/><tile gid=\"0\"/><tile gid=\"3221225473\"/></data>";
    let text = format!("<map width=\"2\" height=\"2\"><layer>{data}</layer></map>");
    let map = read_tiled(folder.write("old.tmx", text), &TiledOptions::default()).unwrap();
    assert_eq!(costs(&map), [0, 1, 1, 0]);
}

#[test]
fn hexagons_have_their_odd_rows_shifted() {
    let folder = Folder::new();
    let hexagonal = |axis: &str, index: &str| {
        let stagger = format!(
            r#"orientation="hexagonal" hexsidelength="8" staggeraxis="{axis}" staggerindex="{index}""#
        );
        TMX.replace(r#"orientation="orthogonal""#, &stagger)
    };
    let path = folder.write("hex.tmx", hexagonal("y", "odd"));
    assert_eq!(read_tiled(&path, &TiledOptions::default()).unwrap().tiling(), Tiling::Hexagonal);
    assert_eq!(load(&path, &LoadOptions::default()).unwrap().map.tiling(), Tiling::Hexagonal);
    let json = TMJ.replace(
        r#""orientation": "orthogonal""#,
        r#""orientation": "hexagonal", "staggeraxis": "y", "staggerindex": "odd""#,
    );
    assert_eq!(
        read_tiled(folder.write("hex.tmj", json), &TiledOptions::default()).unwrap().tiling(),
        Tiling::Hexagonal
    );
    for (axis, index) in [("y", "even"), ("x", "odd")] {
        assert_eq!(
            folder.message("hex.tmx", hexagonal(axis, index)),
            format!(
                "hex.tmx:2:1: found \"hexagonal, {axis}, {index}\", expected the stagger axis y and the stagger index odd"
            )
        );
    }
}

#[test]
fn every_flaw_of_a_map_in_xml_is_named() {
    let folder = Folder::new();
    let cases = [
        ("width=\"4\"", "", "map.tmx:2:1: found nothing, expected a whole number as `width` of <map>"),
        (
            "width=\"4\"",
            "width=\"-4\"",
            "map.tmx:2:1: found \"-4\", expected a whole number as `width` of <map>",
        ),
        ("width=\"4\"", "width=\"0\"", "map.tmx:2:1: a map needs at least one cell, not 0 × 2"),
        ("width=\"4\"", "width=\"4000000000\"", "map.tmx:2:1: a map of 4000000000 × 2 cells is too large"),
        ("width=\"4\"", "width=\"20000\"", "map.tmx:8:3: found 8 tiles in the layer, expected 40000"),
        ("height=\"2\"", "height=\"1\"", "map.tmx:8:3: found more tiles in the layer, expected 4"),
        (
            "infinite=\"0\"",
            "infinite=\"1\"",
            "map.tmx:2:1: found an infinite map, expected one with a fixed size",
        ),
        (
            "orthogonal",
            "staggered",
            "map.tmx:2:1: found \"staggered\", expected a map that is orthogonal, isometric",
        ),
        ("\"csv\"", "\"hex\"", "map.tmx:8:3: found the encoding \"hex\", expected csv, base64 or none"),
        ("\"csv\"", "\"base64\"", "map.tmx:8:3: cannot be read as base64: "),
        ("0,5,0,0,", "0,5,x,0,", "map.tmx:8:3: found \"x\" as tile 3 of the layer, expected a whole number"),
        (
            "0,5,0,0,",
            "0,-5,0,0,",
            "map.tmx:8:3: found \"-5\" as tile 2 of the layer, expected a whole number",
        ),
        (
            "firstgid=\"10\"",
            "",
            "map.tmx:5:2: found nothing, expected a whole number as `firstgid` of <tileset>",
        ),
        ("<map", "<mop", "map.tmx:21:1: cannot be read as XML: expected 'mop' tag, not 'map'"),
        ("</map>", "", "map.tmx:"),
    ];
    for (good, bad, expected) in cases {
        let message = folder.message("map.tmx", TMX.replace(good, bad));
        assert!(message.starts_with(expected), "{message}\nshould begin with\n{expected}");
    }
    assert_eq!(folder.message("map.tmx", "<world/>"), "map.tmx:1:1: found <world>, expected <map>");
    assert_eq!(
        folder.message("map.tmx", "<map width=\"1\" height=\"1\"/>"),
        "map.tmx:1:1: found no tile layer, expected at least one"
    );
    assert_eq!(
        folder.message("map.tmx", "<map width=\"1\" height=\"1\"><layer/></map>"),
        "map.tmx:1:27: found a layer without tiles, expected <data>"
    );
    assert!(folder.message("map.tmx", "").starts_with("map.tmx:1:1: cannot be read as XML: "));
    assert_eq!(
        folder.message("map.tmx", b"<map>\n \xff</map>"),
        "map.tmx:2:2: found byte 0xFF, expected text in UTF-8"
    );
    let error = read_tiled(folder.write("map.tmx", TMX), &layer("roof")).unwrap_err().to_string();
    assert!(error.ends_with(
        "map.tmx:2:1: found the tile layers \"walls\", \"ground\", expected one with the name \"roof\""
    ));
}

#[test]
fn every_flaw_of_a_map_in_json_is_named() {
    let folder = Folder::new();
    let cases = [
        (
            "\"width\": 4, \"height\": 2, \"inf",
            "\"inf",
            "map.tmj:8:116: cannot be read as JSON: missing field `width`",
        ),
        (
            "\"width\": 4",
            "\"width\": -4",
            "map.tmj:1:13: cannot be read as JSON: invalid value: integer `-4`",
        ),
        (
            "\"width\": 4",
            "\"width\": 4e9",
            "map.tmj:1:14: cannot be read as JSON: invalid type: floating point",
        ),
        ("\"width\": 4", "\"width\": 4000000000", "map.tmj: a map of 4000000000 × 2 cells is too large"),
        (
            "\"width\": 4",
            "\"width\": 9",
            "map.tmj: found 8 tiles in the layer, expected 18, one for each cell",
        ),
        (
            "[0, 5",
            "[0, \"5\"",
            "map.tmj:4:82: cannot be read as JSON: invalid type: string \"5\", expected u32",
        ),
        (
            "[0, 5, 0, 0, 0, 5, 0, 0]",
            "{}",
            "map.tmj:4:77: cannot be read as JSON: invalid type: map, expected an array",
        ),
        (
            "\"infinite\": false",
            "\"infinite\": true",
            "map.tmj: found an infinite map, expected one with a fixed",
        ),
        ("\"tilelayer\"", "\"imagelayer\"", "map.tmj: found no tile layer, expected at least one"),
        ("\"data\": [", "\"date\": [", "map.tmj: found a layer without tiles, expected `data`"),
    ];
    for (good, bad, expected) in cases {
        let message = folder.message("map.tmj", TMJ.replace(good, bad));
        assert!(message.starts_with(expected), "{message}\nshould begin with\n{expected}");
    }
    let cut = folder.message("map.tmj", &TMJ[..TMJ.len() - 9]);
    assert!(cut.starts_with("map.tmj:8:107: cannot be read as JSON: EOF"), "{cut}");
    assert!(folder.message("map.tmj", "{").starts_with("map.tmj:1:1: cannot be read as JSON: EOF"));
    assert!(folder.message("map.tmj", "[]").starts_with("map.tmj:1:1: cannot be read as XML"));
}

#[test]
fn every_flaw_of_a_tileset_is_named_with_its_file() {
    let folder = Folder::new();
    let set = |name: &str, text: &str| folder.write(&format!("sets/ground.{name}"), text);
    let messages = || [folder.message("map.tmx", TMX), folder.message("map.tmj", TMJ)];
    let begins = |expected: [&str; 2]| {
        for (message, expected) in messages().iter().zip(expected) {
            assert!(message.starts_with(expected), "{message}\nshould begin with\n{expected}");
        }
    };
    set("tsx", &TSX.replace("value=\"3\"", "value=\"-3\""));
    set("tsj", &TSJ.replace("\"value\": 3", "\"value\": -3"));
    begins([
        "sets/ground.tsx:4:2: found \"-3\", expected a cost: a whole number from 0 (blocked) to 65535",
        "sets/ground.tsj: found \"-3\" as a property of tile 1, expected a cost: a whole number from 0",
    ]);
    set("tsx", &TSX.replace("\"true\"", "\"yes\""));
    set("tsj", &TSJ.replace("true", "1"));
    begins([
        "sets/ground.tsx:5:2: found \"yes\", expected true or false as `blocked`",
        "sets/ground.tsj: found \"1\" as a property of tile 2, expected true or false as `blocked`",
    ]);
    set("tsx", &TSX.replace("id=\"1\"", ""));
    set("tsj", &TSJ.replace("\"id\": 1, ", ""));
    begins([
        "sets/ground.tsx:4:2: found nothing, expected a whole number as `id` of <tile>",
        "sets/ground.tsj:2:67: cannot be read as JSON: missing field `id`",
    ]);
    set("tsx", "<map/>");
    set("tsj", "<map/>");
    begins([
        "sets/ground.tsx:1:1: found <map>, expected <tileset>",
        "sets/ground.tsj:1:1: found <map>, expected",
    ]);
    fs::remove_file(folder.path("sets/ground.tsx")).unwrap();
    fs::remove_file(folder.path("sets/ground.tsj")).unwrap();
    begins(["sets/ground.tsx, which ", "sets/ground.tsj, which "]);
    assert!(messages().iter().all(|message| message.contains(" names: cannot be read: ")));
}

#[test]
fn elements_within_elements_and_entities_within_entities_end_in_an_error() {
    let folder = Folder::new();
    let deep = 200_000;
    assert!(read_tiled(folder.write("deep.tmx", "<map>".repeat(deep)), &TiledOptions::default()).is_err());
    let closed = format!("{}{}", "<map>".repeat(deep), "</map>".repeat(deep));
    assert!(read_tiled(folder.write("deep.tmx", closed), &TiledOptions::default()).is_err());
    let groups = "{\"layers\":[".repeat(deep);
    assert!(read_tiled(folder.write("deep.tmj", groups), &TiledOptions::default()).is_err());
    let mut laughs = String::from("<!DOCTYPE map [<!ENTITY a0 \"ha\">");
    for level in 1..30 {
        let before = format!("&a{};", level - 1).repeat(10);
        write!(laughs, "<!ENTITY a{level} \"{before}\">").unwrap();
    }
    laughs += "]><map width=\"1\" height=\"1\"><layer><data encoding=\"csv\">&a29;</data></layer></map>";
    assert!(read_tiled(folder.write("laughs.tmx", laughs), &TiledOptions::default()).is_err());
}
