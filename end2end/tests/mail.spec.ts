import { expect, get, linkIn, type People, type Person, post, signInByApi, test } from '../support/people'
import type { Server } from '../support/server'
import type { Smtp } from '../support/smtp'

const event_id = 'club/concert'

test('a crash right after Ben gave back his seat loses neither the offer to Cleo nor its mail', async ({
  server,
  smtp,
  people,
}) => {
  const { ben, cleo } = await benGoesAndCleoWaits(server, people)

  smtp.clear()
  smtp.failNext(451, 2) // one for each mail that follows: neither can go before the crash
  await post(ben, 'rsvp/answer', { event_id, answer: 'no' })
  await server.kill9()
  expect(smtp.mails).toEqual([])

  await server.start()
  await mailsArrive(server, smtp, cleo, 1)
  const [mail] = mailsTo(smtp, cleo)
  expect(mail!.subject).toBe('A seat is held for you: Concert')
  await expectOneLiveOffer(cleo)
  expect((await cleo.page.goto(linkIn(mail!)))!.status()).toBe(200)

  await server.advance('30m')
  expect(mailsTo(smtp, cleo)).toHaveLength(1)
  expect(mailsTo(smtp, ben).map(mail => mail.subject)).toEqual(['Your place is cancelled: Concert'])
})

test('a mail that was accepted when the server crashed comes again with the same Message-ID', async ({
  server,
  smtp,
  people,
}) => {
  const { ben, cleo } = await benGoesAndCleoWaits(server, people)

  smtp.clear()
  let crash: Promise<void> | undefined
  smtp.onMail = mail => {
    if (mail.to === cleo.email) crash ??= server.kill9() // it never hears that the mail was accepted
  }
  await post(ben, 'rsvp/answer', { event_id, answer: 'no' }).catch(() => {}) // the crash may come before the answer
  await smtp.waitFor(mail => mail.to === cleo.email)
  await crash

  await server.start()
  await mailsArrive(server, smtp, cleo, 2)
  const [first, second] = mailsTo(smtp, cleo)
  expect(second!.subject).toBe('A seat is held for you: Concert')
  expect(second!.messageId).toBe(first!.messageId)
  expect(second!.text).toBe(first!.text)
  await expectOneLiveOffer(cleo)

  await server.advance('30m')
  expect(mailsTo(smtp, cleo)).toHaveLength(2)
})

test('a mail that the mail server puts off is sent again, and only then counts as sent', async ({
  server,
  smtp,
  people,
}) => {
  const { olga, ben, cleo } = await benGoesAndCleoWaits(server, people)

  smtp.clear()
  smtp.failNext(451, 4) // Ben's and Cleo's, twice each
  await post(ben, 'rsvp/answer', { event_id, answer: 'no' })
  await server.advance('0m')
  expect(smtp.mails).toEqual([])
  expect(await notifiedAt(olga)).toEqual([null])
  await olga.page.goto(`/manage/${event_id}/waitlist/offers`)
  await expect(olga.page.getByText('mail not sent yet')).toBeVisible()

  await mailsArrive(server, smtp, cleo, 1)
  expect(await notifiedAt(olga)).toEqual([expect.any(String)])
  await olga.page.reload()
  await expect.soft(olga.page.getByText(/mail accepted .*\d\d:\d\d CES?T/)).toBeVisible()

  await server.advance('30m')
  expect(mailsTo(smtp, cleo).map(mail => mail.subject)).toEqual(['A seat is held for you: Concert'])
  expect(mailsTo(smtp, ben).map(mail => mail.subject)).toEqual(['Your place is cancelled: Concert'])
})

/** A concert of one seat, which Ben has; all mails until then are sent. */
async function benGoesAndCleoWaits(server: Server, people: People) {
  const olga = await people.member('Olga Berg')
  const ben = await people.member('Ben Ost')
  const cleo = await people.member('Cleo Marsh')
  for (const person of [olga, ben, cleo]) await signInByApi(person)

  await server.cli('org', 'add', '--slug', 'club', '--name', 'The Club', '--owner', olga.email)
  const day = 24 * 60 * 60 * 1000
  await post(olga, 'organizer/events/create', {
    org: 'club',
    title: 'Concert',
    kind: 'rsvp',
    starts_at: new Date(Date.now() + 14 * day).toISOString(),
    ends_at: new Date(Date.now() + 15 * day).toISOString(),
    time_zone: 'Europe/Vienna',
    max_attendees: '1',
    waitlist_open: 'true',
    waitlist_time_window: '24h',
  })
  await post(olga, 'organizer/events/publish', { event_id })
  await post(ben, 'rsvp/answer', { event_id, answer: 'yes' })
  await post(cleo, 'waitlist/join', { event_id })
  await server.advance('0m')
  return { olga, ben, cleo }
}

function mailsTo(smtp: Smtp, person: Person) {
  return smtp.mails.filter(mail => mail.to === person.email)
}

/** Lets time pass, so that leases end and pauses before another attempt too, until this person has so many mails. */
async function mailsArrive(server: Server, smtp: Smtp, person: Person, count: number) {
  await expect
    .poll(async () => {
      await server.advance('1m')
      return mailsTo(smtp, person).length
    })
    .toBe(count)
}

async function expectOneLiveOffer(person: Person) {
  const { active_offer, pending_offers_count, entry } = await get(person, 'events/my_status', { event_id })
  expect(active_offer).toMatchObject({ seats: 1, is_cutoff_batch: false })
  expect(pending_offers_count).toBe(0) // of others
  expect(entry).toMatchObject({ state: 'offered' })
}

async function notifiedAt(organizer: Person): Promise<(string | null)[]> {
  const offers = await get(organizer, 'organizer/offers', { event_id })
  return offers.results.map((offer: { notified_at: string | null }) => offer.notified_at)
}
