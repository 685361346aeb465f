//! The organizer's chart and figures: drawn here as SVG, with a table that says the same in words.

use chrono::{Datelike, NaiveDate};
use leptos::prelude::*;

use crate::domain::text::say;
use crate::waitlist::figures::{Day, Figures};
use crate::web::viewer::{lang, t};

const WIDTH: f64 = 600.0;
const HEIGHT: f64 = 120.0;

/// Claim rate, time to claim, offers for a filled seat.
pub fn figures(figures: &Figures) -> AnyView {
    let none = || "–".to_owned();
    let rate = figures.claim_rate().map_or_else(none, |rate| format!("{rate} %"));
    let median = figures.median_claim.map_or_else(none, |median| lang().lasts(rounded(median)));
    let per_seat = figures.offers_per_seat().map_or_else(none, |n| {
        t!("figures-decimal", whole = n.trunc() as i64, tenth = ((n - n.trunc()) * 10.0) as i64)
    });
    let of = t!("figures-of", claimed = figures.offers.claimed, decided = figures.offers.decided);
    view! {
        <dl class="numbers">
            <div><dt>{t!("figures-rate")}<small>" "{of}</small></dt><dd>{rate}</dd></div>
            <div><dt>{t!("figures-median")}</dt><dd>{median}</dd></div>
            <div><dt>{t!("figures-per-seat")}</dt><dd>{per_seat}</dd></div>
        </dl>
    }
    .into_any()
}

/// Two digits are enough to plan with.
fn rounded(length: chrono::TimeDelta) -> chrono::TimeDelta {
    let seconds = length.num_seconds();
    let unit = match seconds {
        s if s >= 2 * 86_400 => 86_400,
        s if s >= 7200 => 3600,
        s if s >= 60 => 60,
        _ => 1,
    };
    chrono::TimeDelta::seconds((seconds + unit / 2) / unit * unit)
}

/// The last days of attendees, held seats and waiting people; nothing before there are two days.
pub fn chart(days: &[Day]) -> Option<AnyView> {
    if days.len() < 2 {
        return None;
    }
    let most = days.iter().map(|day| day.attendees.max(day.held).max(day.waiting)).max().unwrap_or(1).max(1);
    let line = |class: &'static str, pick: fn(&Day) -> i64| {
        let points: Vec<String> = days
            .iter()
            .enumerate()
            .map(|(i, day)| {
                let x = i as f64 * WIDTH / (days.len() - 1) as f64;
                let y = HEIGHT - 2.0 - pick(day) as f64 / most as f64 * (HEIGHT - 4.0);
                format!("{x:.0},{y:.0}")
            })
            .collect();
        view! { <polyline class=class points=points.join(" ")></polyline> }
    };
    let rows = days
        .iter()
        .rev()
        .map(|day| {
            view! {
                <tr>
                    <th scope="row">{of_day(day.date)}</th>
                    <td data-label=t!("chart-going")>{day.attendees}</td>
                    <td data-label=t!("chart-held")>{day.held}</td>
                    <td data-label=t!("chart-waiting")>{day.waiting}</td>
                </tr>
            }
        })
        .collect_view();
    let (first, last) = (days[0], days[days.len() - 1]);
    let label = t!(
        "chart-label",
        days = days.len(),
        going = first.attendees,
        going_now = last.attendees,
        waiting = first.waiting,
        waiting_now = last.waiting
    );
    Some(
        view! {
            <figure class="chart">
                <svg viewBox=format!("0 0 {WIDTH} {HEIGHT}") preserveAspectRatio="none" role="img" aria-label=label>
                    {line("going", |day| day.attendees)}
                    {line("held", |day| day.held)}
                    {line("waiting", |day| day.waiting)}
                </svg>
                <figcaption>
                    <span class="key going">{t!("chart-going")}" "<b>{last.attendees}</b></span>
                    <span class="key held">{t!("chart-held")}" "<b>{last.held}</b></span>
                    <span class="key waiting">{t!("chart-waiting")}" "<b>{last.waiting}</b></span>
                    <span class="span">{of_day(first.date)}" – "{of_day(last.date)}" · "{t!("chart-scale", most)}</span>
                </figcaption>
                <details class="more">
                    <summary>{t!("chart-as-table")}</summary>
                    <table>
                        <caption class="visually-hidden">{t!("chart-title")}</caption>
                        <thead><tr><th scope="col">{t!("chart-day")}</th><th scope="col">{t!("chart-going")}</th><th scope="col">{t!("chart-held")}</th><th scope="col">{t!("chart-waiting")}</th></tr></thead>
                        <tbody>{rows}</tbody>
                    </table>
                </details>
            </figure>
        }
        .into_any(),
    )
}

fn of_day(date: NaiveDate) -> String {
    let weekday = say!("time-weekday", n = i64::from(date.weekday().number_from_monday()));
    let month = say!("time-month", n = i64::from(date.month()));
    lang().say(&say!("time-day", weekday, day = i64::from(date.day()), month))
}
