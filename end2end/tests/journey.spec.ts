import type { Page } from '@playwright/test'
import {
  button,
  card,
  expect,
  expectLedger,
  fillInEvent,
  get,
  join,
  link,
  linkIn,
  type People,
  type Person,
  register,
  signIn,
  signInHere,
  test,
  written,
  writtenInFull,
} from '../support/people'
import type { Server } from '../support/server'
import type { Mail, Smtp } from '../support/smtp'

const concert = {
  org: 'chamber-music-society',
  title: 'Schubert by candlelight',
  starts: '2030-03-15T19:30',
  ends: '2030-03-15T21:30',
  zone: 'Europe/Vienna',
  seats: 2,
}
const event_id = `${concert.org}/schubert-by-candlelight`
const page = `/e/${event_id}`
const manage = `/manage/${event_id}`

const inAWindowOf24Hours = 'If a seat frees up and it is your turn, we write to you and hold it for 24 hours.'

// Attendees may be anywhere: their browsers show their own time beside the event's.
test.use({ timezoneId: 'America/New_York', actionTimeout: 15_000 })

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('a seat that Ben gives back goes to the next in line, until someone takes it', async ({
      server,
      smtp,
      people,
    }) => {
      test.setTimeout(180_000)
      await server.setClock('2030-03-04T12:00:00Z')

      const olga = await people.member('Olga Berg')
      await test.step('Olga starts an organization and publishes a concert of two seats with a waitlist', async () => {
        await olgaStartsAnOrganization(people, olga)
        await olgaMakesTheConcert(people, olga)
        await olgaOpensTheWaitlist(people, olga)
      })

      const ann = await people.member('Ann Hale')
      const ben = await people.member('Ben Ost')
      const cleo = await people.newcomer('Cleo Marsh')
      const dan = await people.member('Dan Reed')
      const fay = await people.member('Fay Lund')
      const stranger = await people.browserOfTheirOwn()
      await signIn(dan)
      await signIn(fay)

      await test.step('Ann and Ben take the two seats', async () => {
        await annSignsInFromTheEventsPageAndRegisters(people, ann)
        await signIn(ben)
        await register(ben, page)
      })

      await test.step('Cleo, who makes an account for it, and Dan join the waitlist', async () => {
        await cleoSignsUp(people, cleo, smtp)
        await cleo.page.goto(page)
        await people.look(cleo.page, 'event-full')
        await join(cleo, page, 1)
        await expect(card(cleo.page, "You're number 1")).toContainText(`This is not a booking. ${inAWindowOf24Hours}`)
        await people.look(cleo.page, 'event-queued')
        await join(dan, page, 2)
        await aStrangerSeesThatItIsFull(people, stranger)
      })

      await test.step('Ben cancels: Cleo is offered the seat, and nobody else can take it', async () => {
        await cancelPlace(people, ben)
        const deadline = await deadlineOf(cleo)
        await strangersSeeThatASeatIsOnOffer(people, stranger, deadline)
        await fayCantTakeIt(people, fay, deadline)
        await expect(await gotoEvent(dan.page, "You're number 1")).toContainText(
          `1 seat is on offer to people who wait; the next may open after ${written(deadline, concert.zone)}`,
        )
      })

      const toCleo = await test.step('the offer comes by mail, and opening its link changes nothing', async () => {
        const deadline = await deadlineOf(cleo)
        const mail = await smtp.waitFor(offerTo(cleo))
        tellsTheDeadline(mail, deadline, server)
        await openingChangesNothing(people, { server, smtp, stranger, cleo, olga, mail, deadline })
        return mail
      })

      await test.step('a day later the seat goes on to Dan, who takes it without signing in', async () => {
        const deadline = await deadlineOf(cleo)
        await server.advance('1h')
        await cleoIsToldThatItEnded(people, { smtp, cleo, stranger, toCleo, deadline })
        await danTakesTheSeatByHisLink(people, stranger, await smtp.waitFor(offerTo(dan)))
        await expect(await gotoEvent(dan.page, "You're going")).toBeVisible()
      })

      await test.step('the numbers on the page of Olga add up', async () => {
        await join(fay, page, 2)
        await olgaSeesTheLedger(people, olga)
      })

      await test.step('Olga gives the seat of a pending offer to Fay, withdraws it, and offers it to Cleo again', async () => {
        await noSeatToGive(people, olga)
        await cancelPlace(people, ann)
        await olgaOffersFayTheSeatOfCleo(people, { olga, cleo, fay, smtp })
        await olgaWithdrawsIt(people, { olga, fay, smtp })
        smtp.clear()
        await olgaOffersItToCleoAgain(people, { olga, cleo, smtp })
        await cleoTakesIt(people, cleo)
        await olga.page.goto(`${manage}/waitlist`)
        await expectLedger(olga.page, { seats: 2, going: 2, held: 0, free: 0, waiting: 1 })
      })
    })
  })
}

async function olgaStartsAnOrganization(people: People, olga: Person) {
  await olga.page.goto('/')
  await people.look(olga.page, 'home-empty')
  await link(olga.page, 'Sign in').click()
  await expect(olga.page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible()
  await people.look(olga.page, 'sign-in')
  await signInHere(olga)
  await expect(olga.page).toHaveURL('/me')
  await people.look(olga.page, 'me-empty')

  await olga.page.goto('/')
  await olga.page.getByLabel('A new organization').fill('Chamber Music Society')
  await button(olga.page, 'Start organizing').click()
  await expect(olga.page).toHaveURL(`/manage/${concert.org}`)
  await expect(olga.page.getByRole('heading', { name: 'Chamber Music Society' })).toBeVisible()
  await people.look(olga.page, 'manage-empty')
}

async function olgaMakesTheConcert(people: People, olga: Person) {
  await link(olga.page, 'New event').click()
  await expect(olga.page.getByRole('heading', { name: 'New event' })).toBeVisible()
  await people.look(olga.page, 'event-new')
  await fillInEvent(olga.page, concert)
  await button(olga.page, 'Save as a draft').click()
  await expect(olga.page).toHaveURL(manage)
  await expect(olga.page.getByText('Saved as a draft. Nobody sees it until you publish it.')).toBeVisible()
  await expect(olga.page.getByText('Fri 15 March 2030, 19:30 CET')).toBeVisible()
  await people.look(olga.page, 'overview-draft')

  const asAStranger = await people.browserOfTheirOwn()
  expect((await asAStranger.goto(page))!.status()).toBe(404)

  await button(olga.page, 'Publish').click()
  await expect(olga.page.getByText('Published: people can register.')).toBeVisible()
  await expectLedger(olga.page, { seats: 2, going: 0, held: 0, free: 2, waiting: 0 })
  await people.look(olga.page, 'overview-open')
  await asAStranger.goto(page)
  await expect(card(asAStranger, '2 seats are free')).toBeVisible()
}

async function olgaOpensTheWaitlist(people: People, olga: Person) {
  await link(olga.page, 'Waitlist').click()
  await expect(olga.page.getByRole('heading', { name: 'The waitlist is off' })).toBeVisible()
  await people.look(olga.page, 'queue-off')
  await link(olga.page, 'Open the waitlist').click()
  await expect(olga.page).toHaveURL(`${manage}/waitlist/settings`)
  await people.look(olga.page, 'settings-closed')

  await olga.page.getByRole('radio', { name: /^Open When the seats are gone/ }).check()
  await olga.page.getByLabel('How long an offer lasts').fill('24h')
  await olga.page.getByLabel('Offers out at one time').fill('1')
  await button(olga.page, 'Save').click()
  await expect(olga.page.getByText('Settings saved.')).toBeVisible()
  await expect(
    olga.page.getByText(
      'When seats free up, the next people in line get 24 hours each to take theirs; at most 1 offer is out at one time. ' +
        "Who doesn't answer goes to the end of the line, and the seat goes on by itself.",
    ),
  ).toBeVisible()
  await people.look(olga.page, 'settings-open')
}

async function annSignsInFromTheEventsPageAndRegisters(people: People, ann: Person) {
  await ann.page.goto(page)
  await expect(card(ann.page, '2 seats are free')).toBeVisible()
  await people.look(ann.page, 'event-free-stranger')
  await link(ann.page, 'Sign in to register').click()
  await signInHere(ann)
  await expect(ann.page).toHaveURL(page)
  await people.look(ann.page, 'event-free')
  await button(ann.page, 'Register').click()
  await expect(card(ann.page, "You're going")).toBeVisible()
  await people.look(ann.page, 'event-going')
}

async function cleoSignsUp(people: People, cleo: Person, smtp: Smtp) {
  await cleo.page.goto(page)
  await cleo.page.goto(`/sign-up?next=${page}`)
  await expect(cleo.page.getByRole('heading', { name: 'Make an account' })).toBeVisible()
  await people.look(cleo.page, 'sign-up')
  await cleo.page.getByLabel('Name').fill(cleo.name)
  await cleo.page.getByLabel('E-mail').fill(cleo.email)
  await button(cleo.page, 'Mail me the link').click()
  await expect(cleo.page.getByRole('heading', { name: 'Check your mail' })).toBeVisible()
  await people.look(cleo.page, 'check-mail')

  const mail = await smtp.waitFor(mail => mail.to === cleo.email)
  expect(mail.subject).toBe('Confirm your address')
  await cleo.page.goto(linkIn(mail))
  await expect(cleo.page.getByRole('heading', { name: 'Confirm your address' })).toBeVisible()
  await people.look(cleo.page, 'confirm-address')
  await cleo.page.getByLabel('Choose a password').fill('a garden full of owls')
  await button(cleo.page, 'Confirm and sign in').click()
  await expect(cleo.page.getByText("You're signed in, Cleo Marsh.")).toBeVisible()

  await button(cleo.page, 'Sign out, Cleo Marsh').click()
  await expect(link(cleo.page, 'Sign in')).toBeVisible()
  await cleo.page.goto('/sign-in')
  await signInHere(cleo, 'a garden full of owls')
  await expect(cleo.page).toHaveURL('/me')
}

async function aStrangerSeesThatItIsFull(people: People, stranger: Page) {
  const full = await gotoEvent(stranger, 'Full')
  await expect(full).toContainText('2 people are waiting.')
  await expect(full).toContainText(`Joining the waitlist is free and no booking. ${inAWindowOf24Hours}`)
  await people.look(stranger, 'event-full-stranger')
  await link(stranger, 'I have an account: sign in').click()
  await expect(stranger).toHaveURL(url => url.pathname === '/sign-in' && url.searchParams.get('next') === page)

  await stranger.goto('/')
  await expect(stranger.getByText('full, waitlist open')).toBeVisible()
  await people.look(stranger, 'home')
}

async function cancelPlace(people: People, person: Person) {
  await person.page.goto(page)
  await people.pressAndConfirm(button(person.page, 'Cancel my place'), {
    name: 'question-cancel-place',
    title: 'Give your place back?',
    text: 'Your seat is free for the next person at once.',
    yes: 'Cancel my place',
  })
  await expect(person.page).toHaveURL(page)
  await expect(person.page.getByText("You've given your place back.")).toBeVisible()
}

async function strangersSeeThatASeatIsOnOffer(people: People, stranger: Page, deadline: string) {
  const full = await gotoEvent(stranger, 'Full for now')
  await expect(full).toContainText(
    `1 seat is on offer to people who wait; the next may open after ${written(deadline, concert.zone)}`,
  )
  await expect(full).toContainText('1 person is waiting.')
  await expect(button(stranger, 'Join the waitlist')).toBeVisible()
  await expect(link(stranger, 'Sign in to register')).toHaveCount(0)
  await people.look(stranger, 'event-on-offer-stranger')

  const answer = await stranger.request.post('/api/rsvp/answer', { form: { event_id, answer: 'yes' } })
  expect([answer.status(), (await answer.json()).code]).toEqual([401, 'sign_in_required'])
}

async function fayCantTakeIt(people: People, fay: Person, deadline: string) {
  await expect(await gotoEvent(fay.page, 'Full for now')).toContainText(
    `1 seat is on offer to people who wait; the next may open after ${written(deadline, concert.zone)}`,
  )
  await expect(button(fay.page, 'Join the waitlist')).toBeVisible()
  await expect(button(fay.page, 'Register')).toHaveCount(0)
  await people.look(fay.page, 'event-on-offer')

  const answer = await fay.page.request.post('/api/rsvp/answer', { form: { event_id, answer: 'yes' } })
  expect(answer.status()).toBe(409)
  expect(await answer.json()).toMatchObject({
    code: 'event_is_full',
    eligibility: { next_step: 'join_waitlist', pending_offers_count: 1, next_batch_at: deadline },
  })
}

function offerTo(person: Person) {
  return (mail: Mail) => mail.to === person.email && mail.subject === `A seat is held for you: ${concert.title}`
}

function tellsTheDeadline(mail: Mail, deadline: string, server: Server) {
  const until = `until ${writtenInFull(deadline, concert.zone)}.`
  expect(mail.text).toContain(until)
  expect(mail.html).toContain(until)
  expect(mail.text).toContain('Hello Cleo Marsh,')
  expect(linkIn(mail)).toMatch(new RegExp(`^${server.url}/o/[\\w-]+$`))
  expect(mail.messageId).toMatch(/^<[\w-]+@127\.0\.0\.1>$/)
}

/** Mail scanners open links, and so do people who only look. */
async function openingChangesNothing(
  people: People,
  its: { server: Server; smtp: Smtp; stranger: Page; cleo: Person; olga: Person; mail: Mail; deadline: string },
) {
  const { server, smtp, stranger, cleo, olga, mail, deadline } = its
  const address = linkIn(mail)
  const held = card(stranger, 'A seat is held for you')

  await changesNothing({ smtp, cleo, olga }, async () => {
    expect((await fetch(address)).status).toBe(200)
    await stranger.goto(address)
    await expect(stranger.getByText('For Cleo Marsh, c•••@example.org')).toBeVisible()
    await expect(held).toContainText(`Until ${written(deadline, concert.zone)}`)
    await expect(held).toContainText('After that it goes to the next person.')
    await expect(button(stranger, 'Take my seat')).toBeVisible()
    await expect(button(stranger, 'No thanks, leave the list')).toBeVisible()
    await people.look(stranger, 'offer')

    await cleo.page.goto('/me')
    await expect(cleo.page.getByRole('listitem').filter({ hasText: concert.title })).toContainText(
      `A seat is held for you until ${written(deadline, concert.zone)}`,
    )
    await people.look(cleo.page, 'me')
  })

  await server.advance('23h')
  await changesNothing({ smtp, cleo, olga }, async () => {
    await stranger.goto(address)
    const countdown = stranger.getByRole('timer')
    await expect(countdown).toHaveText(people.withScripts ? /^59 min \d+ s$/ : '59 min')
    await expect(held).toHaveClass(/urgent/)
    if (!people.withScripts) return
    const now = await countdown.innerText()
    await expect(countdown).not.toHaveText(now)
    await expect(held.locator('.local')).toHaveText(/07:0\d.* in New York\)$/)
  })
  await people.look(stranger, 'offer-urgent')
}

async function changesNothing(its: { smtp: Smtp; cleo: Person; olga: Person }, act: () => Promise<void>) {
  const before = await everything(its.cleo, its.olga)
  const mails = its.smtp.mails.length
  await act()
  expect(await everything(its.cleo, its.olga)).toEqual(before)
  expect(its.smtp.mails.length).toBe(mails)
}

/** What can't change by looking: where Cleo stands, and what the organizer sees. */
async function everything(cleo: Person, olga: Person) {
  const { jobs, ...ledger } = await get(olga, 'organizer/ledger', { event_id })
  const status = await get(cleo, 'events/my_status', { event_id })
  const offers = await get(olga, 'organizer/offers', { event_id })
  return { status, ledger, offers }
}

/** Until when the offer of this person holds. */
async function deadlineOf(person: Person): Promise<string> {
  return (await get(person, 'events/my_status', { event_id })).active_offer_expires_at
}

async function cleoIsToldThatItEnded(
  people: People,
  its: { smtp: Smtp; cleo: Person; stranger: Page; toCleo: Mail; deadline: string },
) {
  const { smtp, cleo, stranger, toCleo, deadline } = its
  const mail = await smtp.waitFor(mail => mail.subject === `Your offer has ended: ${concert.title}`)
  expect(mail.to).toBe(cleo.email)
  expect(mail.text).toContain("You're still on the waitlist")

  const over = `Your offer ended on ${written(deadline, concert.zone)}`
  const stands = await gotoEvent(cleo.page, "You're number 1")
  await expect(stands).toContainText(over)
  await expect(stands).toContainText("and the seat went on. You're still on the list.")
  await people.look(cleo.page, 'event-offer-over')

  await stranger.goto(linkIn(toCleo))
  await expect(card(stranger, "You're number 1")).toContainText(over)
  await expect(button(stranger, 'Take my seat')).toHaveCount(0)
  await people.look(stranger, 'offer-over')
}

async function danTakesTheSeatByHisLink(people: People, stranger: Page, mail: Mail) {
  await stranger.goto(linkIn(mail))
  await expect(stranger.getByText('For Dan Reed, d•••@example.org')).toBeVisible()
  await expect(link(stranger, 'Sign in')).toBeVisible()
  await button(stranger, 'Take my seat').click()
  await expect(card(stranger, "You're going")).toBeVisible()
  await expect(stranger).toHaveURL(linkIn(mail))
  await expect(link(stranger, 'Sign in')).toBeVisible()
  await people.look(stranger, 'offer-taken')
}

async function olgaSeesTheLedger(people: People, olga: Person) {
  await olga.page.goto(`/manage/${concert.org}`)
  await expect(olga.page.getByText('2 of 2 · 2 waiting')).toBeVisible()
  await people.look(olga.page, 'manage')

  await olga.page.goto(`${manage}/waitlist`)
  await expectLedger(olga.page, { seats: 2, going: 2, held: 0, free: 0, waiting: 2 })
  await expect(olga.page.getByText('Nobody is offered a seat: all 2 are taken.')).toBeVisible()
  await expect(rows(olga.page)).toHaveText([/^1\s*Cleo Marsh.*Waiting/s, /^2\s*Fay Lund.*Waiting/s])
  await people.look(olga.page, 'queue')

  await link(olga.page, 'Offers').click()
  await expectOffers(olga.page, ['All 2', 'Pending 0', 'Claimed 1', 'Expired 1', 'Revoked 0'])
  await expect(rows(olga.page)).toHaveText([/Dan Reed.*Claimed/s, /Cleo Marsh.*Expired.*no answer by the deadline/s])
  await people.look(olga.page, 'offers')
  await link(olga.page, 'Expired 1').click()
  await expect(rows(olga.page)).toHaveText([/Cleo Marsh.*Expired/s])
}

async function noSeatToGive(people: People, olga: Person) {
  await olga.page.goto(`${manage}/waitlist`)
  await button(olga.page, 'Offer: Fay Lund').click()
  await expect(olga.page.getByRole('heading', { name: 'No seat to give' })).toBeVisible()
  await expect(link(olga.page, 'Raise the capacity')).toHaveAttribute('href', `${manage}/edit`)
  await people.look(olga.page, 'conflict-nothing-pending')
}

async function olgaOffersFayTheSeatOfCleo(
  people: People,
  its: { olga: Person; cleo: Person; fay: Person; smtp: Smtp },
) {
  const { olga, cleo, fay, smtp } = its
  const entries = await get(olga, 'organizer/entries', { event_id })
  const entry_id = entries.results.find((entry: { user: { name: string } }) => entry.user.name === fay.name).id
  const refused = await olga.page.request.post('/api/organizer/offers/create', { form: { event_id, entry_id } })
  expect([refused.status(), (await refused.json()).code]).toEqual([409, 'capacity'])

  await olga.page.goto(`${manage}/waitlist`)
  await expectLedger(olga.page, { seats: 2, going: 1, held: 1, free: 0, waiting: 1 })
  await expect(rows(olga.page)).toHaveText([/Cleo Marsh.*Offered.*until/s, /^1\s*Fay Lund.*Waiting/s])
  await expect.soft(olga.page.getByText('Last checked: 1 offer made, after an answer,')).toBeVisible()
  await people.look(olga.page, 'queue-held')
  await button(olga.page, 'Offer: Fay Lund').click()
  const conflict = olga.page.getByRole('alert', { name: 'No seat is free for this offer' })
  await expect(conflict).toContainText('All 2 seats are taken or held.')
  await expect(conflict).toContainText('Withdraw this offer instead?')
  if (people.withScripts) await expect(conflict).toBeFocused()
  await people.look(olga.page, 'conflict')
  await conflict.getByRole('radio', { name: /^Cleo Marsh until/ }).check()
  await button(olga.page, 'Withdraw it and offer').click()
  await expect(olga.page.getByText('Offer made; the mail is on its way.')).toBeVisible()
  await expectLedger(olga.page, { seats: 2, going: 1, held: 1, free: 0, waiting: 1 })
  await expect(rows(olga.page)).toHaveText([/Cleo Marsh.*Skipped/s, /Fay Lund.*Offered.*until/s])

  await smtp.waitFor(offerTo(fay))
  await smtp.waitFor(mail => mail.to === cleo.email && mail.subject === `Your offer was withdrawn: ${concert.title}`)
  await expect(await gotoEvent(cleo.page, "You're on the list")).toContainText(
    'The organizer withdrew your offer and decides what comes next.',
  )
  await people.look(cleo.page, 'event-skipped')
}

async function olgaWithdrawsIt(people: People, its: { olga: Person; fay: Person; smtp: Smtp }) {
  const { olga, fay, smtp } = its
  await people.pressAndConfirm(button(olga.page, 'Revoke: Fay Lund'), {
    name: 'question-revoke',
    title: "Withdraw Fay Lund's offer?",
    text: 'Fay Lund is told that the offer is withdrawn, and is skipped until you offer again.',
    yes: 'Withdraw the offer',
  })
  const flash = olga.page.locator('.flash')
  await expect(flash).toContainText('Offer withdrawn')
  // Cleo is skipped, Fay is now: there is nobody whom the seat could go on to.
  await expect.soft(flash).not.toContainText('gone on')
  await expectLedger(olga.page, { seats: 2, going: 1, held: 0, free: 1, waiting: 2 })
  await expect(rows(olga.page)).toHaveText([/Cleo Marsh.*Skipped/s, /Fay Lund.*Skipped/s])
  await smtp.waitFor(mail => mail.to === fay.email && mail.subject === `Your offer was withdrawn: ${concert.title}`)
}

async function olgaOffersItToCleoAgain(people: People, its: { olga: Person; cleo: Person; smtp: Smtp }) {
  const { olga, cleo, smtp } = its
  await link(olga.page, 'Offers').click()
  await expectOffers(olga.page, ['All 4', 'Pending 0', 'Claimed 1', 'Expired 1', 'Revoked 2'])
  await link(olga.page, 'Revoked 2').click()
  await button(olga.page, 'Reactivate: Cleo Marsh').click()
  await expect(olga.page.getByText('Offer made again; the mail is on its way.')).toBeVisible()
  await expectOffers(olga.page, ['All 4', 'Pending 1', 'Claimed 1', 'Expired 1', 'Revoked 1'])
  await expectLedger(olga.page, { seats: 2, going: 1, held: 1, free: 0, waiting: 1 })
  await people.look(olga.page, 'offers-pending')

  const mail = await smtp.waitFor(offerTo(cleo))
  expect(mail.text).toContain(`until ${writtenInFull(await deadlineOf(cleo), concert.zone)}.`)
}

async function cleoTakesIt(people: People, cleo: Person) {
  await gotoEvent(cleo.page, 'A seat is held for you')
  await people.look(cleo.page, 'event-offered')
  await button(cleo.page, 'Take my seat').click()
  await expect(card(cleo.page, "You're going")).toBeVisible()
}

async function gotoEvent(at: Page, heading: string) {
  await at.goto(page)
  const found = card(at, heading)
  await expect(found).toBeVisible()
  return found
}

function rows(at: Page) {
  return at.locator('tbody tr')
}

async function expectOffers(at: Page, counts: string[]) {
  await expect(at.getByRole('navigation', { name: 'Status' }).getByRole('link')).toHaveText(counts)
}
