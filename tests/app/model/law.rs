//! What docs/domain.md says should be, for RSVP events without quiet hours and gates about people.

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};
use rand::RngExt as _;
use rand::rngs::StdRng;

pub const PEOPLE: usize = 6;
/// Ways to play: what settings a game begins with.
pub const STYLES: usize = 5;
/// Windows of an hour, which mostly nobody answers in.
pub const SILENT: usize = 4;

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Command {
    Join(usize, i64),
    Leave(usize),
    Yes(usize, i64),
    No(usize),
    Maybe(usize),
    Decline(usize),
    Pass(usize),
    Ready(usize),
    Party(usize, i64),
    Offer(usize, Option<i64>),
    OfferNext(i64, Option<i64>),
    Revoke(usize),
    Reactivate(usize, Option<i64>),
    Extend(usize, i64),
    MoveToEnd(usize),
    MoveBefore(usize, usize),
    Lift(usize),
    Remove(usize),
    Enter(usize, i64, bool),
    Open(bool),
    Window(Option<i64>),
    Batch(i64),
    Fill(bool),
    QueueFirst(bool),
    /// Hours before the start; `None`: no cutoff.
    Cutoff(Option<i64>),
    MinWindow(i64),
    Promote(bool),
    MaxParty(i64),
    Capacity(Option<i64>),
    Cancel,
    Close,
    Reopen,
    MoveStart(i64),
    /// Minutes.
    Wait(i64),
}

pub fn draw(rng: &mut StdRng, style: usize) -> Command {
    use Command::*;
    let (p, q) = (rng.random_range(0..PEOPLE), rng.random_range(0..PEOPLE));
    let size = [1, 1, 1, 1, 2, 3][rng.random_range(0..6)];
    let hours = [None, None, Some(rng.random_range(1..30))][rng.random_range(0..3)];
    let flag = rng.random_range(0..2) == 0;
    if style == SILENT && rng.random_range(0..4) > 0 {
        return Wait([20, 61, 90][rng.random_range(0..3)]);
    }
    match rng.random_range(0..100) {
        0..18 => Join(p, size),
        18..22 => Leave(p),
        22..36 => Yes(p, size),
        36..46 => No(p),
        46 => Maybe(p),
        47..50 => Decline(p),
        50..54 => Pass(p),
        54..57 => Ready(p),
        57..60 => Party(p, size),
        60..62 => Offer(p, hours),
        62 => OfferNext(rng.random_range(1..4), hours),
        63..65 => Revoke(p),
        65..68 => Reactivate(p, hours),
        68 => Extend(p, rng.random_range(1..60)),
        69 => MoveToEnd(p),
        70 => MoveBefore(p, q),
        71 => Lift(p),
        72 => Remove(p),
        73..75 => Enter(p, size, rng.random_range(0..4) == 0),
        75 => Open(rng.random_range(0..4) > 0),
        76 if style == 3 => Promote(flag),
        76 => Window([None, Some(1), Some(3), Some(24)][rng.random_range(0..4)]),
        77 => Batch(rng.random_range(0..3)),
        78 => Fill(flag),
        79 => QueueFirst(flag),
        80 => Cutoff([None, Some(2), Some(20), Some(60)][rng.random_range(0..4)]),
        81 => MinWindow([0, 30, 60][rng.random_range(0..3)]),
        82 => MaxParty(rng.random_range(1..4)),
        83..86 => Capacity([None, Some(0), Some(1), Some(2), Some(3), Some(4), Some(5)][rng.random_range(0..7)]),
        86 => Cancel,
        87 => Close,
        88..90 => Reopen,
        90 => MoveStart(rng.random_range(-20..20)),
        _ => Wait([1, 17, 60, 180, 400, 1440][rng.random_range(0..6)]),
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Status {
    Open,
    Closed,
    Cancelled,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    pub party: i64,
    pub place: i64,
    pub skipped: bool,
    pub resting: Option<DateTime<Utc>>,
    pub paused: bool,
    pub lapses: u32,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum OfferState {
    Pending,
    Claimed,
    Ended,
}

/// Someone's latest offer.
#[derive(Debug, Clone, PartialEq)]
pub struct Offer {
    pub state: OfferState,
    pub seats: i64,
    pub until: DateTime<Utc>,
    pub invitation: bool,
    pub by_pass: bool,
    pub created: DateTime<Utc>,
}

#[derive(Debug, Clone)]
pub struct Model {
    pub now: DateTime<Utc>,
    pub start: DateTime<Utc>,
    pub status: Status,
    pub capacity: Option<i64>,
    pub open: bool,
    pub window: Option<i64>,
    pub batch: i64,
    pub fill: bool,
    pub queue_first: bool,
    pub cutoff: Option<DateTime<Utc>>,
    pub min_window: i64,
    pub promote: bool,
    pub max_party: i64,
    pub going: [i64; PEOPLE],
    pub entries: [Option<Entry>; PEOPLE],
    pub offers: [Option<Offer>; PEOPLE],
    pub last_place: i64,
    /// The final call runs, and these were invited in it.
    pub call: bool,
    pub invited: BTreeSet<usize>,
}

/// What the app should answer: `Ok`, or the refusal's name.
pub type Expected = Result<(), &'static str>;

impl Model {
    pub fn held(&self) -> i64 {
        self.reserved().map(|(_, offer)| offer.seats).sum()
    }

    pub fn attendees(&self) -> i64 {
        self.going.iter().sum()
    }

    pub fn free(&self) -> Option<i64> {
        self.capacity.map(|capacity| (capacity - self.attendees() - self.held()).max(0))
    }

    pub fn live(&self, person: usize) -> Option<&Offer> {
        self.offers[person].as_ref().filter(|offer| offer.state == OfferState::Pending)
    }

    fn reserved(&self) -> impl Iterator<Item = (usize, &Offer)> {
        (0..PEOPLE).filter_map(|p| Some((p, self.live(p)?))).filter(|(_, offer)| !offer.invitation)
    }

    pub fn line(&self) -> Vec<usize> {
        let mut line: Vec<usize> = (0..PEOPLE).filter(|p| self.entries[*p].is_some()).collect();
        line.sort_by_key(|p| self.entries[*p].as_ref().map(|entry| entry.place));
        line
    }

    fn entry(&self, person: usize) -> &Entry {
        self.entries[person].as_ref().expect("in line")
    }

    /// R14
    fn eligible(&self, person: usize) -> bool {
        let waits = |entry: &Entry| !entry.skipped && !entry.paused && entry.resting.is_none();
        self.live(person).is_none() && self.entries[person].as_ref().is_some_and(waits)
    }

    /// Everyone eligible whom the capacity can hold, in line order.
    fn candidates(&self) -> Vec<usize> {
        let fits = |p: &usize| self.capacity.is_none_or(|capacity| self.entry(*p).party <= capacity);
        self.line().into_iter().filter(|p| self.eligible(*p)).filter(fits).collect()
    }

    /// R29
    pub fn rank(&self, person: usize) -> Option<i64> {
        let entry = self.entries[person].as_ref()?;
        if self.live(person).is_some() || entry.skipped {
            return None;
        }
        let ahead = |p: &&usize| self.eligible(**p) && self.entry(**p).place < entry.place;
        Some(1 + self.line().iter().filter(ahead).count() as i64)
    }

    fn claimable(&self) -> bool {
        self.status == Status::Open && self.now < self.start
    }

    fn window(&self) -> Option<TimeDelta> {
        self.window.map(TimeDelta::hours)
    }

    fn promotes(&self) -> bool {
        self.open && self.window.is_none() && self.promote
    }

    fn offers_by_itself(&self) -> bool {
        self.open && self.window.is_some()
    }

    fn live_of_passes(&self) -> i64 {
        self.reserved().filter(|(_, offer)| offer.by_pass).count() as i64
    }

    /// R17, `waitlist_queue_first`, R19, R21
    fn closed(&self) -> bool {
        let (Some(free), Some(first)) = (self.free(), self.candidates().first().copied()) else { return false };
        if self.call {
            return false;
        }
        let room_in_batch = self.batch == 0 || self.live_of_passes() < self.batch;
        let in_order = !self.fill && (self.promotes() || (self.offers_by_itself() && room_in_batch));
        (self.open && self.queue_first) || (in_order && self.entry(first).party > free)
    }

    /// R8: how many more seats this person could take; `None`: any number.
    fn left(&self, person: usize, closed: bool) -> Option<i64> {
        let own = self.live(person).filter(|offer| !offer.invitation).map_or(0, |offer| offer.seats);
        self.free().map(|free| own + if closed { 0 } else { free })
    }

    fn may_take(&self, person: usize, n: i64, closed: bool) -> bool {
        let own = self.live(person).filter(|offer| !offer.invitation).map_or(0, |offer| offer.seats);
        n <= own || self.left(person, closed).is_none_or(|left| n <= left)
    }

    /// Is a seat open to this person, as a page says it?
    pub fn allowed(&self, person: usize) -> bool {
        self.claimable() && self.may_take(person, 1, self.closed())
    }

    fn next_place(&mut self) -> i64 {
        self.last_place += 1;
        self.last_place
    }

    // What time decides.

    pub fn settle(&mut self) {
        self.lapse();
        for entry in self.entries.iter_mut().flatten() {
            entry.resting = entry.resting.filter(|until| *until > self.now);
        }
        self.turn_final_call();
        if !self.claimable() || self.free() == Some(0) {
            return;
        }
        if self.call {
            for p in self.candidates() {
                if self.invited.insert(p) {
                    let (seats, until) = (self.entry(p).party, self.start);
                    self.offer(p, seats, until, true, true);
                }
            }
        } else if self.promotes() {
            for p in self.chosen(self.candidates(), self.fill, None) {
                self.going[p] = self.entry(p).party;
                self.entries[p] = None;
            }
        } else if let Some(window) = self.window().filter(|_| self.open) {
            // R21: without a limit the batch size doesn't apply.
            let people = (self.batch > 0 && self.capacity.is_some()).then(|| self.batch - self.live_of_passes());
            for p in self.chosen(self.candidates(), self.fill, people) {
                let (seats, until) = (self.entry(p).party, (self.now + window).min(self.start));
                self.offer(p, seats, until, false, true);
            }
        }
    }

    /// R6, R15, R39
    fn lapse(&mut self) {
        let over = |offer: &Offer| offer.until <= self.now;
        let mut lapsed: Vec<usize> = (0..PEOPLE).filter(|p| self.live(*p).is_some_and(over)).collect();
        lapsed.sort_by_key(|p| (self.live(*p).map(|offer| offer.until), self.entry(*p).place));
        for p in lapsed {
            let invitation = self.live(p).is_some_and(|offer| offer.invitation);
            self.end(p);
            if !invitation {
                let place = self.next_place();
                let entry = self.entries[p].as_mut().expect("in line");
                (entry.place, entry.lapses) = (place, entry.lapses + 1);
                entry.paused |= entry.lapses >= 3;
            }
        }
    }

    /// R19
    fn turn_final_call(&mut self) {
        let late = self.start - TimeDelta::minutes(self.min_window) + TimeDelta::microseconds(1);
        let begins = self.cutoff.map_or(late, |cutoff| cutoff.min(late));
        let runs = self.claimable() && self.offers_by_itself() && begins <= self.now;
        if self.call && !runs {
            for p in 0..PEOPLE {
                if self.live(p).is_some_and(|offer| offer.invitation) {
                    self.end(p);
                }
            }
        }
        if !self.call && runs {
            self.invited.clear();
        }
        self.call = runs;
    }

    /// Walks the line within the free seats.
    fn chosen(&self, line: Vec<usize>, fill: bool, people: Option<i64>) -> Vec<usize> {
        let (mut free, mut chosen) = (self.free(), vec![]);
        for p in line {
            if people.is_some_and(|people| chosen.len() as i64 >= people) {
                break;
            }
            let party = self.entry(p).party;
            match free {
                Some(n) if party > n && fill => continue,
                Some(n) if party > n => break,
                other => free = other.map(|n| n - party),
            }
            chosen.push(p);
        }
        chosen
    }

    fn offer(&mut self, p: usize, seats: i64, until: DateTime<Utc>, invitation: bool, by_pass: bool) {
        let (state, created) = (OfferState::Pending, self.now);
        self.offers[p] = Some(Offer { state, seats, until, invitation, by_pass, created });
    }

    fn end(&mut self, p: usize) {
        if let Some(offer) = self.offers[p].as_mut().filter(|offer| offer.state == OfferState::Pending) {
            offer.state = OfferState::Ended;
        }
    }

    fn end_all(&mut self) {
        (0..PEOPLE).for_each(|p| self.end(p));
    }

    fn leave(&mut self, p: usize) {
        self.end(p);
        self.entries[p] = None;
    }

    fn enter_line(&mut self, p: usize, party: i64) {
        let place = self.next_place();
        self.entries[p] = Some(Entry { party, place, skipped: false, resting: None, paused: false, lapses: 0 });
    }

    fn take(&mut self, p: usize, n: i64) {
        self.going[p] = n;
        self.entries[p] = None;
        if let Some(offer) = self.offers[p].as_mut().filter(|offer| offer.state == OfferState::Pending) {
            offer.state = OfferState::Claimed;
        }
    }

    fn lift(&mut self, p: usize) {
        if let Some(entry) = &mut self.entries[p] {
            *entry = Entry { skipped: false, resting: None, paused: false, lapses: 0, ..entry.clone() };
        }
    }

    fn check_party(&self, n: i64) -> Expected {
        let too_large = self.capacity.is_some_and(|capacity| capacity > 0 && n > capacity);
        if n > self.max_party || too_large { Err("Invalid") } else { Ok(()) }
    }

    /// R7
    fn deadline(&self, hours: Option<i64>) -> Result<DateTime<Utc>, &'static str> {
        match (hours.map(TimeDelta::hours), self.window()) {
            (Some(hours), _) if self.now + hours > self.start => Err("Invalid"),
            (Some(hours), _) => Ok(self.now + hours),
            (None, Some(window)) => Ok((self.now + window).min(self.start)),
            (None, None) => Err("ExpiryRequired"),
        }
    }

    /// The command as the law sees it, between two passes.
    pub fn apply(&mut self, command: Command) -> Expected {
        self.settle();
        let before = self.clone();
        let answer = self.command(command);
        if answer.is_ok() {
            self.settle();
        } else {
            *self = before;
        }
        answer
    }

    fn command(&mut self, command: Command) -> Expected {
        use Command::*;
        match command {
            Join(p, n) => self.join(p, n),
            Leave(p) => {
                self.leave(p);
                Ok(())
            }
            Yes(p, n) => self.yes(p, n),
            No(p) => {
                self.leave(p);
                self.going[p] = 0;
                Ok(())
            }
            Maybe(p) => {
                self.going[p] = 0;
                Ok(())
            }
            Decline(p) => {
                self.pending(p)?;
                self.leave(p);
                Ok(())
            }
            Pass(p) => {
                self.pending(p)?;
                self.end(p);
                let until = self.now + self.window().unwrap_or(TimeDelta::hours(24));
                let entry = self.entries[p].as_mut().expect("in line");
                (entry.resting, entry.lapses) = (Some(until), 0);
                Ok(())
            }
            Ready(p) => {
                if let Some(entry) = self.entries[p].as_mut().filter(|entry| entry.resting.is_some() || entry.paused) {
                    (entry.resting, entry.paused, entry.lapses) = (None, false, 0);
                }
                Ok(())
            }
            Party(p, n) => self.resize(p, n),
            Offer(p, hours) => self.offer_by_hand(p, hours),
            OfferNext(count, hours) => self.offer_next(count, hours),
            Revoke(p) => {
                self.pending(p)?;
                self.end(p);
                self.entries[p].as_mut().expect("in line").skipped = true;
                Ok(())
            }
            Reactivate(p, hours) => self.reactivate(p, hours),
            Extend(p, hours) => {
                self.pending(p)?;
                let until = self.deadline(Some(hours))?;
                let offer = self.offers[p].as_mut().expect("pending");
                if until <= offer.until {
                    return Err("Invalid");
                }
                offer.until = until;
                Ok(())
            }
            MoveToEnd(p) => {
                self.entries[p].as_ref().ok_or("NotFound")?;
                let place = self.next_place();
                self.entries[p].as_mut().expect("in line").place = place;
                Ok(())
            }
            MoveBefore(p, q) => self.move_before(p, q),
            Lift(p) => {
                self.entries[p].as_ref().ok_or("NotFound")?;
                self.lift(p);
                Ok(())
            }
            Remove(p) => {
                self.entries[p].as_ref().ok_or("NotFound")?;
                self.leave(p);
                Ok(())
            }
            Enter(p, n, over) => {
                if self.status == Status::Cancelled {
                    return Err("Stale");
                }
                if !over && !self.may_take(p, n - self.going[p], false) {
                    return Err("Capacity");
                }
                self.take(p, n);
                Ok(())
            }
            Cancel if self.status == Status::Cancelled => Err("Stale"),
            Cancel => {
                self.status = Status::Cancelled;
                self.end_all();
                Ok(())
            }
            Close if self.status != Status::Open => Err("Stale"),
            Close => {
                self.status = Status::Closed;
                self.end_all();
                Ok(())
            }
            Reopen if self.status == Status::Open => Err("Stale"),
            Reopen => {
                self.status = Status::Open;
                Ok(())
            }
            Capacity(limit) => {
                self.limit(limit);
                Ok(())
            }
            MoveStart(hours) => self.move_start(hours),
            Wait(minutes) => {
                self.now += TimeDelta::minutes(minutes);
                Ok(())
            }
            settings => self.save(settings),
        }
    }

    /// Someone's latest offer is to be a live one.
    fn pending(&self, p: usize) -> Expected {
        self.offers[p].as_ref().ok_or("NotFound")?;
        self.live(p).map(drop).ok_or("NotPending")
    }

    fn join(&mut self, p: usize, n: i64) -> Expected {
        if !self.open {
            return Err("WaitlistClosed");
        }
        if self.entries[p].is_some() {
            return Ok(());
        }
        if self.going[p] > 0 {
            return Err("AlreadyRegistered");
        }
        if !self.claimable() {
            return Err("NotEligible");
        }
        if self.may_take(p, n, self.closed()) {
            return Err("SeatsAvailable");
        }
        self.check_party(n)?;
        self.enter_line(p, n);
        Ok(())
    }

    fn yes(&mut self, p: usize, n: i64) -> Expected {
        let more = n - self.going[p];
        let open_to_them = self.may_take(p, more, self.closed());
        if self.promotes() && self.claimable() && !open_to_them && self.going[p] == 0 {
            if self.entries[p].is_none() {
                self.check_party(n)?;
                self.enter_line(p, n);
            }
            return Ok(());
        }
        let promised = self.live(p).map_or(0, |offer| offer.seats).max(self.going[p]);
        // In automatic mode who is going already is told about the seats first.
        let told_first = self.promotes() && self.claimable() && !open_to_them;
        if n > self.max_party.max(promised) && !told_first {
            return Err("Invalid");
        }
        if more > 0 {
            if !self.claimable() {
                return Err("NotEligible");
            }
            if !open_to_them {
                let left = self.left(p, self.closed()).unwrap_or_default();
                return Err(if left > 0 { "OnlyNLeft" } else { "EventIsFull" });
            }
        }
        self.take(p, n);
        Ok(())
    }

    fn resize(&mut self, p: usize, n: i64) -> Expected {
        let party = self.entries[p].as_ref().ok_or("NotFound")?.party;
        if self.live(p).is_some() {
            return Err("AlreadyPending");
        }
        let place = if n > party {
            self.check_party(n)?;
            Some(self.next_place())
        } else {
            None
        };
        let entry = self.entries[p].as_mut().expect("in line");
        (entry.party, entry.place) = (n, place.unwrap_or(entry.place));
        Ok(())
    }

    fn offer_by_hand(&mut self, p: usize, hours: Option<i64>) -> Expected {
        let party = self.entries[p].as_ref().ok_or("NotFound")?.party;
        let until = self.deadline(hours)?;
        if self.live(p).is_some_and(|offer| !offer.invitation) {
            return Err("AlreadyPending");
        }
        if !self.claimable() {
            return Err("NotOfferable");
        }
        if self.free().is_some_and(|free| party > free) {
            return Err("Capacity");
        }
        self.end(p);
        self.lift(p);
        self.offer(p, party, until, false, false);
        Ok(())
    }

    fn offer_next(&mut self, count: i64, hours: Option<i64>) -> Expected {
        let until = self.deadline(hours)?;
        if !self.claimable() {
            return Err("NotOfferable");
        }
        let next: Vec<usize> = self.line().into_iter().filter(|p| self.eligible(*p)).take(count as usize).collect();
        let chosen = self.chosen(next, true, None);
        if chosen.is_empty() {
            return Err("Capacity");
        }
        for p in chosen {
            let party = self.entry(p).party;
            self.offer(p, party, until, false, false);
        }
        Ok(())
    }

    /// R5
    fn reactivate(&mut self, p: usize, hours: Option<i64>) -> Expected {
        let offer = self.offers[p].clone().ok_or("NotFound")?;
        let until = self.deadline(hours)?;
        if offer.state != OfferState::Ended {
            return Err("NotReactivatable");
        }
        if self.going[p] > 0 {
            return Err("AlreadyRegistered");
        }
        if !self.claimable() {
            return Err("NotOfferable");
        }
        let seats = self.entries[p].as_ref().map_or(offer.seats, |entry| entry.party);
        if self.free().is_some_and(|free| seats > free) {
            return Err("Capacity");
        }
        self.lift(p);
        if self.entries[p].is_none() {
            self.enter_line(p, offer.seats);
        }
        let created = offer.created;
        self.offer(p, seats, until, false, false);
        self.offers[p].as_mut().expect("made").created = created;
        Ok(())
    }

    fn move_before(&mut self, p: usize, q: usize) -> Expected {
        self.entries[p].as_ref().ok_or("NotFound")?;
        self.entries[q].as_ref().ok_or("NotFound")?;
        if p == q {
            return Ok(());
        }
        let mut line = self.line();
        line.retain(|other| *other != p);
        let at = line.iter().position(|other| *other == q).expect("in line");
        line.insert(at, p);
        for (place, person) in line.into_iter().enumerate() {
            self.entries[person].as_mut().expect("in line").place = place as i64 - 1000;
        }
        Ok(())
    }

    /// R25
    fn limit(&mut self, limit: Option<i64>) {
        let lowered = limit.is_some_and(|limit| self.capacity.is_none_or(|before| limit < before));
        self.capacity = limit;
        while lowered && self.held() > 0 && self.attendees() + self.held() > limit.unwrap_or_default() {
            let newest = self.reserved().map(|(p, offer)| (offer.created, self.entry(p).place, p)).max();
            self.end(newest.expect("something is held").2);
        }
    }

    /// R41
    fn move_start(&mut self, hours: i64) -> Expected {
        let start = self.start + TimeDelta::hours(hours);
        if self.cutoff.is_some_and(|cutoff| cutoff >= start) {
            return Err("Invalid");
        }
        let later = start >= self.start;
        self.start = start;
        let over = start <= self.now;
        for offer in self.offers.iter_mut().flatten().filter(|offer| offer.state == OfferState::Pending) {
            if later {
                offer.until = if offer.invitation { offer.until.max(start) } else { offer.until };
            } else if over {
                offer.state = OfferState::Ended;
            } else {
                offer.until = offer.until.min(start);
            }
        }
        Ok(())
    }

    fn save(&mut self, command: Command) -> Expected {
        let mut next = self.clone();
        match command {
            Command::Open(open) => next.open = open,
            Command::Window(window) => next.window = window,
            Command::Batch(batch) => next.batch = batch,
            Command::Fill(fill) => next.fill = fill,
            Command::QueueFirst(queue_first) => next.queue_first = queue_first,
            Command::Cutoff(hours) => next.cutoff = hours.map(|hours| self.start - TimeDelta::hours(hours)),
            Command::MinWindow(minutes) => next.min_window = minutes,
            Command::Promote(promote) => next.promote = promote,
            Command::MaxParty(most) => next.max_party = most,
            other => unreachable!("{other:?} is no setting"),
        }
        let without_window = next.window.is_none() && next.cutoff.is_some();
        let too_long = next.window.is_some_and(|window| next.min_window > window * 60);
        if without_window || too_long || (next.promote && next.window.is_some()) {
            return Err("Invalid");
        }
        if self.open && !next.open {
            next.end_all();
        }
        *self = next;
        Ok(())
    }
}
