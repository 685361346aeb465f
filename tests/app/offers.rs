//! Offers by hand: create, revoke, reactivate, remove (R4–R7, R16), and who may (docs/domain.md §12).

use chrono::TimeDelta;
use nextseat::domain::role::Role;
use nextseat::store::organizations;

use crate::support::{Client, World};

async fn create(olga: &Client, event: &str, entry: &str, more: &[(&str, &str)]) -> crate::support::people::Answer {
    let mut fields = vec![("event_id", event), ("entry_id", entry)];
    fields.extend_from_slice(more);
    olga.post("organizer/offers/create", &fields).await
}

async fn act(
    olga: &Client,
    what: &str,
    event: &str,
    offer: &str,
    more: &[(&str, &str)],
) -> crate::support::people::Answer {
    let mut fields = vec![("event_id", event), ("offer_id", offer)];
    fields.extend_from_slice(more);
    olga.post(&format!("organizer/offers/{what}"), &fields).await
}

/// Gives a person a role in the club.
async fn member(world: &World, name: &str, role: Role) -> Client {
    let person = world.person(name).await;
    let account = person.id.parse().unwrap();
    let club =
        organizations::find_by_slug(&mut world.db.read().await.unwrap(), "club", account).await.unwrap().unwrap();
    let mut tx = world.db.write().await.unwrap();
    organizations::set_role(&mut tx, club.organization.id, account, role).await.unwrap();
    tx.commit().await.unwrap();
    person
}

on_both! {
    async fn r7_an_offer_by_hand_needs_a_deadline_that_fits(world: World) {
        let concert = world.concert_with(2, &[("waitlist_time_window", "")]).await;
        let (olga, event) = (&concert.olga, concert.id.as_str());
        let ann = world.person("Ann").await;
        let guests = world.fill(&concert, 2).await;
        ann.join(event).await.ok();
        guests[0].no(event).await.ok();
        let entry = olga.entry_of(event, "Ann").await;
        assert_eq!(create(olga, event, &entry, &[]).await.refused(), (400, "expiry_required"));
        for late in ["2026-03-01T12:00", "2026-03-07T19:31", "soon", "2026-03-29T02:30"] {
            let refused = create(olga, event, &entry, &[("expires_at", late)]).await;
            assert_eq!(refused.refused(), (400, "invalid"), "{late}");
            assert!(refused.json["fields"]["expires_at"].is_array());
        }
        let nobody = nextseat::chance::id(world.now()).to_string();
        assert_eq!(create(olga, event, &nobody, &[("expires_at", "soon")]).await.refused(), (404, "not_found"), "404 comes first");
        let offer = create(olga, event, &entry, &[("expires_at", "2026-03-07T19:30")]).await.ok();
        assert_eq!((&offer["made_by"], &offer["status"]), (&"organizer".into(), &"pending".into()));
        assert_eq!(offer["expires_at"], "2026-03-07T18:30:00Z");
        assert_eq!(create(olga, event, &entry, &[("expires_at", "2026-03-05T12:00")]).await.refused(), (409, "already_pending"), "R4");
        assert_eq!(world.kinds_to(&ann).await, ["waitlist_joined", "spot_available"]);
    }

    async fn a_breach_of_capacity_is_a_409_and_one_offer_can_take_anothers_place(world: World) {
        let concert = world.concert(1).await;
        let (olga, event) = (&concert.olga, concert.id.as_str());
        let [ann, ben] = world.people(["Ann", "Ben"]).await;
        let guests = world.fill(&concert, 1).await;
        ann.join(event).await.ok();
        ben.join(event).await.ok();
        guests[0].no(event).await.ok();
        let entry = olga.entry_of(event, "Ben").await;
        let refused = create(olga, event, &entry, &[]).await;
        assert_eq!(refused.refused(), (409, "capacity"));
        assert!(refused.json["message"].as_str().unwrap().contains("The only seat is taken or held"));
        let (anns, _) = ann.offer(event).await.unwrap();
        let unknown = nextseat::chance::id(world.now()).to_string();
        assert_eq!(create(olga, event, &entry, &[("instead_of", &unknown)]).await.refused(), (404, "not_found"));
        create(olga, event, &entry, &[("instead_of", &anns)]).await.ok();
        assert!(ben.offer(event).await.is_some() && ann.offer(event).await.is_none());
        let revoked = &olga.offers(event, "revoked").await[0];
        assert_eq!((&revoked["id"], &revoked["end_reason"]), (&anns.into(), &"organizer".into()));
        assert!(world.kinds_to(&ann).await.contains(&"offer_withdrawn".to_owned()));
    }

    async fn manual_offers_work_when_the_list_is_closed_and_not_when_the_event_is(world: World) {
        let concert = world.concert(2).await;
        let (olga, event) = (&concert.olga, concert.id.as_str());
        let [ann, ben] = world.people(["Ann", "Ben"]).await;
        let guests = world.fill(&concert, 2).await;
        ann.join(event).await.ok();
        ben.join(event).await.ok();
        olga.save(event, &[("waitlist_open", "false")]).await.ok();
        guests[0].no(event).await.ok();
        create(olga, event, &olga.entry_of(event, "Ben").await, &[]).await.ok();
        olga.post("organizer/events/cancel", &[("event_id", event)]).await.ok();
        let deadline = [("expires_at", "2026-03-05T12:00")];
        let refused = create(olga, event, &olga.entry_of(event, "Ann").await, &deadline).await;
        assert_eq!(refused.refused(), (409, "not_offerable"));
    }

    async fn r16_a_revoke_skips_the_person_until_an_organizer_offers_again(world: World) {
        let concert = world.concert(1).await;
        let (olga, event) = (&concert.olga, concert.id.as_str());
        let [ann, ben] = world.people(["Ann", "Ben"]).await;
        let guests = world.fill(&concert, 1).await;
        ann.join(event).await.ok();
        ben.join(event).await.ok();
        guests[0].no(event).await.ok();
        let (offer, _) = ann.offer(event).await.unwrap();
        let revoked = act(olga, "revoke", event, &offer, &[("reason", "a mistake")]).await.ok();
        assert_eq!((&revoked["status"], &revoked["end_reason"]), (&"revoked".into(), &"organizer".into()));
        assert!(ben.offer(event).await.is_some(), "the seat goes on");
        assert_eq!(ann.status(event).await["entry"]["state"], "skipped");
        assert_eq!(ann.position(event).await, None, "skipped people have no rank");
        world.advance(TimeDelta::hours(24)).await;
        assert!(ann.offer(event).await.is_none() && ben.offer(event).await.is_some(), "she isn't asked by itself");
        assert_eq!(act(olga, "revoke", event, &offer, &[]).await.refused(), (409, "not_pending"));
        let nobody = nextseat::chance::id(world.now()).to_string();
        assert_eq!(act(olga, "revoke", event, &nobody, &[]).await.refused(), (404, "not_found"));
        // Leaving and joining again clears it.
        ann.leave(event).await.ok();
        ann.join(event).await.ok();
        assert_eq!(ann.position(event).await, Some(1));
    }

    async fn r5_an_ended_offer_can_be_made_again(world: World) {
        let concert = world.concert(1).await;
        let (olga, event) = (&concert.olga, concert.id.as_str());
        let [ann, ben] = world.people(["Ann", "Ben"]).await;
        let guests = world.fill(&concert, 1).await;
        ann.join(event).await.ok();
        guests[0].no(event).await.ok();
        let (offer, _) = ann.offer(event).await.unwrap();
        assert_eq!(act(olga, "reactivate", event, &offer, &[]).await.refused(), (409, "not_reactivatable"));
        world.settle().await;
        ann.post("offers/decline", &[("offer_id", &offer)]).await.ok();
        ben.yes(event).await.ok();
        assert_eq!(act(olga, "reactivate", event, &offer, &[]).await.refused(), (409, "capacity"));
        ben.no(event).await.ok();
        let again = act(olga, "reactivate", event, &offer, &[]).await.ok();
        assert_eq!((&again["status"], &again["made_by"], &again["notified_at"]), (&"pending".into(), &"organizer".into(), &serde_json::Value::Null));
        assert_eq!(again["id"].as_str(), Some(offer.as_str()));
        assert_eq!(olga.line(event).await, ["Ann"], "the missing entry is back");
        let kinds = world.kinds_to(&ann).await;
        assert_eq!(kinds.iter().filter(|kind| *kind == "spot_available").count(), 2, "a new notification generation");
        ann.yes(event).await.ok();
        assert_eq!(act(olga, "reactivate", event, &offer, &[]).await.refused(), (409, "not_reactivatable"));
    }

    async fn r5_nobody_is_offered_twice_nor_what_they_have(world: World) {
        let concert = world.concert(2).await;
        let (olga, event) = (&concert.olga, concert.id.as_str());
        let [ann] = world.people(["Ann"]).await;
        let guests = world.fill(&concert, 2).await;
        ann.join(event).await.ok();
        guests[0].no(event).await.ok();
        let (first, _) = ann.offer(event).await.unwrap();
        act(olga, "revoke", event, &first, &[]).await.ok();
        create(olga, event, &olga.entry_of(event, "Ann").await, &[]).await.ok();
        assert_eq!(act(olga, "reactivate", event, &first, &[]).await.refused(), (409, "already_pending"));
        ann.yes(event).await.ok();
        assert_eq!(act(olga, "reactivate", event, &first, &[]).await.refused(), (409, "already_registered"));
    }

    async fn removing_an_entry_withdraws_its_offer(world: World) {
        let concert = world.concert(1).await;
        let (olga, event) = (&concert.olga, concert.id.as_str());
        let [ann, ben] = world.people(["Ann", "Ben"]).await;
        let guests = world.fill(&concert, 1).await;
        ann.join(event).await.ok();
        ben.join(event).await.ok();
        guests[0].no(event).await.ok();
        let staff = member(world, "Staff", Role::Staff).await;
        let entry = olga.entry_of(event, "Ann").await;
        let remove = [("event_id", event), ("entry_id", entry.as_str())];
        assert_eq!(staff.post("organizer/entries/remove", &remove).await.refused(), (403, "forbidden"));
        olga.post("organizer/entries/remove", &remove).await.ok();
        assert_eq!(olga.offers(event, "revoked").await[0]["end_reason"], "entry_removed");
        assert!(ben.offer(event).await.is_some());
        assert_eq!(olga.post("organizer/entries/remove", &remove).await.refused(), (404, "not_found"));
    }

    async fn who_may_what(world: World) {
        let concert = world.concert(1).await;
        let (olga, event) = (&concert.olga, concert.id.as_str());
        let ann = world.person("Ann").await;
        world.fill(&concert, 1).await;
        ann.join(event).await.ok();
        let staff = member(world, "Staff", Role::Staff).await;
        let manager = member(world, "Manager", Role::Manager).await;
        let community = member(world, "Community", Role::Member).await;
        let stranger = world.stranger();
        let get = ["settings", "offers", "entries", "ledger"];
        for function in get {
            let endpoint = format!("organizer/{function}");
            let ask = [("event_id", event)];
            for (who, status) in [(olga, 200), (&manager, 200), (&staff, 200), (&ann, 404), (&community, 404), (&stranger, 401)] {
                assert_eq!(who.get(&endpoint, &ask).await.status, status, "{endpoint} by {}", who.name);
            }
        }
        let save = [("waitlist_batch_size", "1")];
        for (who, status) in [(&stranger, 401), (&ann, 404), (&community, 404), (&staff, 403), (&manager, 200), (olga, 200)] {
            assert_eq!(who.save(event, &save).await.status, status, "settings by {}", who.name);
            assert_eq!(who.change(event, &[("venue", "Hall")]).await.status, status, "update by {}", who.name);
        }
        let entry = olga.entry_of(event, "Ann").await;
        assert_eq!(create(&staff, event, &entry, &[]).await.refused(), (403, "forbidden"));
        staff.post("organizer/entries/remove", &[("event_id", event), ("entry_id", &entry)]).await.ok();
    }

    async fn offers_and_entries_are_listed_by_page_status_and_name(world: World) {
        let concert = world.concert(3).await;
        let (olga, event) = (&concert.olga, concert.id.as_str());
        let people = world.people(["Ann", "Ben", "Clara"]).await;
        let guests = world.fill(&concert, 3).await;
        for person in &people {
            person.join(event).await.ok();
        }
        for guest in &guests {
            guest.no(event).await.ok();
        }
        people[0].yes(event).await.ok();
        let page = olga.get("organizer/offers", &[("event_id", event), ("page_size", "2"), ("page", "2")]).await.ok();
        assert_eq!((&page["count"], &page["page"], &page["pages"]), (&3.into(), &2.into(), &2.into()));
        assert_eq!(page["results"].as_array().unwrap().len(), 1);
        let found = olga.get("organizer/offers", &[("event_id", event), ("q", "CLARA")]).await.ok();
        assert_eq!(found["results"][0]["user"]["email"], "clara@example.org");
        let literal = olga.get("organizer/entries", &[("event_id", event), ("q", "%")]).await.ok();
        assert_eq!(literal["count"], 0, "a percent sign is itself");
        let offered = olga.get("organizer/entries", &[("event_id", event), ("state", "offered")]).await.ok();
        assert_eq!(offered["count"], 2);
        assert_eq!(offered["results"][0]["current_offer"]["status"], "pending");
        for bad in [[("page", "0")], [("page_size", "201")], [("status", "lost")], [("batch_id", "x")]] {
            let mut ask = vec![("event_id", event)];
            ask.extend(bad);
            assert_eq!(olga.get("organizer/offers", &ask).await.refused(), (400, "invalid"), "{bad:?}");
        }
    }
}
