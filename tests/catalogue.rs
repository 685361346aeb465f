//! The catalogue (`locales/`) and the code agree: nothing that is said is missing, in no language; nothing in it is unused; no sentence hides in the code.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};

/// A sentence's name and the variables in it.
type Catalogue = BTreeMap<String, BTreeSet<String>>;

fn catalogue(path: &Path) -> Catalogue {
    let source = fs::read_to_string(path).unwrap();
    let resource = fluent_syntax::parser::parse(source.as_str()).unwrap_or_else(|(_, e)| panic!("{path:?}: {e:?}"));
    let mut catalogue = Catalogue::new();
    for entry in &resource.body {
        if let Entry::Message(message) = entry {
            let mut variables = BTreeSet::new();
            collect(message.value.as_ref().expect("a message has a text"), &mut variables);
            let name = message.id.name.to_owned();
            assert!(catalogue.insert(name.clone(), variables).is_none(), "{path:?} says {name} twice");
        }
    }
    catalogue
}

fn collect(pattern: &Pattern<&str>, variables: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            of_expression(expression, variables);
        }
    }
}

fn of_expression(expression: &Expression<&str>, variables: &mut BTreeSet<String>) {
    match expression {
        Expression::Inline(inline) => of_inline(inline, variables),
        Expression::Select { selector, variants } => {
            of_inline(selector, variables);
            variants.iter().for_each(|variant| collect(&variant.value, variables));
        }
    }
}

fn of_inline(inline: &InlineExpression<&str>, variables: &mut BTreeSet<String>) {
    match inline {
        InlineExpression::VariableReference { id } => drop(variables.insert(id.name.to_owned())),
        InlineExpression::Placeable { expression } => of_expression(expression, variables),
        _ => {}
    }
}

fn languages() -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir("locales").unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut files = vec![];
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            // Tests stand last in a file.
            let code = text.split("#[cfg(test)]").next().unwrap();
            let code: String = code
                .lines()
                .filter(|line| !line.trim_start().starts_with("//"))
                .flat_map(|line| [line, "\n"])
                .collect();
            files.push((path, code));
        }
    }
    files
}

/// What stands between the parentheses that are open at the beginning, cut at its commas.
fn arguments(code: &str) -> Vec<String> {
    let (mut depth, mut in_text, mut escaped, mut parts) = (0, false, false, vec![String::new()]);
    for c in code.chars() {
        match c {
            _ if in_text => in_text = escaped || c != '"',
            '"' => in_text = true,
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => break,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        escaped = c == '\\' && !escaped;
        parts.last_mut().unwrap().push(c);
    }
    parts.into_iter().map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

#[test]
fn everything_that_is_said_is_in_the_catalogue_with_its_variables() {
    let english = catalogue(Path::new("locales/en.ftl"));
    let mut said = 0;
    for (path, code) in sources(Path::new("src")) {
        for (at, call) in code.match_indices("say!(").chain(code.match_indices("t!(")) {
            let arguments = arguments(&code[at + call.len()..]);
            let Some(name) = arguments.first().and_then(|first| first.strip_prefix('"')?.strip_suffix('"')) else {
                continue;
            };
            if code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_') {
                continue;
            }
            said += 1;
            let variables = english.get(name).unwrap_or_else(|| panic!("{path:?} says {name}, which has no words"));
            let given: BTreeSet<String> =
                arguments[1..].iter().map(|part| part.split('=').next().unwrap().trim().to_owned()).collect();
            assert!(variables.is_subset(&given), "{path:?}: {name} wants {variables:?} and gets {given:?}");
        }
    }
    assert!(said > 500, "the scan found its sentences: {said}");
}

#[test]
fn nothing_in_the_catalogue_is_unused() {
    let english = catalogue(Path::new("locales/en.ftl"));
    let code: String = sources(Path::new("src")).into_iter().map(|(_, code)| code).collect();
    let families: BTreeSet<&str> =
        code.split("Text::word(\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(families.contains("trigger"), "the scan found the families");
    for name in english.keys() {
        let of_family = families.iter().any(|family| name.starts_with(&format!("{family}-")));
        assert!(of_family || code.contains(&format!("\"{name}\"")), "nobody says {name}");
    }
}

#[test]
fn every_language_says_the_same_sentences() {
    let english = catalogue(Path::new("locales/en.ftl"));
    assert!(languages().len() > 1);
    for path in languages() {
        let other = catalogue(&path);
        for (name, variables) in &english {
            let theirs = other.get(name).unwrap_or_else(|| panic!("{path:?} doesn't say {name}"));
            assert_eq!(theirs, variables, "{path:?}: {name}");
        }
        for name in other.keys() {
            assert!(english.contains_key(name), "{path:?} says {name}, which nobody knows");
        }
    }
}

/// Sentences belong into the catalogue; these files speak to administrators and programs.
const SPEAK_ENGLISH: [&str; 9] = ["config", "demo", "doctor", "main", "store", "lottery", "health", "clock", "mail"];

#[test]
fn no_sentence_hides_in_the_code() {
    for (path, code) in sources(Path::new("src")) {
        if path
            .components()
            .any(|part| SPEAK_ENGLISH.contains(&part.as_os_str().to_str().unwrap().trim_end_matches(".rs")))
        {
            continue;
        }
        for line in code.lines().map(str::trim) {
            let aside = ["//", "#[", ".expect(", "tracing::"].iter().any(|mark| line.contains(mark));
            for text in line.split('"').skip(1).step_by(2).filter(|_| !aside) {
                let mut words = text.split(' ');
                let first = words.next().unwrap_or_default();
                let starts = first.starts_with(|c: char| c.is_ascii_uppercase())
                    && first.chars().skip(1).all(|c| c.is_lowercase() || c == '\'');
                let goes_on = words
                    .next()
                    .is_some_and(|word| word.chars().all(|c| c.is_alphabetic() || c == ',') && !word.is_empty());
                assert!(!(starts && goes_on), "{path:?} speaks by itself: {text}");
            }
        }
    }
}
