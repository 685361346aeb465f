//! The layers of docs/architecture.md: arrows point down the list only, `web` never says SQL, `domain` never awaits.

use std::fs;
use std::path::{Path, PathBuf};

/// From the bottom up: a module may use those before it, and itself.
const LAYERS: [&str; 15] = [
    "chance",
    "domain",
    "language",
    "clock",
    "config",
    "store",
    "error",
    "waitlist",
    "registration",
    "event",
    "account",
    "notify",
    "jobs",
    "doctor",
    "web",
];

/// Modules that are outside the order: the demo plays a user of all use cases.
const OUTSIDE: [&str; 3] = ["demo", "lib", "main"];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = vec![];
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// `src/waitlist/join.rs` is in `waitlist`.
fn module(path: &Path) -> String {
    let part = path.strip_prefix("src").unwrap().components().next().unwrap();
    part.as_os_str().to_str().unwrap().trim_end_matches(".rs").to_owned()
}

fn rank(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| *layer == module)
}

#[test]
fn every_module_has_its_place() {
    for path in sources(Path::new("src")) {
        let module = module(&path);
        assert!(rank(&module).is_some() || OUTSIDE.contains(&module.as_str()), "{module} has no layer");
    }
}

#[test]
fn arrows_point_down() {
    let mut arrows = 0;
    for path in sources(Path::new("src")) {
        let Some(from) = rank(&module(&path)) else { continue };
        let text = fs::read_to_string(&path).unwrap();
        for used in text.split("crate::").skip(1) {
            let used: String = used.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            let Some(to) = rank(&used) else { continue };
            assert!(to <= from, "{} uses {used}, which is above it", path.display());
            arrows += 1;
        }
    }
    assert!(arrows > 100, "only {arrows} were found");
}

#[test]
fn web_never_says_sql_and_domain_never_awaits() {
    for path in sources(Path::new("src")) {
        let text = fs::read_to_string(&path).unwrap();
        match module(&path).as_str() {
            "web" => assert!(!text.contains("sqlx::query"), "{} says SQL", path.display()),
            "domain" => {
                assert!(!text.contains(".await") && !text.contains("sqlx::query"), "{} does I/O", path.display());
            }
            _ => {}
        }
    }
}

#[test]
fn seats_change_through_the_one_door_only() {
    for file in ["offers", "registrations", "entries"] {
        let text = fs::read_to_string(format!("src/store/{file}.rs")).unwrap();
        for function in text.split("pub async fn ").chain(text.split("pub(crate) async fn ")).skip(1) {
            let function = function.split("\n}\n").next().unwrap();
            let writes = ["\"update ", "\"insert ", "\"delete "].iter().any(|word| function.contains(word));
            let name = function.split('(').next().unwrap();
            // When a notice went out or a page was opened is no seat.
            if writes && !["stamp_notified", "stamp_opened"].contains(&name) {
                assert!(function.contains("event: &mut EventTx"), "{file}::{name} writes without the event's lock");
            }
        }
    }
}
