//! A game: the same commands to the app's use cases and to the model, compared after every step.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use nextseat::account::{self, SignUp};
use nextseat::domain::event::Answer;
use nextseat::domain::fields::Patch;
use nextseat::domain::ids::{AccountId, EntryId, EventId, OfferId};
use nextseat::domain::lottery::Draw;
use nextseat::domain::role::Role;
use nextseat::domain::settings::SettingsForm;
use nextseat::domain::zone;
use nextseat::error::Error;
use nextseat::event::{self, form::EventForm};
use nextseat::registration::by_organizer::{self, Entered, Whom};
use nextseat::registration::rsvp;
use nextseat::store::organizations::Organization;
use nextseat::store::{Db, draws, entries, offers, registrations};
use nextseat::waitlist::organizer::{self, Target, Terms};
use nextseat::waitlist::status::{self, EventRef};
use nextseat::waitlist::{self, settings};

use super::law::{Command, Model, PEOPLE, SILENT, Status};
use crate::support::World;
use crate::support::world::beginning;

/// The people of all games, and who organizes them.
pub struct Players {
    db: Db,
    olga: AccountId,
    organization: Organization,
    people: Vec<AccountId>,
}

/// One event's rows as they are.
struct Rows {
    entries: Vec<entries::EntryOf>,
    going: BTreeMap<AccountId, i64>,
}

fn set(text: impl ToString) -> Patch<String> {
    Patch::Set(text.to_string())
}

fn maybe(text: Option<impl ToString>) -> Patch<String> {
    text.map_or(Patch::Null, set)
}

/// The refusal's name.
fn name(error: &Error) -> String {
    match error {
        Error::Refused(refusal) => {
            let text = format!("{refusal:?}");
            text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned()
        }
        Error::Store(error) => format!("the database failed: {error}"),
    }
}

impl Players {
    pub async fn gather(world: &World) -> Self {
        let add = async |name: String| {
            let form =
                SignUp { email: format!("{name}@example.org"), name, password: None, time_zone: None, language: None };
            account::add(&world.db, beginning(), form).await.unwrap()
        };
        let olga = add("olga".into()).await;
        let organization = account::organize(&world.db, beginning(), olga, "Club").await.unwrap();
        let mut people = vec![];
        for n in 0..PEOPLE {
            people.push(add(format!("p{n}")).await);
        }
        Self { db: world.db.clone(), olga, organization, people }
    }

    /// Two seats, three days from now; what else depends on the style.
    async fn begin(&self, style: usize, lottery: bool) -> (EventId, Model) {
        let now = beginning();
        let start = now + TimeDelta::days(3);
        let (window, promote) =
            if style == 3 { (None, true) } else { (Some(if style == SILENT { 1 } else { 3 }), false) };
        let cutoff = (style == 2).then(|| start - TimeDelta::hours(60));
        let form = EventForm {
            title: set("Game"),
            starts_at: set(start.to_rfc3339()),
            ends_at: set((start + TimeDelta::hours(2)).to_rfc3339()),
            max_attendees: set(2),
            settings: SettingsForm {
                waitlist_open: set(true),
                waitlist_time_window: maybe(window.map(|hours| format!("{hours}h"))),
                waitlist_fit: set(if style == 1 { "fill" } else { "strict" }),
                waitlist_cutoff_date: maybe(cutoff.map(|at| at.to_rfc3339())),
                waitlist_auto_promote: set(promote),
                waitlist_lottery_mode: set(lottery),
                max_party_size: set(3),
                ..SettingsForm::default()
            },
            ..EventForm::default()
        };
        let event = event::create(&self.db, now, &self.organization, form).await.unwrap();
        event::publish(&self.db, now, self.olga, event).await.unwrap();
        let model = Model {
            now,
            start,
            status: Status::Open,
            capacity: Some(2),
            open: true,
            window,
            batch: 0,
            fill: style == 1,
            queue_first: false,
            cutoff,
            min_window: 30,
            promote,
            max_party: 3,
            going: [0; PEOPLE],
            entries: Default::default(),
            offers: Default::default(),
            last_place: 0,
            call: false,
            invited: Default::default(),
        };
        (event, model)
    }

    /// Plays the commands at a new event; `Err` says where app and model part.
    pub async fn play(&self, style: usize, commands: Vec<Command>) -> Result<(), String> {
        let (event, mut model) = self.begin(style, false).await;
        for (step, command) in commands.into_iter().enumerate() {
            let before = model.clone();
            let expected = model.apply(command).map_err(str::to_owned);
            let said = || format!("step {step}: {command:?}\nbefore: {before:?}\nafter: {model:?}\n");
            if let Command::Yes(p, 1) = command {
                let page = self.allowed(event, p, before.now).await;
                let mut at_page = before.clone();
                at_page.settle();
                if page != at_page.allowed(p) {
                    return Err(format!("{}R10: the page says that a seat is open: {page}", said()));
                }
            }
            let rows = self.rows(event, before.now).await;
            let answered = self.send(event, command, &before, &rows).await.map_err(|error| name(&error));
            if answered != expected {
                return Err(format!("{}the app answers {answered:?}, the model {expected:?}", said()));
            }
            let rows = self.rows(event, model.now).await;
            if let Err(difference) = self.compare(&rows, &model) {
                return Err(format!("{}{difference}", said()));
            }
        }
        Ok(())
    }

    /// Plays with a lottery: whoever is drawn, nothing is promised twice. Answers how many draws there were.
    pub async fn play_lottery(&self, commands: Vec<Command>) -> usize {
        let (event, mut clock) = self.begin(0, true).await;
        for command in commands {
            let over = matches!(command, Command::Enter(_, _, true) | Command::Window(_) | Command::Promote(_));
            if over {
                continue;
            }
            let rows = self.rows(event, clock.now).await;
            let _ = self.send(event, command, &clock, &rows).await;
            if let Command::Wait(minutes) = command {
                clock.now += TimeDelta::minutes(minutes);
            }
            let view = status::view(&self.db, clock.now, &EventRef::Id(event), None).await.unwrap();
            clock.start = view.event.schedule.starts_at;
            let (numbers, capacity) = (view.numbers, view.event.capacity());
            let kept =
                numbers.held == 0 || capacity.is_none_or(|capacity| numbers.attendees + numbers.held <= capacity);
            assert!(kept, "{command:?}: {numbers:?} of {capacity:?}");
        }
        let mut tx = self.db.read().await.unwrap();
        let drawn = draws::list(&mut tx, event, 1000).await.unwrap();
        for drawing in &drawn {
            let draw: Draw = draws::find(&mut tx, event, drawing.batch_id).await.unwrap().unwrap();
            assert_eq!(draw.verify(), Ok(()));
            assert_eq!(draw.commitment, drawing.commitment);
        }
        drawn.len()
    }

    async fn allowed(&self, event: EventId, p: usize, now: DateTime<Utc>) -> bool {
        status::view(&self.db, now, &EventRef::Id(event), Some(self.people[p])).await.unwrap().verdict.allowed
    }

    async fn rows(&self, event: EventId, now: DateTime<Utc>) -> Rows {
        let mut tx = self.db.read().await.unwrap();
        let filter = entries::Filter { page: 1, page_size: 100, ..entries::Filter::default() };
        let (_, entries) = entries::list(&mut tx, event, now, &filter).await.unwrap();
        let filter = registrations::Filter { page: 1, page_size: 100, ..registrations::Filter::default() };
        let (_, registrations) = registrations::list(&mut tx, event, &filter).await.unwrap();
        let going = registrations.into_iter().filter(|r| r.answer == Answer::Yes);
        Rows { entries, going: going.map(|r| (r.account_id, r.party_size)).collect() }
    }

    async fn latest_offer(&self, event: EventId, p: usize) -> OfferId {
        let mut tx = self.db.read().await.unwrap();
        let filter = offers::Filter { page: 1, page_size: 10_000, ..offers::Filter::default() };
        let (_, rows) = offers::list(&mut tx, event, &filter).await.unwrap();
        let mine = rows.iter().find(|offer| offer.account_id == self.people[p]);
        mine.map_or(OfferId(uuid::Uuid::nil()), |offer| offer.id)
    }

    async fn send(&self, event: EventId, command: Command, model: &Model, rows: &Rows) -> Result<(), Error> {
        use Command::*;
        let (db, now, olga) = (&self.db, model.now, self.olga);
        let who = |p: usize| self.people[p];
        let entry = |p: usize| {
            let mine = rows.entries.iter().find(|entry| entry.account_id == who(p));
            mine.map_or(EntryId(uuid::Uuid::nil()), |entry| entry.id)
        };
        let at = |hours: Option<i64>| hours.map(|hours| zone::truncate(now + TimeDelta::hours(hours)));
        let terms = |hours: Option<i64>| Terms { expires_at: at(hours), instead_of: None };
        match command {
            Join(p, n) => waitlist::join(db, now, event, who(p), n).await.map(drop),
            Leave(p) => waitlist::leave(db, now, event, who(p)).await,
            Yes(p, n) => rsvp::answer(db, now, event, who(p), Answer::Yes, n).await.map(drop),
            No(p) => rsvp::answer(db, now, event, who(p), Answer::No, 1).await.map(drop),
            Maybe(p) => rsvp::answer(db, now, event, who(p), Answer::Maybe, 1).await.map(drop),
            Decline(p) => waitlist::decline(db, now, event, self.latest_offer(event, p).await, who(p)).await,
            Pass(p) => waitlist::pass(db, now, event, self.latest_offer(event, p).await, who(p)).await.map(drop),
            Ready(p) => waitlist::ready(db, now, event, who(p)).await,
            Party(p, n) => waitlist::set_party(db, now, event, who(p), n).await,
            Offer(p, hours) => organizer::create_offer(db, now, olga, event, entry(p), terms(hours)).await.map(drop),
            OfferNext(n, hours) => organizer::create_next(db, now, olga, event, n, at(hours)).await.map(drop),
            Revoke(p) => {
                organizer::revoke(db, now, olga, event, self.latest_offer(event, p).await, None).await.map(drop)
            }
            Reactivate(p, hours) => {
                organizer::reactivate(db, now, olga, event, self.latest_offer(event, p).await, terms(hours)).await
            }
            Extend(p, hours) => {
                let offer = self.latest_offer(event, p).await;
                organizer::extend(db, now, olga, event, offer, now + TimeDelta::hours(hours)).await
            }
            MoveToEnd(p) => organizer::move_entry(db, now, olga, event, entry(p), Target::End, "why").await,
            MoveBefore(p, q) => {
                organizer::move_entry(db, now, olga, event, entry(p), Target::Before(entry(q)), "why").await
            }
            Lift(p) => organizer::lift_entry(db, now, olga, event, entry(p)).await,
            Remove(p) => organizer::remove_entry(db, now, (olga, Role::Owner), event, entry(p), None).await,
            Enter(p, party_size, over) => {
                let reason = over.then(|| "why".to_owned());
                let entered = Entered { answer: Answer::Yes, party_size, override_capacity: over, reason };
                by_organizer::set(db, now, olga, event, Whom::Account(who(p)), entered).await.map(drop)
            }
            Cancel => event::cancel(db, now, olga, event, None).await,
            Close => event::close(db, now, olga, event, None).await,
            Reopen => event::reopen(db, now, olga, event).await,
            Capacity(limit) => {
                let form = EventForm { max_attendees: maybe(limit), ..EventForm::default() };
                event::update(db, now, olga, event, form, true).await
            }
            MoveStart(hours) => {
                let start = model.start + TimeDelta::hours(hours);
                let form = EventForm {
                    starts_at: set(start.to_rfc3339()),
                    ends_at: set((start + TimeDelta::hours(2)).to_rfc3339()),
                    ..EventForm::default()
                };
                event::update(db, now, olga, event, form, true).await
            }
            Wait(minutes) => {
                let then = now + TimeDelta::minutes(minutes);
                let trigger = nextseat::waitlist::settle::Trigger::Deadline;
                let settled = nextseat::waitlist::settle::settle_event(db, event, then, trigger).await;
                settled.map(drop)
            }
            setting => settings::save(db, now, olga, event, form(setting, model)).await.map(drop),
        }
    }

    fn compare(&self, rows: &Rows, model: &Model) -> Result<(), String> {
        let index = |account: AccountId| self.people.iter().position(|other| *other == account).expect("a player");
        let differ = |what: &str, app: String, law: String| {
            if app == law { Ok(()) } else { Err(format!("{what}: the app has {app}, the model {law}")) }
        };
        let going: Vec<i64> = self.people.iter().map(|p| rows.going.get(p).copied().unwrap_or_default()).collect();
        differ("going", format!("{going:?}"), format!("{:?}", model.going))?;
        let app: Vec<_> = rows.entries.iter().map(|entry| (index(entry.account_id), entry.party_size)).collect();
        let law: Vec<_> =
            model.line().iter().map(|p| (*p, model.entries[*p].as_ref().map_or(0, |entry| entry.party))).collect();
        differ("the line", format!("{app:?}"), format!("{law:?}"))?;
        for entry in &rows.entries {
            let p = index(entry.account_id);
            let app = entry.current_offer.as_ref().map(|offer| (offer.seats, offer.expires_at, offer.is_cutoff_batch));
            let law = model.live(p).map(|offer| (offer.seats, offer.until, offer.invitation));
            differ(&format!("the offer of {p}"), format!("{app:?}"), format!("{law:?}"))?;
            let law = model.entries[p].as_ref().expect("in line");
            let state = if model.live(p).is_some() {
                "offered"
            } else if law.skipped {
                "skipped"
            } else if law.paused {
                "paused"
            } else if law.resting.is_some() {
                "resting"
            } else {
                "waiting"
            };
            differ(&format!("the state of {p}"), entry.state.to_string(), state.to_owned())?;
            let ranked = !["offered", "skipped"].contains(&state);
            let app = ranked.then_some(entry.ahead + 1);
            differ(&format!("the rank of {p}"), format!("{app:?}"), format!("{:?}", model.rank(p)))?;
        }
        let held = rows.entries.iter().filter_map(|entry| entry.current_offer.as_ref());
        let held: i64 = held.filter(|offer| !offer.is_cutoff_batch).map(|offer| offer.seats).sum();
        differ("held", held.to_string(), model.held().to_string())?;
        let both = rows.entries.iter().any(|entry| rows.going.contains_key(&entry.account_id));
        differ("someone goes and waits", both.to_string(), false.to_string())
    }
}

fn form(setting: Command, model: &Model) -> SettingsForm {
    use Command::*;
    let none = SettingsForm::default();
    match setting {
        Open(open) => SettingsForm { waitlist_open: set(open), ..none },
        Window(window) => SettingsForm { waitlist_time_window: maybe(window.map(|h| format!("{h}h"))), ..none },
        Batch(batch) => SettingsForm { waitlist_batch_size: set(batch), ..none },
        Fill(fill) => SettingsForm { waitlist_fit: set(if fill { "fill" } else { "strict" }), ..none },
        QueueFirst(on) => SettingsForm { waitlist_queue_first: set(on), ..none },
        Cutoff(hours) => {
            let at = hours.map(|hours| (model.start - TimeDelta::hours(hours)).to_rfc3339());
            SettingsForm { waitlist_cutoff_date: maybe(at), ..none }
        }
        MinWindow(minutes) => SettingsForm { waitlist_min_window: set(format!("{minutes}m")), ..none },
        Promote(on) => SettingsForm { waitlist_auto_promote: set(on), ..none },
        MaxParty(most) => SettingsForm { max_party_size: set(most), ..none },
        other => unreachable!("{other:?} is no setting"),
    }
}
