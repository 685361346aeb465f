# Every sentence that people read, in English. Another language is another file beside this one, with the same names and variables.

## The language itself; direction is ltr or rtl

language-name = English
language-direction = ltr

## Times and lengths of time

time-days =
    { $n ->
        [one] 1 day
       *[other] { $n } days
    }
time-hours =
    { $n ->
        [one] 1 hour
       *[other] { $n } hours
    }
time-minutes =
    { $n ->
        [one] 1 minute
       *[other] { $n } minutes
    }
time-seconds =
    { $n ->
        [one] 1 second
       *[other] { $n } seconds
    }
time-full = { $weekday } { $day } { $month } { $year }, { $time }
time-short = { $weekday } { $day } { $month }, { $time }
time-day = { $weekday } { $day } { $month }
time-weekday =
    { $n ->
        [1] Mon
        [2] Tue
        [3] Wed
        [4] Thu
        [5] Fri
        [6] Sat
       *[7] Sun
    }
time-month =
    { $n ->
        [1] January
        [2] February
        [3] March
        [4] April
        [5] May
        [6] June
        [7] July
        [8] August
        [9] September
        [10] October
        [11] November
       *[12] December
    }

## What is wrong with a field

error-email = This is not an e-mail address; it should look like ann@example.org.
error-zone = This is not a time zone; give a name such as Europe/Vienna.
error-year = Give a date between the years 1970 and 9999.
error-instant = Give a date and time such as 2026-03-04T18:00.
error-skipped = The clocks in { $zone } skip this time that night; give another.
error-empty = This can't be empty.
error-characters = This has a character that can't be used here (a line break or a control character).
error-control = This has a control character that can't be used here.
error-long = This is { $length } characters long; at most { $most } fit.
error-boolean = Say true or false.
error-number = Give a whole number from { $least } to { $most }.
error-word = “{ $word }” is none of: { $allowed }.
error-id = This is not an id (a UUID).
error-duration = Give a duration such as 90m, 24h or 3d.
error-time = Give a time of day such as 22:00.
error-window = An offer lasts from 1 hour to 7 days.
error-cutoff-window = A final call needs a time window for offers; set one.
error-cutoff-start = The final call has to begin before the event starts.
error-min-window = This can't be longer than the time window for offers.
error-min-window-most = This can't be longer than 7 days.
error-promote-window = Seats are either offered for a time or given at once; remove the time window.
error-promote-tickets = Where seats are tickets, nobody can be given one without asking.
error-quiet-to = Say when the quiet hours end, or leave both empty.
error-quiet-from = Say when the quiet hours begin, or leave both empty.
error-quiet-same = Quiet hours end at another time than they begin.
error-deadline-past = The deadline has to lie in the future.
error-deadline-late = The deadline can't be later than the end of registration.
error-sheet-utf8 = This file isn't UTF-8 text. Save it as “CSV UTF-8”.
error-sheet-header = The first line can't be read.
error-sheet-name = The first line names no column “name”.
error-sheet-email = The first line names no column “email”.
error-sheet-line = Line { $line } can't be read; look for a quote that isn't closed.
error-sheet-rows = A file may have { $most } rows at most; split it.
error-row-name = Name: { $wrong }
error-row-email = E-mail: { $wrong }
error-row-party = Party size: { $wrong }
error-row-joined = Join time: { $wrong }
error-slug-event = Another event of yours has this address already.
error-too-far = This is too far away.
error-slug = Use lower-case letters, digits and single hyphens, at most 80.
error-slug-organization = Another organization has this address already.
error-account-exists = This address has an account already.
error-not-yet = This is not available yet; leave it as it is.
error-ends = The event has to end after it starts.
error-registration-deadline = Registration has to end before the event starts.
error-slug-kept = An event keeps its address, so that links to it go on working.
error-deadline-later = Give a later deadline than it has.
error-rank = Nobody in line has this number.
error-party-most =
    { $most ->
        [one] Only single seats here; nobody can come together.
       *[other] At most { $most } can come together.
    }
error-party-capacity = This event has only { $capacity } seats.
error-future = This lies in the future.
error-password-short = Use at least { $least } characters.
error-password-long = Use at most { $most } characters.
error-field = Send this field once, as text.
error-file = Choose a file.
error-target = Say before which number in line, or “end”.
error-why = Say why: the reason is kept in the history.
error-why-over = Say why it may go beyond the capacity: the reason is kept in the history.
error-team-member = A member isn't on the team: owner, manager or staff.
error-invited = Give 1 to { $most } addresses.
error-address = { $text }: { $wrong }


## What could not be done, and why

refused-invalid = Something in the form needs another look.
refused-waitlist-closed = The waitlist of this event is closed.
refused-expiry-required = Say until when the offer holds: this waitlist has no time window.
refused-sign-in-required = Sign in first.
refused-credentials = This address and password don't belong together. Try again, or have a sign-in link mailed to you.
refused-link-spent = This link was used already, or is too old. Ask for a new one.
refused-forbidden = Your role in this organization doesn't allow that.
refused-not-eligible = You can't register for this event.
refused-not-found = There is nothing here, or nothing that you may see.
refused-already-pending = This person has an offer already.
refused-already-registered = This person has a seat at the event already.
refused-seats-available = There are seats left: you can register right away.
refused-not-pending = This offer is over.
refused-not-reactivatable = Only an offer that has ended unclaimed can be made again.
refused-too-late = The last seat was taken a moment ago. You're still on the waitlist.
refused-event-is-full = All seats are taken.
refused-busy = Too much is going on right now. Nothing was changed; try again in a moment.
refused-form = The form could not be read.
refused-internal = Something went wrong on our side. Nothing was changed; try again. If it happens again, report the request { $id }.
refused-internal-unnamed = Something went wrong on our side. Nothing was changed; try again.
refused-cross-site = This was sent from another site, so nothing was done. Use the page here.
refused-slow-down = That was a lot at once. Try again in { $seconds } seconds.
refused-too-large = That is too much at once: a form may have 64 KiB.
refused-wrong-type = Send the fields as application/x-www-form-urlencoded.
refused-method-not-allowed = This address doesn't take that method.
refused-nothing-here = There is nothing at this address.
refused-signed-out = You were signed out meanwhile, so nothing was saved. What you typed is still here; send it again.
refused-file = The file is too large or broken: at most 5 MiB.
refused-confirmed = There is nothing to confirm any more. Go back and press the button again.
refused-only-n-left =
    { $left ->
        [one] Only 1 seat is left.
       *[other] Only { $left } seats are left.
    }
refused-would-withdraw =
    { $n ->
        [one] 1 offer will be withdrawn and its holder told, since the seats no longer suffice.
       *[other] { $n } offers will be withdrawn and their holders told, since the seats no longer suffice.
    }
refused-capacity =
    { $capacity ->
        [one] The only seat is taken or held.
       *[other] All { $capacity } seats are taken or held.
    } Withdraw a pending offer for this one, or raise the capacity.
refused-capacity-some = { $needed } seats are needed and { $free } of { $capacity } are free. Withdraw a pending offer for this one, or raise the capacity.

## What is not so any more

stale-joined = You joined a moment ago. Load the page again.
stale-publish-first = Publish the event first.
stale-cancelled = This event is cancelled.
stale-begun = This event has begun.
stale-joined-again = This person joined again a moment ago. Load the page again.
stale-publish-before = Publish the event before you enter registrations.
stale-no-draft = This event isn't a draft any more.
stale-cancelled-already = This event is cancelled already.
stale-not-open = Registration for this event isn't open.
stale-address = Another event took this address a moment ago. Try again.
stale-telling = People are still being told that it is cancelled. Try again in a minute.
stale-delete = Only a draft or a cancelled event can be deleted. Cancel it first.
stale-draft-cancel = A draft isn't public; there is nothing to cancel.
stale-draft = This event is a draft; publish it.
stale-open = This event is open already.
stale-on-team = This person is on your team, which lets them in already.
stale-last-owner = Someone has to own this organization. Make another owner first.
stale-only-owner = You're the only owner of an organization. Make another owner first.

## Why someone can't be offered a seat

offerable-not-open = Registration for this event isn't open, so no seat can be offered.
offerable-blocked = This person is on your blocklist.
offerable-invitation = This person isn't invited to this private event.
offerable-members = This person isn't one of your members.
offerable-unconfirmed = This person hasn't confirmed their address yet.
offerable-registered = This person is registered already.

## Which gate stops someone

reason-blocked = You can't register for events of this organizer.
reason-requires-invitation = This event is by invitation only.
reason-members-only = This event is for members of its organizer only.
reason-event-not-open = Registration for this event isn't open.
reason-event-cancelled = This event is cancelled.
reason-event-has-started = This event has begun.
reason-event-has-finished = This event is over.
reason-registration-closed = Registration for this event has ended.
reason-event-is-full = All seats are taken.
reason-spots-reserved-for-waitlist = The free seats are kept for people on the waitlist.
reason-on-waitlist-waiting-for-batch = You're on the waitlist; the free seats are on offer to people before you.
reason-on-waitlist = You're on the waitlist; all seats are taken.

## Why nobody is offered a seat

why-draft = Nobody is offered a seat: the event is a draft. Publish it first.
why-closed = Nobody is offered a seat: registration is closed.
why-cancelled = Nobody is offered a seat: the event is cancelled.
why-started = Nobody is offered a seat: the event has begun.
why-registration-ended = Nobody is offered a seat: the registration deadline has passed.
why-list-closed = Nobody is offered a seat: the waitlist is closed.
why-window = Nobody is offered a seat by itself: no time window is set. Offer by hand, or set one.
why-no-seats = Nobody is offered a seat: this event has no seats of its own.
why-taken =
    { $capacity ->
        [one] Nobody is offered a seat: the only one is taken.
       *[other] Nobody is offered a seat: all { $capacity } are taken.
    }
why-held =
    { $capacity ->
        [one] No further offers now: the only seat is held by an offer.
       *[other] No further offers now: all { $capacity } seats are taken or held, { $held } of them by offers.
    }
why-batch =
    { $live ->
        [one] No further offers now: 1 is out, as many as the batch size allows at one time.
       *[other] No further offers now: { $live } are out, as many as the batch size allows at one time.
    }
why-gathering = { $free } of { $party } seats gathered for the party of { $party } that is first in line.
why-none-fits = Nobody is offered a seat: no party that waits fits the free seats ({ $free }).
why-nobody-eligible =
    { $waiting ->
        [one] Nobody is offered a seat: the one person waiting can't be asked now.
       *[other] Nobody is offered a seat: none of the { $waiting } people waiting can be asked now.
    }
why-all-invited = Final call: everyone who can be asked is invited; seats go first come, first served.
why-nobody-waits = Nobody is offered a seat: nobody is waiting.

## After what a pass ran: "after …"

trigger-answered = an answer
trigger-registration-set = an answer by an organizer
trigger-registration-removed = a registration was removed
trigger-joined = someone joined
trigger-left = someone left
trigger-declined = an offer was declined
trigger-deadline = a deadline passed
trigger-sweep = the hourly sweep
trigger-nudge = the hourly check
trigger-offer-made = an offer by hand
trigger-offer-revoked = an offer was withdrawn
trigger-offer-reactivated = an offer was made again
trigger-offer-extended = an offer was extended
trigger-undeliverable = a mail could not be delivered
trigger-confirmed = an address was confirmed
trigger-passed = someone passed this time
trigger-ready = someone is ready again
trigger-party-changed = a party changed its size
trigger-entry-added = someone was added
trigger-entry-moved = someone was moved
trigger-entry-lifted = a skip, rest or pause was lifted
trigger-entry-removed = someone was removed
trigger-gates-changed = the blocklist, invitations or members changed
trigger-account-erased = an account was erased
trigger-message-sent = a message was sent
trigger-settings-saved = the settings were saved
trigger-event-changed = the event was changed
trigger-event-published = the event was published
trigger-event-reopened = the event was opened again
trigger-event-cancelled = the event was cancelled
trigger-event-closed = registration was closed
refused-multipart = The file did not arrive whole; send it again.
error-clock = Give either advance or set.

## The attendee's card

card-cancelled = This event is cancelled
card-cancelled-text = There is nothing that you have to do.
card-finished = This event is over
card-going =
    { $seats ->
        [one] You're going
       *[other] You're going, { $seats } of you
    }
card-going-text =
    { $seats ->
        [one] If you can't come, please give your place back: it goes to the next person at once.
       *[other] If you can't come, please give your places back: they go to the next people at once.
    }
card-cancel = Cancel my place
card-calendar = Add to my calendar
card-calendar-deadline = Add the deadline to my calendar
calendar-deadline = Answer your offer: { $title }
card-held =
    { $seats ->
        [one] A seat is held for you
       *[other] { $seats } seats are held for you
    }
card-left = { $time } left
card-held-until =
    { $seats ->
        [one] Until { $until }. After that it goes to the next person.
       *[other] Until { $until }. After that they go to the next person.
    }
card-take =
    { $seats ->
        [one] Take my seat
       *[other] Take my seats
    }
card-not-this-time = Not this time, keep my place
card-no-thanks = No thanks, leave the list
card-final-call = Last call
card-final-call-text = Everyone waiting was invited. Seats go to whoever answers first; none is held for you. It ends on { $until }.
card-final-call-full = All seats are taken at the moment; one may still come back. This page shows it at once.
card-take-any =
    { $seats ->
        [one] Take a seat
       *[other] Take seats
    }
card-in-draw = You're in the draw
card-far = You're on the list, behind more than { $most } people
card-number = You're number { $n }
card-on-list = You're on the list
card-resting = You passed this time; you're asked again from { $until }.
card-ready = I'm ready again
card-paused = You didn't answer three offers, so we stopped asking. Your place is kept.
card-paused-mail = We couldn't reach you by mail, so we stopped asking.
card-ask-again = Ask me again
card-skipped = The organizer withdrew your offer and decides what comes next.
card-stopped = { $reason } No more seats are offered.
card-list-closed = The waitlist is closed at the moment; your place is kept.
card-take-free = Take a free seat
card-leave = Leave the list
card-unconfirmed = Your place isn't confirmed yet
card-unconfirmed-text = Press the button in the mail we sent to { $address } to keep your place. Until then it doesn't count.
card-confirm = Confirm my place
card-change-party = Change how many you are
card-ended = Your offer ended on { $at } and the seat went on. You're still on the list.
card-next = This is not a booking. If a seat frees up and it is your turn, we write to you and hold it for { $window }.
card-next-drawn = This is not a booking. If a seat frees up and you are drawn, we write to you and hold it for { $window }.
card-next-promotion = This is not a booking yet. If a seat frees up and you're next, it is yours at once and we tell you.
card-next-final-call = Final call: when a seat frees up, everyone waiting is told, and it goes to whoever answers first.
card-next-passive = This is not a booking. The organizer offers seats by hand.
card-party-large = Your party is larger than the event's capacity now, so it can't be offered seats.
card-gathering = Seats are being gathered for your party of { $party } ({ $free } so far).
card-gathering-hidden = Seats are being gathered for your party of { $party }.
card-on-offer =
    { $held ->
        [one] 1 seat is on offer to people who wait; the next may open after { $next }.
       *[other] { $held } seats are on offer to people who wait; the next may open after { $next }.
    }
card-on-offer-hidden = Seats are on offer to people who wait; the next may open after { $next }.
card-blocked = You can't register for events of this organizer
card-requires-invitation = This event is by invitation only
card-members-only = This event is for members of its organizer only
card-event-not-open = Registration for this event isn't open
card-event-cancelled = This event is cancelled
card-event-has-started = This event has begun
card-event-has-finished = This event is over
card-registration-closed = Registration for this event has ended
card-ask = If you think that is a mistake, ask { $organizer }.
card-registration-ended = It ended on { $at }.
card-ends = It ends on { $at }.
card-free =
    { $free ->
        [one] 1 seat is free
       *[other] { $free } seats are free
    }
card-free-hidden = Seats are free
card-registration-ends = Registration ends on { $at }.
card-register = Register
card-full-for-now = Full for now
card-kept = The free seats are kept
card-kept-text = They are kept for people who wait.
card-full = Full
card-waiting =
    { $n ->
        [one] 1 person is waiting.
       *[other] { $n } people are waiting.
    }
card-join = Join the waitlist
card-joining = Joining the waitlist is free and no booking. If a seat frees up and it is your turn, we write to you and hold it for { $window }.
card-joining-drawn = Joining the waitlist is free and no booking. If a seat frees up and you are drawn, we write to you and hold it for { $window }.
card-joining-promotion = Join the waitlist: if a seat frees up and you're next, it is yours at once and we tell you.
card-joining-final-call = Final call: if a seat frees up, everyone waiting is told, and it goes to whoever answers first.
card-joining-passive = Joining the waitlist is free and no booking. The organizer offers seats by hand.
card-have-account = I have an account: sign in
card-sign-in = Sign in to register
card-your-name = Your name
card-your-email = Your e-mail address
card-your-email-hint = We send one mail with a button that confirms your place.
seats = Seats

## The frame of every page

skip = Skip to the content
nav-you = You
my-places = My places
sign-in = Sign in
sign-up = Make an account
sign-out = Sign out
sign-out-name = Sign out, { $name }
theme = Colours
theme-auto = Auto
theme-light = Light
theme-dark = Dark
language = Language
foot = nextseat: free seats go to the next in line
go-back = Go back
script-left = { $time } left
script-local = ({ $time } in { $zone })
script-sure = Are you sure?
script-yes = Yes
script-changed = Something has changed.
script-show = Show it
remove = Remove

## Pages about what went wrong

errors-link = This link no longer works
errors-new-link = Get a new link
errors-not-found = Not found
errors-not-found-hint = The address may be mistyped, the event may be gone, or it may be for people who are invited. If it is, sign in first.
errors-forbidden = Not allowed
errors-forbidden-hint = An owner of the organization can change your role.
errors-slow-down = One moment, please
errors-busy = Busy
errors-internal = Something went wrong
errors-again-hint = What you had saved before is still there.
errors-too-large = Too large
errors-other = That didn't work
errors-again = Try again
errors-home = To the start page

## Questions before dangerous acts

ask-cancel-place = Give your place back?
ask-cancel-place-text = Your seat is free for the next person at once.
ask-erase = Erase your account?
ask-erase-text = Your seats and places in line go to others at once, and your name and address are forgotten. This can't be undone.
ask-erase-yes = Erase it for ever
ask-revoke = Withdraw { $name }'s offer?
ask-revoke-text = { $name } is told that the offer is withdrawn, and is skipped until you offer again. The seat is free for the next in line.
ask-revoke-yes = Withdraw the offer
ask-remove = Remove { $name } from the waitlist?
ask-remove-text = { $name } loses their place in line.
ask-remove-text-offer = { $name } loses their place in line. The offer is withdrawn and the seat is free for the next in line.
ask-unregister = Remove { $name }'s registration?
ask-unregister-text = { $name } is told.
ask-unregister-text-going = { $name } is told. The seat is free for the next in line at once.
ask-team = Remove { $name } from the team?
ask-team-text = { $name } can't see or change your events any more.
ask-member = Remove { $name } from the members?
ask-member-text = { $name } can't register for members-only events any more; an offer of one is withdrawn.
ask-unblock = Unblock { $name }?
ask-unblock-text = { $name } can register and wait again.
ask-unblock-yes = Unblock
ask-uninvite = Withdraw { $name }'s invitation?
ask-uninvite-text = { $name } can't see the event or register any more; an offer is withdrawn.
ask-uninvite-yes = Withdraw the invitation
ask-close-list = Close the waitlist?
ask-close-list-text =
    { $held ->
        [0] {""}
        [one] 1 held offer is withdrawn.{" "}
       *[other] { $held } held offers are withdrawn.{" "}
    }{ $told ->
        [one] 1 person is told.
       *[other] { $told } people are told.
    } Everyone keeps their place in case you open it again.
ask-close-list-yes = Close the list
ask-cancel-event = Cancel the event?
ask-cancel-event-text =
    “{ $title }” is shown as cancelled. { $held ->
        [0] {""}
        [one] 1 held offer is withdrawn.{" "}
       *[other] { $held } held offers are withdrawn.{" "}
    }Everyone going ({ $going }) or waiting ({ $waiting }) is told.
ask-close-event = Close registration?
ask-close-event-text =
    Nobody can register for “{ $title }” any more. { $held ->
        [0] {""}
        [one] 1 held offer is withdrawn.{" "}
       *[other] { $held } held offers are withdrawn.{" "}
    }Everyone keeps their place in line in case you open it again.
ask-delete-event = Delete the event?
ask-delete-event-text = “{ $title }” goes with its registrations, waitlist and history. This can't be undone.
ask-delete-event-yes = Delete for ever
ask-message = Send the message?
ask-message-text =
    { $n ->
        [one] 1 person will get it by mail.
       *[other] { $n } people will get it by mail.
    }
ask-message-yes = Send it
ask-bulk-revoke =
    { $n ->
        [one] Withdraw 1 offer?
       *[other] Withdraw { $n } offers?
    }
ask-bulk-revoke-text =
    { $n ->
        [one] Its holder is told, and is skipped until you offer again. The seat is free for the next in line.
       *[other] Their holders are told, and are skipped until you offer again. The seats are free for the next in line.
    }
ask-bulk-revoke-yes = Withdraw the offers
ask-bulk-remove =
    { $n ->
        [one] Remove 1 person from the waitlist?
       *[other] Remove { $n } people from the waitlist?
    }
ask-bulk-remove-text =
    { $held ->
        [0] They lose their places in line.
        [one] They lose their places in line. 1 held offer is withdrawn, and its seat is free for the next in line.
       *[other] They lose their places in line. { $held } held offers are withdrawn, and their seats are free for the next in line.
    }
ask-withdraws = Save with fewer seats?
ask-withdraws-yes = Save and withdraw

## Fields

field-email = E-mail
field-password = Password
field-name = Name
field-why = Why

## Accounts

account-no-password = No password?
account-link-hint = We mail you a link that signs you in.
account-link = Mail me a link
account-sign-up-lead = We mail you a link; the page behind it asks for a password, if you want one.
account-mail-link = Mail me the link
account-have = I have an account
account-confirm = Confirm your address
account-confirm-yes = Confirm and sign in
account-choose = Choose a password (or leave it empty)
account-choose-hint = At least 8 characters. Without one, you sign in by mailed links.
account-signed-in = You're signed in, { $name }.
account-erased = Your account is erased.
account-language = The pages, and the mails that you get, are in English now.
check-mail = Check your mail
check-mail-place = We've sent you a mail. Open its link within 48 hours and press the button, or the place is lost.
check-mail-link = We've sent a link to the address that you gave. It works once, for 20 minutes.
check-mail-nothing = Nothing there? Look in your spam folder.
check-mail-again = Ask for the mail again

## The attendee's pages

event-manage = Manage this event
event-page = The event's page
event-for = For { $name }, { $address }
event-confirm = Keep your place on the waitlist?
event-confirm-text = A place is set aside for you. It counts as soon as you press the button.
event-stand = Where you stand
event-share = Share this event
event-share-label = Its address
event-where = Where
event-lottery = Drawn by lot
event-lottery-text = The next draw's seed is fixed already. Its SHA-256:
me-title = My waitlists and places
me-empty = You're on no list and have no place yet
me-empty-text = What you register for, or wait for, appears here.
me-events = See the events
me-organize = You organize
me-last-call = Last call until { $until }
me-held = A seat is held for you until { $until }
me-answer = Answer
me-going =
    { $seats ->
        [one] you're going
       *[other] you're going, { $seats } of you
    }
me-paused = paused: we stopped asking
me-resting = asked again from { $until }
me-far = behind more than { $most } people
me-number = number { $n } in line
me-in-draw = in the draw
me-on-list = on the list
me-maybe = maybe
line-cancelled = cancelled
line-closed = registration closed
line-waitlist = full, waitlist open
line-full = full
line-open = open
line-free =
    { $free ->
        [one] 1 seat free
       *[other] { $free } seats free
    }
home-events = Events
home-lead = When a seat frees up, it goes to the next in line.
home-empty = No public events yet
home-empty-text = An event appears here when its organizer publishes it.
home-organize = Organize
home-new = A new organization
home-new-example = Chess Club
home-start = Start organizing
home-password = password
home-sign-in-as = Sign in as { $email }
home-demo = This is a demo
home-mails = Mails that were sent
mailbox = Mailbox
mailbox-lead = Every mail of this run, newest first.
mailbox-empty = No mails yet
mailbox-to = to { $to }

## What the last form did

done-settings = Settings saved.
done-offer = Offer made; the mail is on its way.
done-revoked-on = Offer withdrawn; the seat has gone on.
done-revoked = Offer withdrawn.
done-reactivated = Offer made again; the mail is on its way.
done-removed-entry = Removed from the waitlist.
done-extended = The offer lasts longer now, and its holder is told.
done-moved = Moved.
done-lifted = They can be offered a seat again.
done-draft = Saved as a draft. Nobody sees it until you publish it.
done-saved = Saved.
done-published = Published: people can register.
done-cancelled = The event is cancelled, and everyone going or waiting is told.
done-reopened = The event is open again; everyone stands where they stood.
done-closed = Registration is closed. Everyone keeps their place in line.
done-copied = Copied as a draft. Nobody sees it until you publish it.
done-entered = Entered, and the person is told.
done-unregistered = Removed. Their seats are free for the next in line.
done-removed = Removed.
done-already = You're on the waitlist already.
done-joined = You're on the waitlist.
done-left = You've left the waitlist.
done-passed = You've passed this time and keep your place. Thank you for saying so.
done-declined = You've given the seat back and left the waitlist. Thank you for saying so.
done-confirmed = Your place is confirmed.
done-ready = We'll ask you again.
done-party = Saved how many of you wait.
done-yes = You're going.
done-no = You've given your place back.
done-maybe = We've noted a maybe; that holds no seat.
done-waitlisted = All seats are taken: you're on the waitlist.
done-unblocked = No longer blocked.
done-uninvited = No longer invited.
done-offers =
    { $n ->
        [one] 1 offer made; the mail is on its way.
       *[other] { $n } offers made; the mails are on their way.
    }
done-message =
    { $n ->
        [one] The message is on its way to 1 person.
       *[other] The message is on its way to { $n } people.
    }
done-added = { $name } is on the waitlist.
done-team = { $name } is on the team.
done-member = { $name } is a member.
done-deleted = “{ $title }” is deleted.
done-blocked = { $name } is blocked.
done-invited =
    { $n ->
        [one] 1 person is newly invited.
       *[other] { $n } people are newly invited.
    }

## What saving the settings would do

preview =
    Nothing is saved yet. Saving this now, { $seats }{ $withdraws ->
        [0] {""}
        [one] ; 1 offer would be withdrawn
       *[other] ; { $withdraws } offers would be withdrawn
    }.
preview-nobody = nobody would be offered a seat
preview-promotes =
    { $more ->
        [0] { $names } would have a seat at once
       *[other] { $names } and { $more } more would have a seat at once
    }
preview-offers =
    { $more ->
        [0] { $names } would be offered seats
       *[other] { $names } and { $more } more would be offered seats
    }

## Why an entry is passed over

note-offered = has an offer
note-unconfirmed = the address isn't confirmed yet
note-blocked = blocked
note-requires-invitation = not invited
note-members-only = not a member
note-skipped = an organizer withdrew the offer
note-skipped-by = { $who } withdrew the offer
note-paused = no answer to 3 offers
note-paused-mail = mail can't be delivered
note-resting = passed this time
note-large = a party of { $party }, more than the { $capacity } seats
whynot-offered = { $note }
whynot-waiting = { $note }
whynot-unconfirmed = unconfirmed: { $note }
whynot-barred = not eligible: { $note }
whynot-skipped = skipped: { $note }
whynot-paused = paused: { $note }
whynot-resting = { $note }

## Mails

mail-hello = Hello,
mail-hello-name = Hello { $name },
mail-verify = Confirm your address
mail-verify-text = Open this page and press the button to confirm your address and sign in.
mail-sign-in = Your sign-in link
mail-sign-in-text = Open this page and press the button to sign in.
mail-link-once = The link works once, for 20 minutes. If you didn't ask for it, you can ignore this mail.
mail-open = Open the page
mail-offer =
    { $seats ->
        [one] A seat is held for you: { $title }
       *[other] { $seats } seats are held for you: { $title }
    }
mail-offer-text =
    { $seats ->
        [one] A seat is held for you at “{ $title }” until { $until }. After that it goes on to the next person.
       *[other] { $seats } seats are held for you at “{ $title }” until { $until }. After that they go on to the next person.
    }
mail-offer-open = Opening this page answers nothing yet: press a button there to take the seat or to let it go.
mail-offer-action = Answer the offer
mail-final-call = Final call: { $title }
mail-final-call-text = There is still room at “{ $title }”. This is the final call: seats go first come, first served until { $until }; none is held for you.
mail-final-call-open = Opening this page answers nothing yet: press a button there to take a seat.
mail-final-call-action = Answer the invitation
mail-promoted = You have a seat: { $title }
mail-promoted-text =
    { $seats ->
        [one] A seat freed up and it was your turn: you now have a seat at “{ $title }”. If you can't come, please give it back, so that the next person gets it.
       *[other] Seats freed up and it was your turn: you now have { $seats } seats at “{ $title }”. If you can't come, please give them back, so that the next person gets them.
    }
mail-place-action = See or cancel my place
mail-paused = Should we ask you again? { $title }
mail-paused-text = Your offer has ended: three seats at “{ $title }” were offered to you in a row, and none of the offers was answered. So we stop asking; your place in line is kept.
mail-paused-press = Press the button on this page if you still want to come.
mail-message = { $subject }: { $title }
mail-message-text = { $text }
mail-expired = Your offer has ended: { $title }
mail-expired-text = The time for an answer is over, so no seat at “{ $title }” is held for you any more; it goes on to the next in line.
mail-withdrawn = Your offer was withdrawn: { $title }
mail-withdrawn-text = The organizer of “{ $title }” has withdrawn the seat that was offered to you.
mail-moved = Your time to answer has changed: { $title }
mail-moved-text = The time to answer your offer at “{ $title }” has changed: it now ends on { $until }.
mail-stand-action = See where you stand
mail-event-action = See the event
mail-going = You're going: { $title }
mail-going-text =
    { $seats ->
        [one] Your seat at “{ $title }” is booked. If you can't come, please give it back, so that the next person gets it.
       *[other] Your { $seats } seats at “{ $title }” are booked. What you don't need, please give back, so that the next person gets it.
    }
mail-unregistered = Your place is cancelled: { $title }
mail-unregistered-text = You no longer have a seat at “{ $title }”.
mail-cancelled = Cancelled: { $title }
mail-cancelled-text = “{ $title }” is cancelled. There is nothing that you have to do.
mail-closed = The waitlist is closed: { $title }
mail-closed-text = The organizer of “{ $title }” has closed the waitlist, so no more seats are offered, and none is held for you any more. Your place in line is kept in case it opens again.
mail-confirm = Please confirm: waitlist of { $title }
mail-asked = Someone, we hope you, asked for a place on the waitlist of “{ $title }” with this address.
mail-confirm-press = Open this page and press the button within 48 hours to keep your place. If it wasn't you, do nothing.
mail-joined = You're on the waitlist: { $title }
mail-joined-text = You're on the waitlist of “{ $title }”. This is not a booking.
mail-joined-next = If a seat frees up and it is your turn, we write to you and hold it for { $window }.
mail-joined-drawn = If a seat frees up and you are drawn, we write to you and hold it for { $window }.
mail-joined-promotion = If a seat frees up and it is your turn, it is yours at once, and we write to you.
mail-joined-final-call = If a seat frees up, we write to you; seats go first come, first served.
mail-joined-passive = If a seat frees up, the organizer may offer it to you.
mail-has-seat = { $asked } You have a seat there already.
mail-has-none = { $asked } You can't be put on it; please ask the organizer.
mail-about = About the waitlist: { $title }
mail-still-in-line = You're still on the waitlist; there is nothing that you have to do.
mail-not-in-line = You're no longer on the waitlist.
mail-when = { $when }
mail-when-where = { $when } · { $venue }

## The organizer's events

save = Save
manage-new = New event
manage-empty = No events yet
manage-empty-text = A new event begins as a draft that only your team sees.
manage-coming = To come
manage-past = Past
line-draft = draft
line-over = over
line-of = { $going } of { $capacity }
line-going = { $going } going
line-held = { $n } held
line-waiting = { $n } waiting
line-next = next deadline { $next }
tab-overview = Overview
tab-waitlist = Waitlist
tab-registrations = Registrations
tab-invitations = Invitations
tab-event = Event
status-draft = Draft
status-cancelled = Cancelled
status-closed = Registration closed
sum-seats = seats
sum-going = going
sum-held = held by offers
sum-free = free
sum-waiting = waiting
sum-over = { $over } more than the capacity.
sum-mail-failures =
    { $n ->
        [one] Mail to 1 person failed.
       *[other] Mail to { $n } people failed.
    }
sum-last = Last checked: { $made }, after { $after }, { $at }.
pass-made =
    { $n ->
        [one] 1 offer made
       *[other] { $n } offers made
    }
pass-ok = offers made
pass-event-closed = the event isn't open
pass-disabled = no offers by themselves
pass-no-spots = no seat free
pass-batch-full = the batch is full
pass-waiting-for-seats = seats are gathered for the next party
pass-no-eligible-users = nobody to offer to
pass-cutoff-already-processed = everyone was invited already
trigger-unknown = a change
next-offer-ends = Next: an offer ends on { $at }; the seat then goes on by itself.
next-offer-frees = Next: an offer ends on { $at }; the seat is then free again.
next-call-begins = Next: the final call begins on { $at }.
next-call-ends = Next: the final call ends on { $at }.
next-place = Next: someone's rest ends, or an unconfirmed place goes, on { $at }.
overview-figures = In numbers
overview-links = To pass on
overview-public = Public page
overview-door = Door list
overview-publish = Publish
overview-close = Close registration
overview-cancel = Cancel the event
overview-reopen = Open it again
overview-delete = Delete the event
overview-copy = Copy the event
overview-copy-starts = The copy starts
overview-copy-hint = Every other time keeps its distance to the start. Nobody comes along.
overview-copy-yes = Copy as a draft
figures-rate = of the answered and lapsed offers were taken
figures-of = ({ $claimed } of { $decided })
figures-median = from an offer to its answer, for half of those who took theirs
figures-per-seat = offers for each seat filled
figures-decimal = { $whole }.{ $tenth }
chart-title = The last days
chart-label = The last { $days } days: going from { $going } to { $going_now }, waiting from { $waiting } to { $waiting_now }.
chart-going = going
chart-held = held
chart-waiting = waiting
chart-scale = from 0 to { $most }
chart-day = Day
chart-as-table = As a table
event-save-draft = Save as a draft
event-change = Change { $title }
event-title = Title
event-starts = Starts
event-ends = Ends
event-zone = Time zone
event-zone-hint = All times here are read in it.
event-seats-hint = Empty: no limit. 0: nobody gets in but from the waitlist.
event-venue-holds = The venue holds
event-venue-holds-hint = Empty: unknown. The smaller of the two counts.
event-registration-ends = Registration ends
event-registration-ends-hint = Empty: when the event starts. No offer outlasts it.
event-description = Description
event-visibility = Who finds it?
event-public = Everyone
event-public-text = It is listed on the start page.
event-unlisted = Who has the link
event-unlisted-text = It is listed nowhere.
event-private = Who is invited
event-private-text = Nobody else can see it or register.
event-members = Who may register?
event-anyone = Everyone who finds it
event-anyone-text = No membership is needed.
event-members-only = Members only
event-members-only-text = Only members of your organization can register or wait.
event-numbers = Numbers
event-shown = Shown
event-shown-text = People see how many seats are free and how many wait.
event-hidden = Hidden
event-hidden-text = Only your team sees them.

## The organizer's waitlist

person = Person
actions = Actions
since = Since
someone = someone
none = none
nothing = nothing
until = until
until-field = Until
more = More
more-about = More about { $name }
unverified = unverified
party-of = party of { $n }
seats-n = { $n } seats
filter-all = All
filter-find = Find
filter-state = State
filter-show = Show
filter-clear = Show all
filter-found =
    { $n ->
        [one] 1 found.
       *[other] { $n } found.
    }
pager = Pages
pager-previous = Previous
pager-next = Next
pager-page = Page { $page } of { $last }
offer = Offer
offer-until = Offer to { $name } until
revoke = Revoke
reactivate = Reactivate
extend = Extend
extend-name = Extend: { $name }
move = Move
move-name = Move: { $name }
move-before = Move before
move-before-name = Move { $name } before this number in line, or “end”
move-why-name = Why { $name } is moved
waitlist-queue = Queue
waitlist-offers = Offers
waitlist-history = History
waitlist-add = Add people
waitlist-message = Message
waitlist-settings = Settings
conflict = No seat is free for this offer
conflict-none = No seat to give
conflict-none-text = All seats are taken and no offer is pending. To offer another seat, raise the capacity.
conflict-raise = Raise the capacity
conflict-choose =
    { $n ->
        [one] Withdraw this offer instead?
       *[other] Choose one of { $n } pending offers to withdraw for this one.
    }
conflict-yes = Withdraw it and offer
queue-caption = In line, first to last
queue-select = Select
queue-select-name = Select { $name }
queue-joined = Joined
queue-lift = Let them be asked
queue-fill = Switch to filling
queue-offer-fitting = Offer to the next who fits
queue-offer-next = Offer to the next
queue-mail-failed = a mail could not be delivered
queue-last-mail = last mail { $at }
queue-nobody-matches = Nobody matches
queue-nobody-matches-text = Nobody in line has this name or state.
queue-off = The waitlist is off
queue-off-text = When it is open, people can queue once the seats are gone, and freed seats are offered to them in order.
queue-open = Open the waitlist
queue-nobody = Nobody is waiting
queue-nobody-text = As soon as the seats are gone, people can join here.
queue-seats-left = Nobody is waiting: there are seats left
queue-seats-left-text = Once they are gone, people can join the waitlist on the event's page.
bulk = With those who are selected
bulk-until = Offers last until
bulk-message = Write to them
bulk-export = Download as CSV
state-waiting = Waiting
state-offered = Offered
state-skipped = Skipped
state-resting = Resting
state-paused = Paused
state-unconfirmed = Unconfirmed
offer-pending = Pending
offer-claimed = Claimed
offer-expired = Expired
offer-revoked = Revoked
offer-until-when = until { $until }
offer-ended = { $why }, { $at }
offer-told = mail accepted { $at }
offer-not-told = mail not sent yet
offers-status = Status
offers-none = No offers here
offers-none-text = When a seat frees up and someone waits, they are offered it in a round; each round is listed here.
round-final-call = final call
round-drawn = drawn by lot
round-in-order = in line order
round-by-hand = by hand
round-claimed = { $claimed } of { $all } claimed
round-caption = Offers of { $at }, { $by }
ended-deadline = no answer by the deadline
ended-left = left the list
ended-declined = declined
ended-passed = passed this time
ended-undeliverable = mail can't be delivered
ended-organizer = withdrawn by an organizer
ended-event-cancelled = event cancelled
ended-event-closed = registration closed
ended-waitlist-closed = waitlist closed
ended-cutoff-moved = final call moved
ended-entry-removed = removed from the list
ended-capacity-reduced = capacity reduced
settings-managers = Only managers can change these settings.
settings-readback = What these settings mean
settings-preview = What would happen?
settings-joining = Joining
settings-may-queue = May people queue?
settings-open = Open
settings-open-text = When the seats are gone, people can join the waitlist.
settings-closed = Closed
settings-closed-text = Nobody can join. Closing withdraws live offers; everyone keeps their place.
settings-closing = Closing it now: { $text }
settings-party = How many may come together
settings-party-hint = 1 to 20.
settings-offers = Offering seats
settings-window = How long an offer lasts
settings-window-hint = From 1h to 7d, such as 24h or 3d. Empty: no offers by themselves.
settings-batch = Offers out at one time
settings-batch-hint = 0: as many as seats are free.
settings-who = Who is asked
settings-in-order = The next in line
settings-in-order-text = Whoever joined first is asked first.
settings-drawn = Whoever is drawn
settings-drawn-text = People are drawn by lot; anyone can check the draw afterwards.
settings-no-window = Without a time window
settings-by-hand = You offer by hand
settings-by-hand-text = Freed seats wait for you.
settings-at-once = The next in line has it at once
settings-at-once-text = Nobody is asked; they are told, and can give it back.
settings-free-seats = Free seats
settings-fit = When the next party is larger than the free seats
settings-strict = Wait for it
settings-strict-text = Free seats are gathered for it; nobody is overtaken.
settings-fill = Pass over it this time
settings-fill-text = The next who fits is offered; the party keeps its place.
settings-while = Free seats while someone waits
settings-everyone = Open to everyone
settings-everyone-text = Seats that aren't on offer can be taken by anyone.
settings-queue-first = Only for the queue
settings-queue-first-text = As long as anyone eligible waits, nobody else can take a seat.
settings-end = The final call, and the night
settings-cutoff = Final call from
settings-cutoff-hint = From then on everyone waiting is invited, and seats go to whoever answers first. Empty: only the shortest window decides.
settings-min-window = Shortest window worth an offer
settings-min-window-hint = When less than this is left until registration ends, the final call begins. Such as 30m.
settings-quiet-from = Quiet from
settings-quiet-hint = Offers made at night are told in the morning. Empty: never quiet.
settings-quiet-zone = In the event's zone.
readback-closed = The waitlist is closed: nobody can queue, and freed seats are open to everyone.
readback-passive = People can queue. When a seat frees up, nothing happens by itself: you offer seats by hand.
readback-promotion = When a seat frees up, the head of the line has it at once, without being asked, and is told.
readback-drawn = When seats free up, people are drawn by lot from everyone waiting, as many as fit, and get { $window } each to take theirs.
readback-drawn-batch = When seats free up, people are drawn by lot from everyone waiting, at most { $n } at one time, and get { $window } each to take theirs.
readback-next = When seats free up, the next people in line, as many as fit, get { $window } each to take theirs.
readback-next-batch =
    { $n ->
        [one] When seats free up, the next people in line get { $window } each to take theirs; at most 1 offer is out at one time.
       *[other] When seats free up, the next people in line get { $window } each to take theirs; at most { $n } offers are out at one time.
    }
readback-silence = Who doesn't answer goes to the end of the line, and the seat goes on by itself.
readback-min-window = When less than { $window } is left, everyone waiting is invited at once.
readback-cutoff = From the final call on, everyone waiting is invited at once.
message-everyone = Everyone in line with a confirmed place gets it by mail.
message-chosen = Only those whom you selected in the queue.
message-subject = Subject
message-subject-hint = The event's title is added.
message-body = Message
message-body-hint = An empty line begins a new paragraph.
message-send = Send
message-preview = Preview
message-previewed = This is how the mail will look. Nothing is sent yet.
history-empty = Nothing has happened yet
history-empty-text = Every change of an offer, a place in line, a setting or the capacity is written down here, with who made it and why.
history-only = Only what is about one person.
history-reason = Reason: { $reason }
history-until = until { $at }
history-no-deadline = without a deadline
history-no-reason = no reason is known
history-offer-made =
    { $seats ->
        [one] { $who } offered { $on } a seat { $until }.
       *[other] { $who } offered { $on } { $seats } seats { $until }.
    }
history-invited = { $on } was invited in the final call.
history-offer-expired = { $on }'s offer ended: { $why }.
history-offer-passed = { $on } passed this time.
history-offer-revoked = { $who } withdrew { $on }'s offer: { $why }.
history-offer-replaced = { $who } withdrew { $on }'s offer for someone else.
history-offer-reactivated = { $who } made { $on }'s offer again { $until }.
history-offer-extended = { $who } extended { $on }'s offer { $until }.
history-offer-deadline-moved = { $on }'s offer now lasts { $until }.
history-promoted = { $on } got a seat from the waitlist.
history-entry-added = { $who } put { $on } on the waitlist.
history-entries-imported =
    { $n ->
        [one] { $who } imported 1 person.
       *[other] { $who } imported { $n } people.
    }
history-entry-removed = { $who } removed { $on } from the waitlist.
history-entry-moved = { $who } moved { $on } before { $other }.
history-entry-moved-end = { $who } moved { $on } to the end of the line.
history-entry-lifted = { $who } let { $on } be asked again.
history-entry-barred = { $on } can't be offered a seat any more: { $why }.
history-entry-unbarred = { $on } can be offered a seat again.
history-entry-paused = { $on } is paused: no answer to 3 offers.
history-entry-ready = { $on } asked to be asked again.
history-party-changed = { $on } waits for { $n } seats instead of { $was }.
history-registration-set = { $who } entered “{ $answer }” for { $on }.
history-registration-removed = { $who } removed { $on }'s registration.
history-changed = { $who } changed { $what }.
history-published = { $who } published the event.
history-cancelled = { $who } cancelled the event.
history-closed = { $who } closed registration.
history-reopened = { $who } opened the event again.
history-call-began = The final call began.
history-call-ended = The final call ended.
history-drawn = { $offered } of { $pool } people were drawn.
history-message =
    { $n ->
        [one] { $who } wrote to 1 person: “{ $subject }”.
       *[other] { $who } wrote to { $n } people: “{ $subject }”.
    }
history-erased = Someone's account was erased.
history-other = { $who }: { $what } ({ $on }).
draws = Draws
draws-next = The next draw's seed has the SHA-256
draws-file = The draw as a file
draws-verify = “nextseat verify-draw draw.json” computes a draw again.

## Registrations, the door, people

answer-yes = Yes
answer-no = No
answer-maybe = Maybe
role-owner = Owner
role-manager = Manager
role-staff = Staff
role-member = Member
field-name-hint = Only needed if the address is new here.
field-why-hint = Kept in the history.
registrations-answer = Answer
registrations-none = No registrations here
registrations-none-text = Whoever answers, or whom you enter, is listed here.
registrations-caption = Newest first
registrations-csv = Download as CSV
registrations-enter = Enter an answer for someone
registrations-over = If no seat is free
registrations-refuse = Refuse
registrations-refuse-text = The capacity holds, and so do promised seats.
registrations-anyway = Enter it anyway
registrations-anyway-text = The event goes over its capacity; say why below.
registrations-yes = Enter
door-page = Door list of { $title }
door-title =
    { $n ->
        [one] Confirmed: 1 seat
       *[other] Confirmed: { $n } seats
    }
door-hint = By name. Print this page; menus and buttons stay out of the print.
door-nobody = Nobody is going yet.
door-caption = Who is confirmed
door-here = Here
door-standby = Standby: { $n } waiting
door-standby-hint = In line order. If seats stay empty at the door, ask them from the top.
door-standby-first = Only the first { $most } in line are listed.
door-standby-caption = Who stands by
door-nobody-waits = Nobody is waiting.
people-organization = Organization
people-team = Team
people-team-says = Owners and managers can do everything; staff reads queues and registrations, and checks people in.
people-team-empty = Nobody is on the team yet.
people-members = Members
people-members-says = Members may register for your members-only events, and wait for them.
people-members-empty = There are no members yet.
people-blocklist = Blocklist
people-blocklist-says = Blocked people can't register or wait for any of your events; an offer that they hold is withdrawn.
people-blocklist-empty = Nobody is blocked.
people-invitations-says = While the event is private, only these people and your team can see it, register or wait.
people-invitations-empty = Nobody is invited yet.
people-about = About
people-addresses = E-mail addresses
people-addresses-hint = One a line.
people-role = Role
people-why-hint = Only your team sees it.
people-add = Add

## Several at once

error-nobody-selected = Select someone in the list first.
error-language = This language isn't in the catalogue.
bulk-done-offer =
    { $n ->
        [one] 1 offer made; the mail is on its way.
       *[other] { $n } offers made; the mails are on their way.
    }
bulk-done-revoke =
    { $n ->
        [one] 1 offer withdrawn.
       *[other] { $n } offers withdrawn.
    }
bulk-done-remove =
    { $n ->
        [one] 1 person removed from the waitlist.
       *[other] { $n } people removed from the waitlist.
    }
bulk-partly =
    { $done } { $more ->
        [0] Not for { $name }: { $why }
        [one] Not for { $name } and 1 more: { $why }
       *[other] Not for { $name } and { $more } more: { $why }
    }

## Adding people

import-download = Download the waitlist as CSV
import-from-file = From a file
import-file = CSV file
import-file-hint = Columns name and email; party_size and joined_at if you have them. People are appended in the order of their join times.
import-look = Look at the file
import-look-hint = Nothing is written and nobody is mailed yet; you see what would happen first.
import-by-hand = One person
import-would = What importing this file would do
import-would-add =
    { $n ->
        [one] 1 person would be added.
       *[other] { $n } people would be added.
    }
import-done = Imported
import-added =
    { $n ->
        [one] 1 person was added and is told.
       *[other] { $n } people were added and are told.
    }
import-queued = { $n } on the waitlist already
import-registered = { $n } registered already
import-duplicates = { $n } twice in the file
import-line = Line { $line }: { $wrong }
import-go =
    { $n ->
        [one] Import 1 person
       *[other] Import { $n } people
    }
import-bad =
    { $n ->
        [one] 1 line can't be imported and is left out
       *[other] { $n } lines can't be imported and are left out
    }
import-another = Choose another file
import-to-queue = To the queue
import-running = Importing
import-progress = { $done } of { $total } rows
import-stopped = The import stopped at { $done } of { $total } rows. Nobody is added twice: start it again to go on.
