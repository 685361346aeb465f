//! The one card that answers "do I get in?": a pure function from where a person stands to what the card says, and its HTML.

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;
use leptos::prelude::*;

use super::fields::{Field, Typed, hidden, input};
use super::text::{Part, count, countdown, sentence_here_and_there};
use crate::domain::address;
use crate::domain::eligibility::ReasonCode;
use crate::domain::event::{Answer, EventStatus};
use crate::domain::offer::{EndReason, OfferStatus, PauseReason};
use crate::domain::settings::Mode;
use crate::notify::in_words;
use crate::store::entries::EntryState;
use crate::store::standing::Offer;
use crate::waitlist::status::{EXACT_RANKS, View, is_drawn};
use crate::web::confirm::{self, Question};
use crate::web::shapes::state_of;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    Calm,
    Attend,
    Urgent,
    Idle,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Card {
    pub tone: Tone,
    pub heading: String,
    pub deadline: Option<DateTime<Utc>>,
    pub lines: Vec<Vec<Part>>,
    pub actions: Vec<Action>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    Post {
        label: &'static str,
        weight: Weight,
        endpoint: &'static str,
        fields: Vec<(&'static str, String)>,
        /// How many seats can be asked for, where it is more than one.
        party: Option<Party>,
        confirm: Option<Question>,
    },
    /// Joining with name and e-mail alone (R26).
    JoinUnsigned {
        fields: Vec<(&'static str, String)>,
        party: Option<Party>,
    },
    Link {
        label: &'static str,
        weight: Weight,
        href: String,
    },
}

/// From one to `most`; `proposed` is chosen at first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Party {
    most: i64,
    proposed: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    Primary,
    Plain,
    Quiet,
}

/// Who looks at the card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Who {
    Stranger,
    SignedIn,
    /// By a mailed link.
    Token(String),
}

/// What the card says to this person.
pub fn card(view: &View, who: &Who) -> Card {
    let status = view.event.schedule.status;
    let person = view.person.as_ref();
    let going = person.is_some_and(|person| person.seats() > 0);
    match (status, view.verdict.reason_code) {
        (EventStatus::Cancelled, _) => {
            idle("This event is cancelled", vec![vec!["There is nothing that you have to do.".into()]])
        }
        (_, Some(ReasonCode::EventHasFinished)) => idle("This event is over", vec![]),
        _ if going => card_going(view, who),
        _ => match (view.live_offer(), person.and_then(|person| person.entry)) {
            (Some(offer), _) => offered(view, who, offer),
            (None, Some(_)) => queued(view, who),
            (None, None) => not_in(view, who),
        },
    }
}

fn idle(heading: impl Into<String>, lines: Vec<Vec<Part>>) -> Card {
    Card { tone: Tone::Idle, heading: heading.into(), deadline: None, lines, actions: vec![] }
}

fn card_going(view: &View, who: &Who) -> Card {
    let seats = view.person.as_ref().map_or(1, |person| person.seats());
    let heading = if seats == 1 { "You're going".to_owned() } else { format!("You're going, {seats} of you") };
    let mut lines = vec![];
    let begun = view.now >= view.event.schedule.starts_at;
    if !begun {
        lines.push(vec!["If you can't come, please give your place back: it goes to the next person at once.".into()]);
    }
    let cancel = Action::Post {
        label: "Cancel my place",
        weight: Weight::Plain,
        endpoint: "rsvp/answer",
        fields: with(view, who, vec![("answer", "no".to_owned())]),
        party: None,
        confirm: Some(confirm::cancel_place()),
    };
    Card { tone: Tone::Calm, heading, deadline: None, lines, actions: if begun { vec![] } else { vec![cancel] } }
}

fn offered(view: &View, who: &Who, offer: Offer) -> Card {
    let left = offer.expires_at - view.now;
    let tone = match left {
        left if left > TimeDelta::hours(24) => Tone::Calm,
        left if left > TimeDelta::hours(1) => Tone::Attend,
        _ => Tone::Urgent,
    };
    if offer.is_cutoff_batch {
        return final_call(view, who, offer);
    }
    let (heading, take) = match offer.seats {
        1 => ("A seat is held for you".to_owned(), "Take my seat"),
        n => (format!("{n} seats are held for you"), "Take my seats"),
    };
    let until = vec!["Until ".into(), Part::At(offer.expires_at), ". After that it goes to the next person.".into()];
    let yes = Action::Post {
        label: take,
        weight: Weight::Primary,
        endpoint: "rsvp/answer",
        fields: with(view, who, vec![("answer", "yes".to_owned())]),
        party: (offer.seats > 1).then_some(Party { most: offer.seats, proposed: offer.seats }),
        confirm: None,
    };
    let yes = if offer.seats == 1 { with_field(yes, ("party_size", "1".to_owned())) } else { yes };
    let actions = vec![yes, not_this_time(who, offer), no_thanks(who, offer)];
    Card { tone, heading, deadline: Some(offer.expires_at), lines: vec![until], actions }
}

fn no_thanks(who: &Who, offer: Offer) -> Action {
    Action::Post {
        label: "No thanks, leave the list",
        weight: Weight::Quiet,
        endpoint: "offers/decline",
        fields: token_of(who, vec![("offer_id", offer.id.to_string())]),
        party: None,
        confirm: None,
    }
}

/// R38
fn not_this_time(who: &Who, offer: Offer) -> Action {
    Action::Post {
        label: "Not this time, keep my place",
        weight: Weight::Plain,
        endpoint: "offers/decline",
        fields: token_of(who, vec![("offer_id", offer.id.to_string()), ("keep_place", "true".to_owned())]),
        party: None,
        confirm: None,
    }
}

/// R19, R20: an invitation holds nothing.
fn final_call(view: &View, who: &Who, offer: Offer) -> Card {
    let mut lines = vec![vec![
        "Everyone waiting was invited. Seats go to whoever answers first; none is held for you. It ends on ".into(),
        Part::At(offer.expires_at),
        ".".into(),
    ]];
    let mut actions = vec![];
    if view.verdict.allowed {
        actions.push(Action::Post {
            label: if offer.seats == 1 { "Take a seat" } else { "Take seats" },
            weight: Weight::Primary,
            endpoint: "rsvp/answer",
            fields: with(view, who, vec![("answer", "yes".to_owned())]),
            party: (offer.seats > 1).then_some(Party { most: offer.seats, proposed: offer.seats }),
            confirm: None,
        });
    } else {
        lines.push(vec!["All seats are taken at the moment; one may still come back. Look again later.".into()]);
    }
    actions.push(no_thanks(who, offer));
    Card { tone: Tone::Urgent, heading: "Last call".into(), deadline: Some(offer.expires_at), lines, actions }
}

fn queued(view: &View, who: &Who) -> Card {
    let settings = &view.event.settings;
    let state = state_of(view);
    if state == Some(EntryState::Unconfirmed) {
        return unconfirmed(view, who);
    }
    let skipped = state == Some(EntryState::Skipped);
    let heading = match view.position() {
        None if is_drawn(&view.event) && view.verdict.reason_code.is_none_or(ReasonCode::is_availability) => {
            "You're in the draw".to_owned()
        }
        Some(n) if n > EXACT_RANKS => {
            format!("You're on the list, behind more than {EXACT_RANKS} people")
        }
        Some(n) => format!("You're number {n}"),
        None => "You're on the list".to_owned(),
    };
    let mut lines = vec![];
    if let Some(ended) = ended_offer_line(view) {
        lines.push(ended);
    }
    let asks = match (state, view.person.as_ref().and_then(|person| person.entry)) {
        (Some(EntryState::Resting), Some(entry)) => {
            let from = entry.resting_until.unwrap_or(view.now);
            lines.push(vec!["You passed this time; you're asked again from ".into(), Part::At(from), ".".into()]);
            Some("I'm ready again")
        }
        (Some(EntryState::Paused), Some(entry)) => {
            lines.push(vec![match entry.paused {
                Some(PauseReason::Undeliverable) => "We couldn't reach you by mail, so we stopped asking.".into(),
                _ => "You didn't answer three offers, so we stopped asking. Your place is kept.".into(),
            }]);
            Some("Ask me again")
        }
        _ => None,
    };
    if skipped {
        lines.push(vec!["The organizer withdrew your offer and decides what comes next.".into()]);
    } else if asks.is_some() {
    } else if view.verdict.reason_code.is_some_and(|code| !code.is_availability()) {
        lines.push(vec![view.verdict.reason.unwrap_or_default().into(), " No more seats are offered.".into()]);
    } else {
        lines.extend(what_comes_next(view));
    }
    if !settings.waitlist_open {
        lines.push(vec!["The waitlist is closed at the moment; your place is kept.".into()]);
    }
    let mut actions = vec![];
    if view.verdict.allowed {
        actions.push(register(view, who, "Take a free seat"));
    }
    if let Some(label) = asks {
        actions.push(Action::Post {
            label,
            weight: if actions.is_empty() { Weight::Primary } else { Weight::Plain },
            endpoint: "waitlist/ready",
            fields: with(view, who, vec![]),
            party: None,
            confirm: None,
        });
    }
    actions.extend(change_party(view, who));
    actions.push(Action::Post {
        label: "Leave the list",
        weight: Weight::Plain,
        endpoint: "waitlist/leave",
        fields: with(view, who, vec![]),
        party: None,
        confirm: None,
    });
    Card { tone: Tone::Idle, heading, deadline: None, lines, actions }
}

/// R26: the button in the mail confirms; so does whoever is signed in as this person.
fn unconfirmed(view: &View, who: &Who) -> Card {
    let address = view.person.as_ref().map_or_else(String::new, |person| address::masked(&person.email));
    let lines = vec![vec![
        format!("Press the button in the mail we sent to {address} to keep your place. Until then it doesn't count.")
            .into(),
    ]];
    let confirm = match who {
        Who::Token(token) => ("waitlist/confirm", vec![("token", token.clone())]),
        _ => ("waitlist/join", with(view, who, vec![])),
    };
    let action = Action::Post {
        label: "Confirm my place",
        weight: Weight::Primary,
        endpoint: confirm.0,
        fields: confirm.1,
        party: None,
        confirm: None,
    };
    let actions = if *who == Who::Stranger { vec![] } else { vec![action] };
    Card { tone: Tone::Attend, heading: "Your place isn't confirmed yet".into(), deadline: None, lines, actions }
}

/// R40
fn change_party(view: &View, who: &Who) -> Option<Action> {
    let entry = view.person.as_ref()?.entry?;
    let most = view.event.settings.max_party_size.max(entry.party_size);
    (most > 1).then(|| Action::Post {
        label: "Change how many you are",
        weight: Weight::Quiet,
        endpoint: "waitlist/party",
        fields: with(view, who, vec![]),
        party: Some(Party { most, proposed: entry.party_size }),
        confirm: None,
    })
}

/// "Your offer ended on … and the seat went on", where that was after joining.
fn ended_offer_line(view: &View) -> Option<Vec<Part>> {
    let person = view.person.as_ref()?;
    let ended =
        person.ended_offer.filter(|ended| person.entry.is_some_and(|entry| ended.ended_at > entry.joined_at))?;
    // What an organizer did, and what the person chose, is said otherwise.
    let says_more = ended.status == OfferStatus::Revoked || ended.end_reason == EndReason::Passed;
    if says_more || person.entry.is_some_and(|entry| entry.paused.is_some()) {
        return None;
    }
    Some(vec![
        "Your offer ended on ".into(),
        Part::At(ended.ended_at),
        " and the seat went on. You're still on the list.".into(),
    ])
}

const PROMOTION: &str =
    "This is not a booking yet. If a seat frees up and you're next, it is yours at once and we tell you.";

fn what_comes_next(view: &View) -> Vec<Vec<Part>> {
    let party = view.person.as_ref().and_then(|person| person.entry).map_or(1, |entry| entry.party_size);
    let mut lines = vec![];
    match view.event.mode() {
        Mode::Offers { window, lottery, .. } => {
            lines.extend(party_line(view, party));
            let turn = if lottery { "you are drawn" } else { "it is your turn" };
            let window = in_words(window);
            lines.push(vec![
                format!(
                    "This is not a booking. If a seat frees up and {turn}, we write to you and hold it for {window}."
                )
                .into(),
            ]);
        }
        Mode::Promotion => {
            lines.extend(party_line(view, party));
            lines.push(vec![PROMOTION.into()]);
        }
        Mode::FinalCall => lines.push(vec![
            "Final call: when a seat frees up, everyone waiting is told, and it goes to whoever answers first.".into(),
        ]),
        Mode::Passive => lines.push(vec!["This is not a booking. The organizer offers seats by hand.".into()]),
        Mode::Closed => {}
    }
    if let Some(next) = view.verdict.next_batch_at {
        lines.push(on_offer(view, next));
    }
    lines
}

/// R17: what a party larger than the free seats waits for.
fn party_line(view: &View, party: i64) -> Option<Vec<Part>> {
    let seats = view.numbers.seats(&view.event);
    let (capacity, free) = (seats.capacity?, seats.free()?);
    if party > capacity {
        return Some(vec!["Your party is larger than the event's capacity now, so it can't be offered seats.".into()]);
    }
    let gathering = view.numbers.closure(&view.event).strict && view.position() == Some(1) && free > 0 && free < party;
    gathering.then(|| {
        // Hidden counts stay hidden.
        let so_far =
            if view.verdict.pending_offers_count.is_some() { format!(" ({free} so far)") } else { String::new() };
        vec![format!("Seats are being gathered for your party of {party}{so_far}.").into()]
    })
}

/// "3 seats are on offer; the next may open after …"
fn on_offer(view: &View, next: DateTime<Utc>) -> Vec<Part> {
    let hidden = view.verdict.pending_offers_count.is_none();
    let what = if hidden {
        "Seats are on offer to people who wait".to_owned()
    } else {
        format!("{} on offer to people who wait", count(view.numbers.held, "seat is", "seats are"))
    };
    vec![format!("{what}; the next may open after ").into(), Part::At(next), ".".into()]
}

fn not_in(view: &View, who: &Who) -> Card {
    let code = match (view.verdict.allowed, view.verdict.reason_code) {
        (false, Some(code)) => code,
        _ => return seats_free(view, who),
    };
    if !code.is_availability() {
        let heading = code.sentence().trim_end_matches('.').to_owned();
        return idle(heading, vec![]);
    }
    full(view, who)
}

fn seats_free(view: &View, who: &Who) -> Card {
    let heading = match (view.numbers.seats(&view.event).free(), view.verdict.pending_offers_count) {
        (Some(free), Some(_)) => format!("{} free", count(free, "seat is", "seats are")),
        _ => "Seats are free".to_owned(),
    };
    let lines = view
        .event
        .schedule
        .registration_deadline
        .map(|deadline| vec!["Registration ends on ".into(), Part::At(deadline), ".".into()]);
    Card {
        tone: Tone::Calm,
        heading,
        deadline: None,
        lines: lines.into_iter().collect(),
        actions: take_part(view, who, register(view, who, "Register")),
    }
}

fn full(view: &View, who: &Who) -> Card {
    let seats = view.numbers.seats(&view.event);
    let (heading, first) = match view.verdict.next_batch_at {
        Some(next) => ("Full for now", Some(on_offer(view, next))),
        None if seats.any_free() => {
            ("The free seats are kept", Some(vec!["They are kept for people who wait.".into()]))
        }
        None => ("Full", None),
    };
    let mut card = idle(heading, first.into_iter().collect());
    if !view.event.settings.waitlist_open {
        return card;
    }
    if view.verdict.pending_offers_count.is_some() && view.numbers.waiting > 0 {
        card.lines.push(vec![format!("{} waiting.", count(view.numbers.waiting, "person is", "people are")).into()]);
    }
    card.lines.push(vec![what_joining_means(view).into()]);
    let join = Action::Post {
        label: "Join the waitlist",
        weight: Weight::Primary,
        endpoint: "waitlist/join",
        fields: with(view, who, vec![]),
        party: several(view),
        confirm: None,
    };
    card.actions = take_part(view, who, join);
    card
}

fn what_joining_means(view: &View) -> String {
    match view.event.mode() {
        Mode::Offers { window, lottery, .. } => format!(
            "Joining the waitlist is free and no booking. If a seat frees up and {}, we write to you and hold it for {}.",
            if lottery { "you are drawn" } else { "it is your turn" },
            in_words(window)
        ),
        Mode::Promotion => {
            "Join the waitlist: if a seat frees up and you're next, it is yours at once and we tell you.".to_owned()
        }
        Mode::FinalCall => {
            "Final call: if a seat frees up, everyone waiting is told, and it goes to whoever answers first.".to_owned()
        }
        Mode::Passive | Mode::Closed => {
            "Joining the waitlist is free and no booking. The organizer offers seats by hand.".to_owned()
        }
    }
}

fn register(view: &View, who: &Who, label: &'static str) -> Action {
    Action::Post {
        label,
        weight: Weight::Primary,
        endpoint: "rsvp/answer",
        fields: with(view, who, vec![("answer", Answer::Yes.as_str().to_owned())]),
        party: several(view),
        confirm: None,
    }
}

fn several(view: &View) -> Option<Party> {
    let most = view.event.settings.max_party_size;
    (most > 1).then_some(Party { most, proposed: 1 })
}

/// Who isn't signed in has to be first.
fn take_part(view: &View, who: &Who, action: Action) -> Vec<Action> {
    if *who != Who::Stranger {
        return vec![action];
    }
    let next = format!("/e/{}/{}", view.event.organization.slug, view.event.slug);
    if let Action::Post { endpoint: "waitlist/join", fields, party, .. } = action {
        let sign_in = format!("/sign-in?next={next}");
        return vec![
            Action::JoinUnsigned { fields, party },
            Action::Link { label: "I have an account: sign in", weight: Weight::Quiet, href: sign_in },
        ];
    }
    let label = "Sign in to register";
    vec![
        Action::Link { label, weight: Weight::Primary, href: format!("/sign-in?next={next}") },
        Action::Link { label: "Make an account", weight: Weight::Quiet, href: format!("/sign-up?next={next}") },
    ]
}

fn with(view: &View, who: &Who, mut fields: Vec<(&'static str, String)>) -> Vec<(&'static str, String)> {
    fields.insert(0, ("event_id", view.event.id.to_string()));
    token_of(who, fields)
}

fn token_of(who: &Who, mut fields: Vec<(&'static str, String)>) -> Vec<(&'static str, String)> {
    if let Who::Token(token) = who {
        fields.push(("token", token.clone()));
    }
    fields
}

fn with_field(action: Action, field: (&'static str, String)) -> Action {
    match action {
        Action::Post { label, weight, endpoint, mut fields, party, confirm } => {
            fields.push(field);
            Action::Post { label, weight, endpoint, fields, party, confirm }
        }
        link => link,
    }
}

impl Tone {
    fn class(self) -> &'static str {
        match self {
            Self::Calm => "answer calm",
            Self::Attend => "answer attend",
            Self::Urgent => "answer urgent",
            Self::Idle => "answer idle",
        }
    }
}

impl Weight {
    fn class(self) -> &'static str {
        match self {
            Self::Primary => "btn primary",
            Self::Plain => "btn",
            Self::Quiet => "btn quiet",
        }
    }
}

/// The card's HTML; `now` begins the countdown.
pub fn render(card: Card, typed: &Typed, zone: Tz, now: DateTime<Utc>) -> AnyView {
    let lines =
        card.lines.into_iter().map(|parts| view! { <p>{sentence_here_and_there(parts, zone)}</p> }).collect_view();
    let actions = (!card.actions.is_empty())
        .then(|| view! { <div class="actions">{card.actions.into_iter().map(|action| render_action(action, typed)).collect_view()}</div> });
    view! {
        <section class=card.tone.class() aria-labelledby="answer">
            <h2 id="answer">{card.heading}</h2>
            {card.deadline.map(|deadline| view! { <p>{countdown(deadline, now)}" left"</p> })}
            {lines}
            {actions}
        </section>
    }
    .into_any()
}

fn render_action(action: Action, typed: &Typed) -> AnyView {
    match action {
        Action::JoinUnsigned { fields, party } => {
            let name = Field {
                name: "name",
                label: "Your name",
                kind: "text",
                required: true,
                autocomplete: "name",
                ..Field::default()
            };
            let email = Field {
                name: "email",
                label: "Your e-mail address",
                hint: "We send one mail with a button that confirms your place.",
                kind: "email",
                required: true,
                autocomplete: "email",
                ..Field::default()
            };
            view! {
                <form class="form" method="post" action="/api/waitlist/join">
                    {hidden(fields)}
                    {input(typed, name)}
                    {input(typed, email)}
                    {party.map(party_field)}
                    <div class="actions"><button class="btn primary">"Join the waitlist"</button></div>
                </form>
            }
            .into_any()
        }
        Action::Link { label, weight, href } => view! { <a class=weight.class() href=href>{label}</a> }.into_any(),
        Action::Post { label, weight, endpoint, fields, party, confirm } => {
            let (title, text, yes) = confirm.map_or((None, None, None), |q| (Some(q.title), Some(q.text), Some(q.yes)));
            view! {
                <form method="post" action=format!("/api/{endpoint}")>
                    {hidden(fields)}
                    {party.map(party_field)}
                    <button class=weight.class() data-confirm=text data-confirm-title=title data-confirm-yes=yes>{label}</button>
                </form>
            }
            .into_any()
        }
    }
}

fn party_field(party: Party) -> AnyView {
    let options =
        (1..=party.most).map(|n| view! { <option value=n selected={n == party.proposed}>{n}</option> }).collect_view();
    view! { <label class="field short">"Seats"<select name="party_size">{options}</select></label> }.into_any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::capacity::Seats;
    use crate::domain::ids::{AccountId, EntryId, OfferId, OrganizationId, RegistrationId};
    use crate::domain::settings::WaitlistSettings;
    use crate::store::events::{Details, Event, OrganizationOf};
    use crate::store::standing::{EndedOffer, Entry, Numbers, Person, Registration};
    use crate::waitlist::status::facts;

    fn now() -> DateTime<Utc> {
        "2026-03-01T12:00:00Z".parse().unwrap()
    }

    /// A concert of 10 seats with an open list and a window of 24 h, as Ann (or nobody) sees it.
    struct Scene {
        event: Event,
        numbers: Numbers,
        person: Option<Person>,
        now: DateTime<Utc>,
    }

    fn concert() -> Scene {
        let starts_at = "2026-03-07T18:30:00Z".parse().unwrap();
        let details = Details {
            title: "Concert".into(),
            description: String::new(),
            venue: String::new(),
            zone: chrono_tz::Europe::Vienna,
            visibility: crate::domain::event::Visibility::Public,
            members_only: false,
            hide_capacity: false,
            max_attendees: Some(10),
            venue_capacity: None,
        };
        let event = Event {
            id: crate::domain::ids::EventId(uuid::Uuid::nil()),
            organization: OrganizationOf {
                id: OrganizationId(uuid::Uuid::nil()),
                slug: "club".into(),
                name: "Club".into(),
            },
            slug: "concert".into(),
            kind: crate::domain::event::EventKind::Rsvp,
            details,
            schedule: crate::domain::event::Schedule {
                status: EventStatus::Open,
                starts_at,
                ends_at: starts_at + TimeDelta::hours(2),
                registration_deadline: None,
            },
            settings: WaitlistSettings {
                waitlist_open: true,
                waitlist_time_window: Some(TimeDelta::hours(24)),
                ..WaitlistSettings::default()
            },
            last_place: 0,
            final_call_at: None,
            wake_at: None,
            lottery_seed: None,
            last_pass: None,
            changes: 0,
        };
        let numbers = Numbers {
            attendees: 10,
            held: 0,
            pending: 0,
            live_of_passes: 0,
            lapsed: 0,
            rested: 0,
            unconfirmed: 0,
            next_deadline: None,
            first_waiting: None,
            waiting: 12,
        };
        Scene { event, numbers, person: None, now: now() }
    }

    fn ann() -> Person {
        Person {
            account_id: AccountId(uuid::Uuid::nil()),
            name: "Ann".into(),
            email: "ann@example.org".into(),
            role: None,
            blocked: false,
            invited: false,
            entry: None,
            offer: None,
            ended_offer: None,
            registration: None,
            next_of_others: None,
        }
    }

    fn fourth() -> Entry {
        Entry {
            id: EntryId(uuid::Uuid::nil()),
            party_size: 1,
            place: 9,
            joined_at: now() - TimeDelta::days(3),
            confirmed: true,
            skipped: false,
            resting_until: None,
            paused: None,
            ahead: 3,
        }
    }

    impl Scene {
        fn card(self) -> Card {
            let who = if self.person.is_some() { Who::SignedIn } else { Who::Stranger };
            let verdict = facts(&self.event, &self.numbers, self.person.as_ref(), 1, self.now).verdict(self.now);
            let view = View { event: self.event, numbers: self.numbers, person: self.person, verdict, now: self.now };
            card(&view, &who)
        }
    }

    fn words(card: &Card) -> String {
        let part = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::At(at) => crate::domain::zone::write_short(*at, chrono_tz::Europe::Vienna),
        };
        let lines = card.lines.iter().map(|line| line.iter().map(part).collect::<String>());
        std::iter::once(card.heading.clone()).chain(lines).collect::<Vec<_>>().join(" / ")
    }

    fn labels(card: &Card) -> Vec<&'static str> {
        let label = |action: &Action| match action {
            Action::Post { label, .. } | Action::Link { label, .. } => *label,
            Action::JoinUnsigned { .. } => "Join the waitlist",
        };
        card.actions.iter().map(label).collect()
    }

    #[test]
    fn seats_are_free() {
        let mut scene = concert();
        scene.numbers.attendees = 7;
        scene.person = Some(ann());
        let card = scene.card();
        assert_eq!(words(&card), "3 seats are free");
        assert_eq!(labels(&card), ["Register"]);
    }

    #[test]
    fn r26_a_stranger_can_join_a_full_event_with_an_address_alone() {
        let card = concert().card();
        assert_eq!(
            words(&card),
            "Full / 12 people are waiting. / Joining the waitlist is free and no booking. If a seat frees up and it is your turn, we write to you and hold it for 24 hours."
        );
        assert_eq!(labels(&card), ["Join the waitlist", "I have an account: sign in"]);
    }

    #[test]
    fn a_full_event_without_a_list_says_just_that() {
        let mut scene = concert();
        scene.event.settings.waitlist_open = false;
        let card = scene.card();
        assert_eq!((words(&card).as_str(), labels(&card).len()), ("Full", 0));
    }

    #[test]
    fn held_seats_are_shown_with_their_earliest_deadline() {
        let mut scene = concert();
        scene.numbers = Numbers {
            attendees: 7,
            held: 3,
            pending: 3,
            next_deadline: Some(now() + TimeDelta::hours(6)),
            ..scene.numbers
        };
        let card = scene.card();
        assert!(words(&card).starts_with("Full for now / 3 seats are on offer to people who wait; the next may open after Sun 1 March, 19:00 CET."), "{}", words(&card));
    }

    #[test]
    fn hidden_counts_stay_hidden() {
        let mut scene = concert();
        scene.event.details.hide_capacity = true;
        assert!(!words(&scene.card()).contains("12"));
        let mut scene = concert();
        scene.event.details.hide_capacity = true;
        scene.numbers.attendees = 7;
        assert_eq!(scene.card().heading, "Seats are free");
    }

    #[test]
    fn queued_people_see_their_number() {
        let mut scene = concert();
        scene.person = Some(Person { entry: Some(fourth()), ..ann() });
        let card = scene.card();
        assert!(words(&card).starts_with("You're number 4 / This is not a booking."), "{}", words(&card));
        assert_eq!(labels(&card), ["Leave the list"]);
    }

    #[test]
    fn a_passive_list_says_who_decides() {
        let mut scene = concert();
        scene.event.settings.waitlist_time_window = None;
        scene.person = Some(Person { entry: Some(fourth()), ..ann() });
        assert!(words(&scene.card()).contains("The organizer offers seats by hand."));
    }

    #[test]
    fn r29_beyond_ten_thousand_the_rank_is_not_counted() {
        let mut scene = concert();
        scene.person = Some(Person { entry: Some(Entry { ahead: 10_001, ..fourth() }), ..ann() });
        assert_eq!(scene.card().heading, "You're on the list, behind more than 10000 people");
    }

    #[test]
    fn r16_a_skipped_person_knows_that_the_organizer_decides() {
        let mut scene = concert();
        scene.person = Some(Person { entry: Some(Entry { skipped: true, ..fourth() }), ..ann() });
        assert_eq!(
            words(&scene.card()),
            "You're on the list / The organizer withdrew your offer and decides what comes next."
        );
    }

    fn offer(expires_at: DateTime<Utc>) -> Offer {
        Offer { id: OfferId(uuid::Uuid::nil()), seats: 1, expires_at, is_cutoff_batch: false, opened: false }
    }

    #[test]
    fn a_live_offer_grows_urgent_as_its_deadline_nears() {
        for (left, tone) in [
            (TimeDelta::hours(25), Tone::Calm),
            (TimeDelta::hours(24), Tone::Attend),
            (TimeDelta::minutes(61), Tone::Attend),
            (TimeDelta::minutes(60), Tone::Urgent),
        ] {
            let mut scene = concert();
            scene.numbers = Numbers { attendees: 9, held: 1, pending: 1, ..scene.numbers };
            scene.person = Some(Person { entry: Some(fourth()), offer: Some(offer(now() + left)), ..ann() });
            let card = scene.card();
            assert_eq!((card.tone, card.deadline), (tone, Some(now() + left)));
            assert_eq!(labels(&card), ["Take my seat", "Not this time, keep my place", "No thanks, leave the list"]);
        }
    }

    #[test]
    fn an_offer_that_ended_is_explained_and_the_place_said() {
        let mut scene = concert();
        let ended = EndedOffer {
            status: crate::domain::offer::OfferStatus::Expired,
            ended_at: now() - TimeDelta::hours(1),
            end_reason: crate::domain::offer::EndReason::Deadline,
        };
        scene.person = Some(Person { entry: Some(fourth()), ended_offer: Some(ended), ..ann() });
        let card = scene.card();
        assert!(
            words(&card).contains("Your offer ended on Sun 1 March, 12:00 CET and the seat went on."),
            "{}",
            words(&card)
        );
    }

    #[test]
    fn r17_seats_are_gathered_for_a_party_at_the_head() {
        let mut scene = concert();
        scene.numbers = Numbers { attendees: 8, first_waiting: Some(5), ..scene.numbers };
        scene.person = Some(Person { entry: Some(Entry { party_size: 5, ahead: 0, ..fourth() }), ..ann() });
        assert!(words(&scene.card()).contains("Seats are being gathered for your party of 5 (2 so far)."));
        let mut scene = concert();
        scene.numbers = Numbers { attendees: 8, first_waiting: Some(5), ..scene.numbers };
        let card = scene.card();
        assert!(
            words(&card).starts_with("The free seats are kept / They are kept for people who wait."),
            "{}",
            words(&card)
        );
    }

    #[test]
    fn who_is_going_can_give_the_place_back_until_it_begins() {
        let registration = Registration { id: RegistrationId(uuid::Uuid::nil()), answer: Answer::Yes, party_size: 1 };
        let mut scene = concert();
        scene.person = Some(Person { registration: Some(registration), ..ann() });
        let card = scene.card();
        assert_eq!((card.heading.as_str(), labels(&card)), ("You're going", vec!["Cancel my place"]));
        let mut scene = concert();
        scene.now = scene.event.schedule.starts_at;
        scene.person = Some(Person { registration: Some(registration), ..ann() });
        assert_eq!(labels(&scene.card()), Vec::<&str>::new());
    }

    #[test]
    fn what_is_not_open_says_why() {
        let mut scene = concert();
        scene.event.schedule.status = EventStatus::Cancelled;
        assert_eq!(scene.card().heading, "This event is cancelled");
        let mut scene = concert();
        scene.now = scene.event.schedule.starts_at;
        assert_eq!(scene.card().heading, "This event has begun");
        let mut scene = concert();
        scene.now = scene.event.schedule.ends_at;
        assert_eq!(scene.card().heading, "This event is over");
    }

    #[test]
    fn the_scene_is_full() {
        let scene = concert();
        let seats: Seats = scene.numbers.seats(&scene.event);
        assert_eq!(seats.free(), Some(0));
    }
}
