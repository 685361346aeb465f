//! Every path that frees or opens a seat ends in a pass with its notice queued in the same transaction (R24, docs/domain.md §6).
//!
//! The table below has a row for each; a trigger that is in neither list fails, and so does a path that offers nothing.

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};
use nextseat::notify::Mailer;
use nextseat::notify::worker::{Post, deliver_batch};
use nextseat::store::notifications;
use nextseat::waitlist::settle::{Trigger, settle_event};

use crate::support::people::Answer;
use crate::support::{Client, World};

/// What triggers a pass and how: the stage is an event of two seats that both guests have, an open list with a window of a day, and Ann in line.
const PATHS: &[(Trigger, &str)] = &[
    (Trigger::Answered, "a YES becomes a NO"),
    (Trigger::Answered, "a YES becomes a MAYBE"),
    (Trigger::Answered, "a party that is going becomes smaller"),
    (Trigger::Answered, "a party claims fewer seats than it was offered"),
    (Trigger::Answered, "someone queued with an offer says NO"),
    (Trigger::RegistrationSet, "an organizer enters a NO"),
    (Trigger::RegistrationSet, "an organizer enters a smaller party"),
    (Trigger::RegistrationRemoved, "an organizer deletes a YES"),
    (Trigger::EventChanged, "the capacity is raised"),
    (Trigger::EventChanged, "the venue's capacity is raised"),
    (Trigger::EventChanged, "the limits are removed"),
    (Trigger::EventChanged, "the start moves ahead of a passed claim deadline"),
    (Trigger::EventChanged, "the event is opened to people who were not invited"),
    (Trigger::SettingsSaved, "the list is opened"),
    (Trigger::SettingsSaved, "the window is set"),
    (Trigger::SettingsSaved, "the batch is raised"),
    (Trigger::SettingsSaved, "filling is switched on"),
    (Trigger::SettingsSaved, "the cutoff is moved into the past"),
    (Trigger::SettingsSaved, "automatic promotion is switched on"),
    (Trigger::EventReopened, "a cancelled event is opened again"),
    (Trigger::EventReopened, "a closed event is opened again"),
    (Trigger::Joined, "someone joins while a larger party is passed over"),
    (Trigger::Confirmed, "an address is confirmed"),
    (Trigger::EntryAdded, "an organizer adds someone"),
    (Trigger::Left, "who holds an offer leaves"),
    (Trigger::Left, "who stopped a strict line leaves"),
    (Trigger::Declined, "an offer is declined"),
    (Trigger::Passed, "an offer is passed"),
    (Trigger::Ready, "a rest is ended by its person"),
    (Trigger::PartyChanged, "a waiting party becomes smaller"),
    (Trigger::OfferMade, "an offer takes the place of a larger one"),
    (Trigger::OfferReactivated, "an offer made again takes the place of a larger one"),
    (Trigger::OfferRevoked, "an offer is withdrawn"),
    (Trigger::EntryLifted, "a skip is lifted"),
    (Trigger::EntryMoved, "a party that stops the line is moved"),
    (Trigger::EntryRemoved, "who holds an offer is removed"),
    (Trigger::GatesChanged, "someone is taken off the blocklist"),
    (Trigger::GatesChanged, "someone is put on the blocklist"),
    (Trigger::GatesChanged, "someone is invited"),
    (Trigger::GatesChanged, "membership is granted"),
    (Trigger::AccountErased, "an account with a seat is erased"),
    (Trigger::Undeliverable, "an offer can't be delivered"),
    (Trigger::Deadline, "a deadline passes"),
    (Trigger::Deadline, "a rest ends"),
    (Trigger::Deadline, "the final call begins"),
    (Trigger::Sweep, "the hourly sweep finds a passed deadline"),
    (Trigger::Nudge, "the hourly nudge finds a passed deadline"),
];

/// What runs a pass that can have nothing to offer to, and why.
const FREES_NOTHING: &[(Trigger, &str)] = &[
    (Trigger::EventPublished, "a draft has no queue"),
    (Trigger::EventCancelled, "nothing is offered for a cancelled event"),
    (Trigger::EventClosed, "nothing is offered while registration is closed"),
    (Trigger::OfferExtended, "the seat stays held"),
    (Trigger::MessageSent, "words move no seat"),
];

struct Stage<'a> {
    world: &'a World,
    olga: Client,
    guests: Vec<Client>,
    ann: Client,
    ben: Client,
    trio: Client,
    event: String,
}

impl Stage<'_> {
    async fn act(&self, endpoint: &str, more: &[(&str, &str)]) -> Answer {
        let mut fields = vec![("event_id", self.event.as_str())];
        fields.extend_from_slice(more);
        self.olga.post(&format!("organizer/{endpoint}"), &fields).await
    }

    async fn save(&self, settings: &[(&str, &str)]) {
        self.act("settings", settings).await.ok();
    }

    async fn yes_as(&self, person: &Client, party: &str) {
        let fields = [("event_id", self.event.as_str()), ("answer", "yes"), ("party_size", party)];
        person.post("rsvp/answer", &fields).await.ok();
    }

    async fn offer_of(&self, person: &Client) -> String {
        person.offer(&self.event).await.expect("an offer").0
    }

    async fn entry_of(&self, person: &Client) -> String {
        self.olga.entry_of(&self.event, &person.name).await
    }

    /// Ben stands first in line and is offered the seat that the first guest gives back; then Ann joins.
    async fn ben_holds_an_offer(&self) -> String {
        self.ben.join(&self.event).await.ok();
        self.guests[0].no(&self.event).await.ok();
        self.ann.join(&self.event).await.ok();
        self.offer_of(&self.ben).await
    }

    /// A party of three stands first in line of an event with three seats, one of them free; then Ann joins.
    async fn trio_stops_the_line(&self) {
        self.act("events/update", &[("max_attendees", "3")]).await.ok();
        self.ben.yes(&self.event).await.ok();
        self.trio.join_as(&self.event, 3).await.ok();
        self.guests[0].no(&self.event).await.ok();
        self.ann.join(&self.event).await.ok();
        assert!(self.ann.offer(&self.event).await.is_none());
    }

    async fn registration_of(&self, person: &Client) -> String {
        person.status(&self.event).await["registration"]["id"].as_str().unwrap().to_owned()
    }

    /// Walks the path: prepares it, and does the one thing that frees or opens a seat.
    #[expect(clippy::too_many_lines, reason = "it is the table")]
    async fn walk(&self, path: &str) {
        let (event, ann, ben) = (self.event.as_str(), &self.ann, &self.ben);
        let join = async || drop(ann.join(event).await.ok());
        let settle = async |trigger| {
            settle_event(&self.world.db, event.parse().unwrap(), self.world.now(), trigger).await.unwrap();
        };
        match path {
            "a YES becomes a NO" => {
                join().await;
                self.guests[0].no(event).await.ok();
            }
            "a YES becomes a MAYBE" => {
                join().await;
                self.guests[0].post("rsvp/answer", &[("event_id", event), ("answer", "maybe")]).await.ok();
            }
            "a party that is going becomes smaller" => {
                self.guests[0].no(event).await.ok();
                self.guests[1].no(event).await.ok();
                self.yes_as(&self.trio, "2").await;
                join().await;
                self.yes_as(&self.trio, "1").await;
            }
            "a party claims fewer seats than it was offered" => {
                self.trio.join_as(event, 2).await.ok();
                join().await;
                self.guests[0].no(event).await.ok();
                self.guests[1].no(event).await.ok();
                self.yes_as(&self.trio, "1").await;
            }
            "someone queued with an offer says NO" => {
                self.ben_holds_an_offer().await;
                ben.no(event).await.ok();
            }
            "an organizer enters a NO" => {
                join().await;
                self.act("registrations/set", &[("account_id", &self.guests[0].id), ("answer", "no")]).await.ok();
            }
            "an organizer enters a smaller party" => {
                self.guests[0].no(event).await.ok();
                self.guests[1].no(event).await.ok();
                self.yes_as(&self.trio, "2").await;
                join().await;
                self.act("registrations/set", &[("account_id", &self.trio.id), ("answer", "yes"), ("party_size", "1")])
                    .await
                    .ok();
            }
            "an organizer deletes a YES" => {
                join().await;
                let id = self.registration_of(&self.guests[0]).await;
                self.act("registrations/remove", &[("registration_id", &id)]).await.ok();
            }
            "the capacity is raised" => {
                join().await;
                self.act("events/update", &[("max_attendees", "3")]).await.ok();
            }
            "the venue's capacity is raised" => {
                self.act("events/update", &[("max_attendees", "9"), ("venue_capacity", "2")]).await.ok();
                join().await;
                self.act("events/update", &[("venue_capacity", "3")]).await.ok();
            }
            "the limits are removed" => {
                join().await;
                self.act("events/update", &[("max_attendees", "")]).await.ok();
            }
            "the start moves ahead of a passed claim deadline" => {
                join().await;
                let soon = (self.world.now() + TimeDelta::minutes(1)).to_rfc3339();
                self.act("events/update", &[("registration_deadline", &soon)]).await.ok();
                self.world.advance(TimeDelta::minutes(2)).await;
                self.guests[0].no(event).await.ok();
                self.act("events/update", &[("registration_deadline", "")]).await.ok();
            }
            "the event is opened to people who were not invited" => {
                join().await;
                self.act("events/update", &[("visibility", "private")]).await.ok();
                self.guests[0].no(event).await.ok();
                self.act("events/update", &[("visibility", "unlisted")]).await.ok();
            }
            "the list is opened" => {
                join().await;
                self.save(&[("waitlist_open", "false")]).await;
                self.guests[0].no(event).await.ok();
                self.save(&[("waitlist_open", "true")]).await;
            }
            "the window is set" => {
                join().await;
                self.save(&[("waitlist_time_window", "")]).await;
                self.guests[0].no(event).await.ok();
                self.save(&[("waitlist_time_window", "24h")]).await;
            }
            "the batch is raised" => {
                self.save(&[("waitlist_batch_size", "1")]).await;
                self.ben_holds_an_offer().await;
                self.guests[1].no(event).await.ok();
                self.save(&[("waitlist_batch_size", "2")]).await;
            }
            "filling is switched on" => {
                self.trio_stops_the_line().await;
                self.save(&[("waitlist_fit", "fill")]).await;
            }
            "the cutoff is moved into the past" => {
                self.save(&[("waitlist_batch_size", "1")]).await;
                self.ben_holds_an_offer().await;
                self.guests[1].no(event).await.ok();
                let past = (self.world.now() - TimeDelta::hours(1)).to_rfc3339();
                self.save(&[("waitlist_cutoff_date", &past)]).await;
            }
            "automatic promotion is switched on" => {
                self.save(&[("waitlist_time_window", "")]).await;
                join().await;
                self.guests[0].no(event).await.ok();
                self.save(&[("waitlist_auto_promote", "true")]).await;
            }
            "a cancelled event is opened again" | "a closed event is opened again" => {
                join().await;
                let act = if path.contains("cancelled") { "events/cancel" } else { "events/close" };
                self.act(act, &[]).await.ok();
                self.guests[0].no(event).await.ok();
                self.act("events/reopen", &[]).await.ok();
            }
            "someone joins while a larger party is passed over" => {
                self.save(&[("waitlist_fit", "fill"), ("waitlist_queue_first", "true")]).await;
                self.trio.join_as(event, 2).await.ok();
                self.guests[0].no(event).await.ok();
                join().await;
            }
            "an address is confirmed" => {
                self.save(&[("waitlist_queue_first", "true")]).await;
                let fields = [("event_id", event), ("name", "Ann"), ("email", ann.email.as_str())];
                self.world.stranger().post("waitlist/join", &fields).await.ok();
                self.guests[0].no(event).await.ok();
                let token = self.world.token(ann, "waitlist_joined").await;
                self.world.stranger().post("waitlist/confirm", &[("token", &token)]).await.ok();
            }
            "an organizer adds someone" => {
                self.guests[0].no(event).await.ok();
                self.act("entries/add", &[("name", "Ann"), ("email", &ann.email)]).await.ok();
            }
            "who holds an offer leaves" => {
                self.ben_holds_an_offer().await;
                ben.leave(event).await.ok();
            }
            "who stopped a strict line leaves" => {
                self.trio_stops_the_line().await;
                self.trio.leave(event).await.ok();
            }
            "an offer is declined" => {
                let offer = self.ben_holds_an_offer().await;
                ben.post("offers/decline", &[("offer_id", &offer)]).await.ok();
            }
            "an offer is passed" => {
                let offer = self.ben_holds_an_offer().await;
                ben.post("offers/decline", &[("offer_id", &offer), ("keep_place", "true")]).await.ok();
            }
            "a rest is ended by its person" => {
                join().await;
                self.guests[0].no(event).await.ok();
                let offer = self.offer_of(ann).await;
                ann.post("offers/decline", &[("offer_id", &offer), ("keep_place", "true")]).await.ok();
                ann.post("waitlist/ready", &[("event_id", event)]).await.ok();
            }
            "a waiting party becomes smaller" => {
                ann.join_as(event, 2).await.ok();
                self.guests[0].no(event).await.ok();
                ann.post("waitlist/party", &[("event_id", event), ("party_size", "1")]).await.ok();
            }
            "an offer takes the place of a larger one" => {
                self.trio.join_as(event, 2).await.ok();
                self.guests[0].no(event).await.ok();
                self.guests[1].no(event).await.ok();
                let larger = self.offer_of(&self.trio).await;
                join().await;
                ben.join(event).await.ok();
                let entry = self.entry_of(ben).await;
                self.act("offers/create", &[("entry_id", &entry), ("instead_of", &larger)]).await.ok();
            }
            "an offer made again takes the place of a larger one" => {
                let old = self.ben_holds_an_offer().await;
                ben.post("offers/decline", &[("offer_id", &old)]).await.ok();
                ann.leave(event).await.ok();
                self.trio.join_as(event, 2).await.ok();
                self.guests[1].no(event).await.ok();
                let larger = self.offer_of(&self.trio).await;
                join().await;
                self.act("offers/reactivate", &[("offer_id", &old), ("instead_of", &larger)]).await.ok();
            }
            "an offer is withdrawn" => {
                let offer = self.ben_holds_an_offer().await;
                self.act("offers/revoke", &[("offer_id", &offer)]).await.ok();
            }
            "a skip is lifted" => {
                join().await;
                self.guests[0].no(event).await.ok();
                let offer = self.offer_of(ann).await;
                self.act("offers/revoke", &[("offer_id", &offer)]).await.ok();
                let entry = self.entry_of(ann).await;
                self.act("entries/lift", &[("entry_id", &entry)]).await.ok();
            }
            "a party that stops the line is moved" => {
                self.trio_stops_the_line().await;
                let entry = self.entry_of(&self.trio).await;
                self.act("entries/move", &[("entry_id", &entry), ("before_entry_id", "end"), ("reason", "agreed")])
                    .await
                    .ok();
            }
            "who holds an offer is removed" => {
                self.ben_holds_an_offer().await;
                let entry = self.entry_of(ben).await;
                self.act("entries/remove", &[("entry_id", &entry)]).await.ok();
            }
            "someone is taken off the blocklist" => {
                join().await;
                self.act("blocklist/add", &[("email", &ann.email)]).await.ok();
                self.guests[0].no(event).await.ok();
                self.act("blocklist/remove", &[("account_id", &ann.id)]).await.ok();
            }
            "someone is put on the blocklist" => {
                self.ben_holds_an_offer().await;
                self.act("blocklist/add", &[("email", &ben.email)]).await.ok();
                // The others of the table need Ben again.
                self.act("blocklist/remove", &[("account_id", &ben.id)]).await.ok();
            }
            "someone is invited" => {
                join().await;
                self.act("events/update", &[("visibility", "private")]).await.ok();
                self.guests[0].no(event).await.ok();
                self.act("invitations/add", &[("email", &ann.email)]).await.ok();
            }
            "membership is granted" => {
                join().await;
                self.act("events/update", &[("members_only", "true")]).await.ok();
                self.guests[0].no(event).await.ok();
                self.act("members/add", &[("email", &ann.email)]).await.ok();
            }
            "an account with a seat is erased" => {
                self.guests[0].no(event).await.ok();
                let gone = self.world.person(&format!("Gone {}", self.world.now().timestamp_micros())).await;
                gone.yes(event).await.ok();
                join().await;
                gone.post("account/erase", &[]).await.ok();
            }
            "an offer can't be delivered" => {
                self.ben_holds_an_offer().await;
                let away = Post { mailer: Mailer::Nowhere, base_url: self.world.url.clone() };
                let deadline = ben.offer(event).await.unwrap().1;
                self.world.clock.set(deadline - TimeDelta::seconds(1));
                deliver_batch(&self.world.db, &away, self.world.now()).await.unwrap();
            }
            "a deadline passes"
            | "the hourly sweep finds a passed deadline"
            | "the hourly nudge finds a passed deadline" => {
                self.ben_holds_an_offer().await;
                self.world.clock.set(ben.offer(event).await.unwrap().1);
                settle(match path.split(' ').nth(2) {
                    Some("sweep") => Trigger::Sweep,
                    Some("nudge") => Trigger::Nudge,
                    _ => Trigger::Deadline,
                })
                .await;
            }
            "a rest ends" => {
                join().await;
                self.guests[0].no(event).await.ok();
                let offer = self.offer_of(ann).await;
                ann.post("offers/decline", &[("offer_id", &offer), ("keep_place", "true")]).await.ok();
                self.world.clock.advance(TimeDelta::hours(24));
                settle(Trigger::Deadline).await;
            }
            "the final call begins" => {
                self.save(&[("waitlist_batch_size", "1")]).await;
                self.ben_holds_an_offer().await;
                self.guests[1].no(event).await.ok();
                let soon: DateTime<Utc> = self.world.now() + TimeDelta::minutes(5);
                self.save(&[("waitlist_cutoff_date", &soon.to_rfc3339())]).await;
                self.world.clock.set(soon);
                settle(Trigger::Deadline).await;
            }
            unknown => panic!("the table says “{unknown}”, but nobody walks it"),
        }
    }
}

on_both! {
    async fn r24_every_trigger_is_in_the_table(_world: World) {
        let listed: BTreeSet<Trigger> = PATHS.iter().chain(FREES_NOTHING).map(|(trigger, _)| *trigger).collect();
        let missing: Vec<_> = Trigger::ALL.iter().filter(|trigger| !listed.contains(trigger)).collect();
        assert!(missing.is_empty(), "no row for {missing:?}");
    }

    async fn r24_every_path_ends_in_a_pass_with_a_notice_queued(world: World) {
        let olga = world.person("Olga").await;
        olga.post("account/organize", &[("name", "Club")]).await.ok();
        let [ann, ben, trio] = world.people(["Ann", "Ben", "Trio"]).await;
        let guests = world.people(["Guest 1", "Guest 2"]).await.to_vec();
        for (number, (trigger, path)) in PATHS.iter().enumerate() {
            let (start, title) = (world.now() + TimeDelta::days(30), format!("Event {number}"));
            let (starts_at, ends_at) = (start.to_rfc3339(), (start + TimeDelta::hours(2)).to_rfc3339());
            let fields = [
                ("org", "club"), ("title", &title), ("starts_at", &starts_at), ("ends_at", &ends_at), ("time_zone", "Europe/Vienna"),
                ("max_attendees", "2"), ("waitlist_open", "true"), ("waitlist_time_window", "24h"), ("max_party_size", "3"),
            ];
            let event = olga.post("organizer/events/create", &fields).await.ok()["id"].as_str().unwrap().to_owned();
            olga.post("organizer/events/publish", &[("event_id", &event)]).await.ok();
            for guest in &guests {
                guest.yes(&event).await.ok();
            }
            let stage = Stage { world, olga: olga.clone(), guests: guests.clone(), ann: ann.clone(), ben: ben.clone(), trio: trio.clone(), event };
            stage.walk(path).await;
            let queued = notifications::queued(&mut world.db.read().await.unwrap(), stage.event.parse().unwrap()).await.unwrap();
            assert!(queued > 0, "{path}: no notice is queued");
            // The notices are there before any worker has run; now they go out.
            let promoted = ann.status(&stage.event).await["registration"]["status"] == "yes";
            assert!(promoted || ann.offer(&stage.event).await.is_some(), "{path}: nothing is offered to who waits");
            let pass = olga.ledger(&stage.event).await["last_pass"].clone();
            if *path != "someone is put on the blocklist" {
                assert_eq!(pass["trigger"], trigger.as_str(), "{path}");
            }
            let about = format!(": {title}");
            let mails = world.mails().await;
            let told = mails.iter().rev().find(|mail| mail.to == ann.email && mail.subject.ends_with(&about));
            let told = told.map_or_else(String::new, |mail| mail.kind.to_string());
            assert!(["spot_available", "spot_available_final_call", "promoted"].contains(&told.as_str()), "{path}: told {told}");
        }
    }
}
