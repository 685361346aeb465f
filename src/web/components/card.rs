//! The one card that answers "do I get in?": a pure function from where a person stands to what the card says, and its HTML.

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;
use leptos::prelude::*;

use super::fields::{Field, Typed, hidden, input};
use super::text::{countdown, told_here_and_there};
use crate::domain::address;
use crate::domain::eligibility::ReasonCode;
use crate::domain::event::{Answer, EventStatus};
use crate::domain::offer::{EndReason, OfferStatus, PauseReason};
use crate::domain::settings::Mode;
use crate::domain::text::{Text, When, full, say, short};
use crate::store::entries::EntryState;
use crate::store::standing::{Entry, Offer};
use crate::waitlist::status::{EXACT_RANKS, View, is_drawn};
use crate::web::confirm::{self, Asks, Question};
use crate::web::shapes::state_of;
use crate::web::viewer::{lang, t};

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
    pub heading: Text,
    pub deadline: Option<DateTime<Utc>>,
    pub lines: Vec<Text>,
    pub actions: Vec<Action>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    Post {
        label: Text,
        weight: Weight,
        endpoint: &'static str,
        fields: Vec<(&'static str, String)>,
        /// How many seats can be asked for, where it is more than one.
        party: Option<Party>,
        confirm: Option<Box<Question>>,
    },
    /// Joining with name and e-mail alone (R26).
    JoinUnsigned {
        fields: Vec<(&'static str, String)>,
        party: Option<Party>,
    },
    Link {
        label: Text,
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
        (EventStatus::Cancelled, _) => idle(say!("card-cancelled"), vec![say!("card-cancelled-text")]),
        (_, Some(ReasonCode::EventHasFinished)) => idle(say!("card-finished"), vec![]),
        _ if going => card_going(view, who),
        _ => match (view.live_offer(), person.and_then(|person| person.entry)) {
            (Some(offer), _) => offered(view, who, offer),
            (None, Some(entry)) => queued(view, who, entry),
            (None, None) => not_in(view, who),
        },
    }
}

fn idle(heading: Text, lines: Vec<Text>) -> Card {
    Card { tone: Tone::Idle, heading, deadline: None, lines, actions: vec![] }
}

fn near(view: &View, at: DateTime<Utc>) -> When {
    short(at, view.event.zone())
}

fn card_going(view: &View, who: &Who) -> Card {
    let seats = view.person.as_ref().map_or(1, |person| person.seats());
    let heading = say!("card-going", seats);
    if view.now >= view.event.schedule.starts_at {
        return Card { tone: Tone::Calm, heading, deadline: None, lines: vec![], actions: vec![] };
    }
    let cancel = Action::Post {
        label: say!("card-cancel"),
        weight: Weight::Plain,
        endpoint: "rsvp/answer",
        fields: with(view, who, vec![("answer", "no".to_owned())]),
        party: None,
        confirm: Some(Box::new(confirm::cancel_place())),
    };
    let lines = vec![say!("card-going-text", seats)];
    let actions = vec![calendar(view, who, say!("card-calendar"), "event.ics"), cancel];
    Card { tone: Tone::Calm, heading, deadline: None, lines, actions }
}

/// A file that calendars take.
fn calendar(view: &View, who: &Who, label: Text, file: &str) -> Action {
    let href = match who {
        Who::Token(token) => format!("/o/{token}/{file}"),
        _ => format!("{}/{file}", page_of(view)),
    };
    Action::Link { label, weight: Weight::Quiet, href }
}

fn page_of(view: &View) -> String {
    format!("/e/{}/{}", view.event.organization.slug, view.event.slug)
}

fn offered(view: &View, who: &Who, offer: Offer) -> Card {
    if offer.is_cutoff_batch {
        return final_call(view, who, offer);
    }
    let seats = offer.seats;
    let party = (seats > 1).then_some(Party { most: seats, proposed: seats });
    let answer = ("answer", "yes".to_owned());
    let fields = if seats == 1 { vec![answer, ("party_size", "1".to_owned())] } else { vec![answer] };
    let yes = Action::Post {
        label: say!("card-take", seats),
        weight: Weight::Primary,
        endpoint: "rsvp/answer",
        fields: with(view, who, fields),
        party,
        confirm: None,
    };
    Card {
        tone: Tone::of_time_left(offer.expires_at - view.now),
        heading: say!("card-held", seats),
        deadline: Some(offer.expires_at),
        lines: vec![say!("card-held-until", until = near(view, offer.expires_at), seats)],
        actions: vec![
            yes,
            not_this_time(who, offer),
            no_thanks(who, offer),
            calendar(view, who, say!("card-calendar-deadline"), "deadline.ics"),
        ],
    }
}

fn no_thanks(who: &Who, offer: Offer) -> Action {
    Action::Post {
        label: say!("card-no-thanks"),
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
        label: say!("card-not-this-time"),
        weight: Weight::Plain,
        endpoint: "offers/decline",
        fields: token_of(who, vec![("offer_id", offer.id.to_string()), ("keep_place", "true".to_owned())]),
        party: None,
        confirm: None,
    }
}

/// R19, R20: an invitation holds nothing.
fn final_call(view: &View, who: &Who, offer: Offer) -> Card {
    let mut lines = vec![say!("card-final-call-text", until = near(view, offer.expires_at))];
    let mut actions = vec![];
    let open = view.verdict.allowed;
    if open {
        actions.push(Action::Post {
            label: say!("card-take-any", seats = offer.seats),
            weight: Weight::Primary,
            endpoint: "rsvp/answer",
            fields: with(view, who, vec![("answer", "yes".to_owned())]),
            party: (offer.seats > 1).then_some(Party { most: offer.seats, proposed: offer.seats }),
            confirm: None,
        });
    } else {
        lines.push(say!("card-final-call-full"));
    }
    actions.push(no_thanks(who, offer));
    Card {
        tone: if open { Tone::of_time_left(offer.expires_at - view.now) } else { Tone::Idle },
        heading: say!("card-final-call"),
        // Without a seat to take, no time is running out.
        deadline: open.then_some(offer.expires_at),
        lines,
        actions,
    }
}

fn queued(view: &View, who: &Who, entry: Entry) -> Card {
    let state = state_of(view);
    if state == Some(EntryState::Unconfirmed) {
        return unconfirmed(view, who);
    }
    let heading = match view.position() {
        None if is_drawn(&view.event) && view.verdict.reason_code.is_none_or(ReasonCode::is_availability) => {
            say!("card-in-draw")
        }
        Some(n) if n > EXACT_RANKS => say!("card-far", most = EXACT_RANKS),
        Some(n) => say!("card-number", n),
        None => say!("card-on-list"),
    };
    let mut lines: Vec<Text> = ended_offer_line(view).into_iter().collect();
    let asks = match state {
        Some(EntryState::Resting) => {
            lines.push(say!("card-resting", until = near(view, entry.resting_until.unwrap_or(view.now))));
            Some(say!("card-ready"))
        }
        Some(EntryState::Paused) => {
            lines.push(match entry.paused {
                Some(PauseReason::Undeliverable) => say!("card-paused-mail"),
                _ => say!("card-paused"),
            });
            Some(say!("card-ask-again"))
        }
        _ => None,
    };
    if state == Some(EntryState::Skipped) {
        lines.push(say!("card-skipped"));
    } else if asks.is_some() {
    } else if let Some(code) = view.verdict.reason_code.filter(|code| !code.is_availability()) {
        lines.push(say!("card-stopped", reason = code.sentence()));
    } else {
        lines.extend(what_comes_next(view, entry.party_size));
    }
    if !view.event.settings.waitlist_open {
        lines.push(say!("card-list-closed"));
    }
    let mut actions = vec![];
    if view.verdict.allowed {
        actions.push(register(view, who, say!("card-take-free")));
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
    actions.extend(change_party(view, who, entry));
    actions.push(Action::Post {
        label: say!("card-leave"),
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
    let confirm = match who {
        Who::Token(token) => ("waitlist/confirm", vec![("token", token.clone())]),
        _ => ("waitlist/join", with(view, who, vec![])),
    };
    let action = Action::Post {
        label: say!("card-confirm"),
        weight: Weight::Primary,
        endpoint: confirm.0,
        fields: confirm.1,
        party: None,
        confirm: None,
    };
    Card {
        tone: Tone::Attend,
        heading: say!("card-unconfirmed"),
        deadline: None,
        lines: vec![say!("card-unconfirmed-text", address)],
        actions: if *who == Who::Stranger { vec![] } else { vec![action] },
    }
}

/// R40
fn change_party(view: &View, who: &Who, entry: Entry) -> Option<Action> {
    let most = view.event.settings.max_party_size.max(entry.party_size);
    (most > 1).then(|| Action::Post {
        label: say!("card-change-party"),
        weight: Weight::Quiet,
        endpoint: "waitlist/party",
        fields: with(view, who, vec![]),
        party: Some(Party { most, proposed: entry.party_size }),
        confirm: None,
    })
}

/// "Your offer ended on … and the seat went on", where that was after joining.
fn ended_offer_line(view: &View) -> Option<Text> {
    let person = view.person.as_ref()?;
    let ended =
        person.ended_offer.filter(|ended| person.entry.is_some_and(|entry| ended.ended_at > entry.joined_at))?;
    // What an organizer did, and what the person chose, is said otherwise.
    let says_more = ended.status == OfferStatus::Revoked || ended.end_reason == EndReason::Passed;
    let paused = person.entry.is_some_and(|entry| entry.paused.is_some());
    (!says_more && !paused).then(|| say!("card-ended", at = near(view, ended.ended_at)))
}

fn what_comes_next(view: &View, party: i64) -> Vec<Text> {
    let mut lines = vec![];
    match view.event.mode() {
        Mode::Offers { window, lottery, .. } => {
            lines.extend(party_line(view, party));
            lines.push(if lottery { say!("card-next-drawn", window) } else { say!("card-next", window) });
        }
        Mode::Promotion => {
            lines.extend(party_line(view, party));
            lines.push(say!("card-next-promotion"));
        }
        Mode::FinalCall => lines.push(say!("card-next-final-call")),
        Mode::Passive => lines.push(say!("card-next-passive")),
        Mode::Closed => {}
    }
    lines.extend(view.verdict.next_batch_at.map(|next| on_offer(view, next)));
    lines
}

/// R17: what a party larger than the free seats waits for.
fn party_line(view: &View, party: i64) -> Option<Text> {
    let seats = view.numbers.seats(&view.event);
    let (capacity, free) = (seats.capacity?, seats.free()?);
    if party > capacity {
        return Some(say!("card-party-large"));
    }
    let gathering = view.numbers.closure(&view.event).strict && view.position() == Some(1) && free > 0 && free < party;
    // Hidden counts stay hidden.
    let shown = view.verdict.pending_offers_count.is_some();
    gathering.then(|| if shown { say!("card-gathering", party, free) } else { say!("card-gathering-hidden", party) })
}

/// "3 seats are on offer; the next may open after …"
fn on_offer(view: &View, next: DateTime<Utc>) -> Text {
    let next = near(view, next);
    match view.verdict.pending_offers_count {
        None => say!("card-on-offer-hidden", next),
        Some(_) => say!("card-on-offer", held = view.numbers.held, next),
    }
}

fn not_in(view: &View, who: &Who) -> Card {
    let code = match (view.verdict.allowed, view.verdict.reason_code) {
        (false, Some(code)) => code,
        _ => return seats_free(view, who),
    };
    if code.is_availability() {
        return full_now(view, who);
    }
    let schedule = &view.event.schedule;
    let line = match code {
        ReasonCode::Blocked | ReasonCode::RequiresInvitation | ReasonCode::MembersOnly => {
            Some(say!("card-ask", organizer = &view.event.organization.name))
        }
        ReasonCode::RegistrationClosed => {
            let ended = schedule.registration_deadline.filter(|deadline| *deadline <= view.now);
            ended.map(|at| say!("card-registration-ended", at = near(view, at)))
        }
        ReasonCode::EventHasStarted => Some(say!("card-ends", at = near(view, schedule.ends_at))),
        _ => None,
    };
    idle(Text::word("card", code.as_str()), line.into_iter().collect())
}

fn seats_free(view: &View, who: &Who) -> Card {
    let heading = match (view.numbers.seats(&view.event).free(), view.verdict.pending_offers_count) {
        (Some(free), Some(_)) => say!("card-free", free),
        _ => say!("card-free-hidden"),
    };
    let deadline = view.event.schedule.registration_deadline;
    Card {
        tone: Tone::Calm,
        heading,
        deadline: None,
        lines: deadline.map(|at| say!("card-registration-ends", at = near(view, at))).into_iter().collect(),
        actions: take_part(view, who, register(view, who, say!("card-register"))),
    }
}

fn full_now(view: &View, who: &Who) -> Card {
    let seats = view.numbers.seats(&view.event);
    let mut card = match view.verdict.next_batch_at {
        Some(next) => idle(say!("card-full-for-now"), vec![on_offer(view, next)]),
        None if seats.any_free() => idle(say!("card-kept"), vec![say!("card-kept-text")]),
        None => idle(say!("card-full"), vec![]),
    };
    if !view.event.settings.waitlist_open {
        return card;
    }
    if view.verdict.pending_offers_count.is_some() && view.numbers.waiting > 0 {
        card.lines.push(say!("card-waiting", n = view.numbers.waiting));
    }
    card.lines.push(what_joining_means(view));
    let join = Action::Post {
        label: say!("card-join"),
        weight: Weight::Primary,
        endpoint: "waitlist/join",
        fields: with(view, who, vec![]),
        party: several(view),
        confirm: None,
    };
    card.actions = take_part(view, who, join);
    card
}

fn what_joining_means(view: &View) -> Text {
    match view.event.mode() {
        Mode::Offers { window, lottery: true, .. } => say!("card-joining-drawn", window),
        Mode::Offers { window, .. } => say!("card-joining", window),
        Mode::Promotion => say!("card-joining-promotion"),
        Mode::FinalCall => say!("card-joining-final-call"),
        Mode::Passive | Mode::Closed => say!("card-joining-passive"),
    }
}

fn register(view: &View, who: &Who, label: Text) -> Action {
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
    let next = page_of(view);
    let sign_in = format!("/sign-in?next={next}");
    if let Action::Post { endpoint: "waitlist/join", fields, party, .. } = action {
        let link = Action::Link { label: say!("card-have-account"), weight: Weight::Quiet, href: sign_in };
        return vec![Action::JoinUnsigned { fields, party }, link];
    }
    vec![
        Action::Link { label: say!("card-sign-in"), weight: Weight::Primary, href: sign_in },
        Action::Link { label: say!("sign-up"), weight: Weight::Quiet, href: format!("/sign-up?next={next}") },
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

impl Tone {
    fn of_time_left(left: TimeDelta) -> Self {
        match left {
            left if left > TimeDelta::hours(24) => Self::Calm,
            left if left > TimeDelta::hours(1) => Self::Attend,
            _ => Self::Urgent,
        }
    }

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

/// The card's HTML; `now` begins the countdown to a deadline, which is named in `zone`.
pub fn render(card: Card, typed: &Typed, zone: Tz, now: DateTime<Utc>) -> AnyView {
    let lines = card.lines.iter().map(|line| view! { <p>{told_here_and_there(line)}</p> }).collect_view();
    let actions = (!card.actions.is_empty())
        .then(|| view! { <div class="actions">{card.actions.into_iter().map(|action| render_action(action, typed)).collect_view()}</div> });
    let deadline = card.deadline.map(|at| {
        let until = lang().when(full(at, zone));
        // The words stand before it, or after it.
        let words = t!("card-left", time = "|");
        let (before, after) = words.split_once('|').unwrap_or(("", &words));
        view! { <p class="left">{before.to_owned()}{countdown(at, now, Some(until))}{after.to_owned()}</p> }
    });
    view! {
        <section class=card.tone.class() aria-labelledby="answer">
            <h2 id="answer">{lang().say(&card.heading)}</h2>
            {deadline}
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
                label: t!("card-your-name"),
                required: true,
                autocomplete: "name",
                ..Field::default()
            };
            let email = Field {
                name: "email",
                label: t!("card-your-email"),
                hint: t!("card-your-email-hint"),
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
                    <div class="actions"><button class="btn primary">{t!("card-join")}</button></div>
                </form>
            }
            .into_any()
        }
        Action::Link { label, weight, href } => {
            view! { <a class=weight.class() href=href>{lang().say(&label)}</a> }.into_any()
        }
        Action::Post { label, weight, endpoint, fields, party, confirm } => {
            let Asks { title, text, yes } = confirm.map(|question| Asks::from(*question)).unwrap_or_default();
            view! {
                <form method="post" action=format!("/api/{endpoint}")>
                    {hidden(fields)}
                    {party.map(party_field)}
                    <button class=weight.class() data-confirm=text data-confirm-title=title data-confirm-yes=yes>{lang().say(&label)}</button>
                </form>
            }
            .into_any()
        }
    }
}

fn party_field(party: Party) -> AnyView {
    let options =
        (1..=party.most).map(|n| view! { <option value=n selected={n == party.proposed}>{n}</option> }).collect_view();
    view! { <label class="field short">{t!("seats")}<select name="party_size">{options}</select></label> }.into_any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::capacity::Seats;
    use crate::domain::ids::{AccountId, EntryId, OfferId, OrganizationId, RegistrationId};
    use crate::domain::settings::WaitlistSettings;
    use crate::language::Lang;
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
        let said = std::iter::once(&card.heading).chain(&card.lines).map(|text| Lang::ENGLISH.say(text));
        said.collect::<Vec<_>>().join(" / ")
    }

    fn heading(card: &Card) -> String {
        Lang::ENGLISH.say(&card.heading)
    }

    fn labels(card: &Card) -> Vec<String> {
        let label = |action: &Action| match action {
            Action::Post { label, .. } | Action::Link { label, .. } => Lang::ENGLISH.say(label),
            Action::JoinUnsigned { .. } => "Join the waitlist".to_owned(),
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
        assert_eq!(heading(&scene.card()), "Seats are free");
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
        assert_eq!(heading(&scene.card()), "You're on the list, behind more than 10000 people");
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
            assert_eq!(
                labels(&card),
                [
                    "Take my seat",
                    "Not this time, keep my place",
                    "No thanks, leave the list",
                    "Add the deadline to my calendar"
                ]
            );
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
        assert_eq!(
            (heading(&card).as_str(), labels(&card)),
            ("You're going", vec!["Add to my calendar".to_owned(), "Cancel my place".to_owned()])
        );
        let mut scene = concert();
        scene.now = scene.event.schedule.starts_at;
        scene.person = Some(Person { registration: Some(registration), ..ann() });
        assert_eq!(labels(&scene.card()), Vec::<String>::new());
    }

    #[test]
    fn what_is_not_open_says_why() {
        let mut scene = concert();
        scene.event.schedule.status = EventStatus::Cancelled;
        assert_eq!(heading(&scene.card()), "This event is cancelled");
        let mut scene = concert();
        scene.now = scene.event.schedule.starts_at;
        assert_eq!(heading(&scene.card()), "This event has begun");
        let mut scene = concert();
        scene.now = scene.event.schedule.ends_at;
        assert_eq!(heading(&scene.card()), "This event is over");
    }

    /// Every row of the table of states, each as the page shows it.
    fn states() -> Vec<(&'static str, Scene)> {
        let with = |change: fn(&mut Scene)| {
            let mut scene = concert();
            change(&mut scene);
            scene
        };
        let ann_is = |change: fn(&mut Scene, Person)| {
            let mut scene = concert();
            change(&mut scene, ann());
            scene
        };
        let queued = |scene: &mut Scene, entry: Entry| scene.person = Some(Person { entry: Some(entry), ..ann() });
        let mut waits = vec![
            ("queued", with(|_| {}), fourth()),
            ("queued-drawn", with(|s| s.event.settings.waitlist_lottery_mode = true), fourth()),
            ("queued-passive", with(|s| s.event.settings.waitlist_time_window = None), fourth()),
            ("queued-list-closed", with(|s| s.event.settings.waitlist_open = false), fourth()),
            ("unconfirmed", with(|_| {}), Entry { confirmed: false, ..fourth() }),
            ("skipped", with(|_| {}), Entry { skipped: true, ..fourth() }),
            ("resting", with(|_| {}), Entry { resting_until: Some(now() + TimeDelta::hours(6)), ..fourth() }),
            ("paused", with(|_| {}), Entry { paused: Some(PauseReason::NoAnswer), ..fourth() }),
            ("paused-by-mail", with(|_| {}), Entry { paused: Some(PauseReason::Undeliverable), ..fourth() }),
            (
                "gathering",
                with(|s| s.numbers = Numbers { attendees: 8, first_waiting: Some(5), ..s.numbers }),
                Entry { party_size: 5, ahead: 0, ..fourth() },
            ),
        ];
        for (_, scene, entry) in &mut waits {
            queued(scene, *entry);
        }
        let mut states: Vec<(&'static str, Scene)> = waits.into_iter().map(|(name, scene, _)| (name, scene)).collect();
        states.extend([
            ("free", with(|s| s.numbers.attendees = 7)),
            ("free-signed-in", ann_is(|s, ann| (s.numbers.attendees, s.person) = (7, Some(ann)))),
            ("free-hidden", with(|s| (s.numbers.attendees, s.event.details.hide_capacity) = (7, true))),
            ("full", with(|_| {})),
            ("full-signed-in", ann_is(|s, ann| s.person = Some(ann))),
            ("full-no-list", with(|s| s.event.settings.waitlist_open = false)),
            (
                "full-automatic",
                with(|s| {
                    s.event.settings.waitlist_time_window = None;
                    s.event.settings.waitlist_auto_promote = true;
                }),
            ),
            ("kept", with(|s| s.numbers = Numbers { attendees: 8, first_waiting: Some(5), ..s.numbers })),
            (
                "held",
                with(|s| {
                    let next_deadline = Some(now() + TimeDelta::hours(6));
                    s.numbers = Numbers { attendees: 7, held: 3, pending: 3, next_deadline, ..s.numbers };
                }),
            ),
            ("offered", ann_is(|s, ann| offered_to(s, ann, offer(now() + TimeDelta::hours(30))))),
            ("offered-urgent", ann_is(|s, ann| offered_to(s, ann, offer(now() + TimeDelta::minutes(30))))),
            (
                "offered-party",
                ann_is(|s, ann| offered_to(s, ann, Offer { seats: 3, ..offer(now() + TimeDelta::hours(30)) })),
            ),
            (
                "offer-ended",
                ann_is(|s, ann| {
                    let ended_offer = Some(EndedOffer {
                        status: OfferStatus::Expired,
                        ended_at: now() - TimeDelta::hours(1),
                        end_reason: EndReason::Deadline,
                    });
                    s.person = Some(Person { entry: Some(fourth()), ended_offer, ..ann });
                }),
            ),
            ("final-call", ann_is(|s, ann| invited(s, ann, 9))),
            ("final-call-full", ann_is(|s, ann| invited(s, ann, 10))),
            ("going", ann_is(|s, ann| s.person = Some(Person { registration: Some(yes(1)), ..ann }))),
            ("going-party", ann_is(|s, ann| s.person = Some(Person { registration: Some(yes(3)), ..ann }))),
            ("blocked", ann_is(|s, ann| s.person = Some(Person { blocked: true, ..ann }))),
            ("members-only", ann_is(|s, ann| (s.event.details.members_only, s.person) = (true, Some(ann)))),
            (
                "registration-closed",
                with(|s| s.event.schedule.registration_deadline = Some(now() - TimeDelta::hours(1))),
            ),
            ("not-open", with(|s| s.event.schedule.status = EventStatus::Closed)),
            ("cancelled", with(|s| s.event.schedule.status = EventStatus::Cancelled)),
            ("begun", with(|s| s.now = s.event.schedule.starts_at)),
            ("over", with(|s| s.now = s.event.schedule.ends_at)),
        ]);
        states
    }

    fn offered_to(scene: &mut Scene, ann: Person, offer: Offer) {
        scene.numbers = Numbers { attendees: 9, held: 1, pending: 1, ..scene.numbers };
        scene.person = Some(Person { entry: Some(fourth()), offer: Some(offer), ..ann });
    }

    fn invited(scene: &mut Scene, ann: Person, attendees: i64) {
        scene.numbers.attendees = attendees;
        scene.event.final_call_at = Some(now() - TimeDelta::hours(1));
        let invitation = Offer { is_cutoff_batch: true, ..offer(now() + TimeDelta::days(5)) };
        scene.person = Some(Person { entry: Some(fourth()), offer: Some(invitation), ..ann });
    }

    fn yes(party_size: i64) -> Registration {
        Registration { id: RegistrationId(uuid::Uuid::nil()), answer: Answer::Yes, party_size }
    }

    #[test]
    fn each_state_is_shown_as_it_was() {
        for (name, scene) in states() {
            let now = scene.now;
            let html =
                Owner::new().with(|| render(scene.card(), &Typed::default(), chrono_tz::Europe::Vienna, now).to_html());
            // A line an element, so that a change of one shows as such.
            insta::assert_snapshot!(name, html.replace("<!>", "").replace("><", ">\n<"));
        }
    }

    #[test]
    fn no_card_repeats_an_action_and_one_of_them_leads() {
        for (name, scene) in states() {
            let card = scene.card();
            let mut labels = labels(&card);
            labels.sort();
            let all = labels.len();
            labels.dedup();
            assert_eq!(labels.len(), all, "{name}");
            let primary = |action: &&Action| match action {
                Action::Post { weight, .. } | Action::Link { weight, .. } => *weight == Weight::Primary,
                Action::JoinUnsigned { .. } => true,
            };
            assert!(card.actions.iter().filter(primary).count() <= 1, "{name}");
        }
    }

    #[test]
    fn the_scene_is_full() {
        let scene = concert();
        let seats: Seats = scene.numbers.seats(&scene.event);
        assert_eq!(seats.free(), Some(0));
    }
}
