//! Form fields: label, hint, what was typed, and the errors tied to them.

use std::collections::BTreeMap;

use leptos::prelude::*;

use crate::domain::fields::Fields;
use crate::web::forms::{FlashKind, is_preview};
use crate::web::viewer::{Call, lang};

/// What was typed into one form before it failed, and what is wrong with it.
#[derive(Debug, Clone, Default)]
pub struct Typed {
    values: BTreeMap<String, String>,
    errors: Fields,
}

impl Typed {
    /// Of the form that posts to this function, if it has just failed or was previewed.
    pub fn of(call: &Call, endpoint: &str) -> Self {
        match &call.flash {
            Some(flash) if flash.endpoint == endpoint || is_preview(&flash.endpoint) => match &flash.kind {
                FlashKind::Failed(error) => {
                    Self { values: flash.typed.clone(), errors: error.fields.clone().unwrap_or_default() }
                }
                FlashKind::Done(_) => Self { values: flash.typed.clone(), errors: Fields::default() },
                FlashKind::Question { .. } | FlashKind::Imported(_) => Self::default(),
            },
            _ => Self::default(),
        }
    }

    /// What was typed, else what is there.
    pub fn value(&self, name: &str, current: &str) -> String {
        self.values.get(name).cloned().unwrap_or_else(|| current.to_owned())
    }

    fn error(&self, name: &str) -> Option<String> {
        let messages = self.errors.0.get(name)?;
        Some(messages.iter().map(|text| lang().say(text)).collect::<Vec<_>>().join(" "))
    }
}

/// One field of a form.
#[derive(Debug, Clone, Default)]
pub struct Field {
    pub name: &'static str,
    pub label: String,
    pub hint: String,
    /// An input's type (empty: text); `textarea` for a long text.
    pub kind: &'static str,
    pub value: String,
    pub required: bool,
    pub autocomplete: &'static str,
    pub min: Option<i64>,
    pub max: Option<i64>,
}

pub fn input(typed: &Typed, field: Field) -> AnyView {
    let Field { name, label, hint, kind, required, autocomplete, min, max, .. } = field;
    let kind = if kind.is_empty() { "text" } else { kind };
    let value = if kind == "password" { String::new() } else { typed.value(name, &field.value) };
    let error = typed.error(name);
    let described = described(name, &hint, error.is_some());
    let invalid = error.is_some().then_some("true");
    let autocomplete = (!autocomplete.is_empty()).then_some(autocomplete);
    // A text area's content is written as it is: what was typed must not end it.
    let text = html_escape::encode_text(&value).into_owned();
    let control = match kind {
        "textarea" => view! {
            <textarea id=name name=name rows="5" required=required aria-describedby=described aria-invalid=invalid>{text}</textarea>
        }
        .into_any(),
        _ => view! {
            <input id=name name=name type=kind value=value required=required autocomplete=autocomplete min=min max=max
                aria-describedby=described aria-invalid=invalid />
        }
        .into_any(),
    };
    framed(name, label, hint, error, control)
}

/// A choice of one of these (value, words).
pub fn select(
    typed: &Typed,
    name: &'static str,
    label: String,
    hint: String,
    options: Vec<(String, String)>,
    current: &str,
) -> AnyView {
    let (value, error) = (typed.value(name, current), typed.error(name));
    let described = described(name, &hint, error.is_some());
    let options = options
        .into_iter()
        .map(|(option, words)| {
            let selected = option == value;
            view! { <option value=option selected=selected>{words}</option> }
        })
        .collect_view();
    let invalid = error.is_some().then_some("true");
    let control =
        view! { <select id=name name=name aria-describedby=described aria-invalid=invalid>{options}</select> }
            .into_any();
    framed(name, label, hint, error, control)
}

/// One of a few choices, each with its consequence.
#[derive(Debug, Clone)]
pub struct Choice {
    pub value: &'static str,
    pub title: String,
    pub consequence: String,
}

pub fn choices(typed: &Typed, name: &'static str, legend: String, choices: Vec<Choice>, current: &str) -> AnyView {
    let (value, error) = (typed.value(name, current), typed.error(name));
    let error_id = error.is_some().then(|| format!("{name}-error"));
    let options = choices
        .into_iter()
        .enumerate()
        .map(|(index, choice)| {
            let checked = choice.value == value;
            // The first one carries the name, so that the error summary's link finds it.
            let id = if index == 0 { name.to_owned() } else { format!("{name}-{index}") };
            view! {
                <label>
                    <input type="radio" id=id name=name value=choice.value checked=checked aria-describedby=error_id.clone() />
                    <b>{choice.title}</b>
                    <small>{choice.consequence}</small>
                </label>
            }
        })
        .collect_view();
    let error = error.map(|error| view! { <p class="error" id=format!("{name}-error")>{error}</p> });
    view! { <fieldset class="choices"><legend>{legend}</legend>{options}{error}</fieldset> }.into_any()
}

fn described(name: &str, hint: &str, has_error: bool) -> Option<String> {
    let hint = (!hint.is_empty()).then(|| format!("{name}-hint"));
    let error = has_error.then(|| format!("{name}-error"));
    match (hint, error) {
        (Some(hint), Some(error)) => Some(format!("{hint} {error}")),
        (hint, error) => hint.or(error),
    }
}

fn framed(name: &'static str, label: String, hint: String, error: Option<String>, control: AnyView) -> AnyView {
    let hint = (!hint.is_empty()).then(|| view! { <p class="hint" id=format!("{name}-hint")>{hint}</p> });
    let error = error.map(|error| view! { <p class="error" id=format!("{name}-error")>{error}</p> });
    view! { <div class="field"><label for=name>{label}</label>{hint}{control}{error}</div> }.into_any()
}

/// Fields that travel unseen.
pub fn hidden(fields: Vec<(&'static str, String)>) -> AnyView {
    fields
        .into_iter()
        .map(|(name, value)| view! { <input type="hidden" name=name value=value /> })
        .collect_view()
        .into_any()
}
