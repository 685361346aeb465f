import type { Page } from '@playwright/test'
import { brotliCompressSync } from 'node:zlib'
import { clubWithAConcert, concert, event_id, makeEvent, manage, signedIn } from '../support/concert'
import { button, card, expect, linkIn, type Person, post, test } from '../support/people'

test.use({ actionTimeout: 15_000 })

test('pages and mails come in the language of the browser, of the switch, of the account', async ({ server, smtp, people, browser }) => {
  const { ben } = await clubWithAConcert(server, people)

  const context = await browser.newContext({ locale: 'pt-BR' })
  const page = await context.newPage()
  await page.goto(concert)
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt')
  await expect(page.getByRole('button', { name: 'Entrar na lista de espera' })).toBeVisible()
  await page.locator('[name=name]').fill('Inês')
  await page.locator('[name=email]').fill('ines@example.org')
  await page.getByRole('button', { name: 'Entrar na lista de espera' }).click()
  const mail = await smtp.waitFor(mail => mail.to === 'ines@example.org')
  expect(mail.subject).toContain('lista de espera')
  expect(mail.html).toContain('lang="pt"')
  await page.goto(linkIn(mail))
  await people.look(page, 'pt-confirm')
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await post(ben, 'rsvp/answer', { event_id, answer: 'no' })
  await smtp.waitFor(mail => mail.to === 'ines@example.org' && /lugar/i.test(mail.subject) && mail.html.includes('lang="pt"'))

  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await context.close()

  // An account's choice goes with it, whatever browser it comes with.
  await ben.page.goto(concert)
  await button(ben.page, 'Português').click()
  await expect(ben.page.locator('.flash')).toBeVisible()
  await expect(ben.page.locator('html')).toHaveAttribute('lang', 'pt')
  await ben.page.context().clearCookies({ name: 'language' })
  await ben.page.reload()
  await expect(ben.page.locator('html')).toHaveAttribute('lang', 'pt')
  const refused = await ben.page.request.post('/api/rsvp/answer', { form: { event_id, answer: 'yes', party_size: '1' } })
  const { code, message } = await refused.json()
  expect(code).toBe('event_is_full')
  expect(message).toMatch(/lugar/)
})

test('each state of the card can be reached, and is found fault with by nobody', async ({ server, people }) => {
  test.setTimeout(240_000)
  const { olga, ben } = await clubWithAConcert(server, people)
  const ann = await signedIn(people, 'Ann Hale')
  const stranger = await people.browserOfTheirOwn()
  const sees = async (who: Person | Page, event: string, heading: string, text: string, name: string) => {
    const page = 'page' in who ? who.page : who
    await page.goto(`/e/${event}`)
    await expect(card(page, heading)).toContainText(text)
    await people.look(page, `card-${name}`)
  }
  const answer = (who: Person, event_id: string, answer: string) => post(who, 'rsvp/answer', { event_id, answer })

  await sees(stranger, event_id, 'Full', 'Joining the waitlist is free', 'full')
  const free = await makeEvent(olga, 'Free seats', { max_attendees: '3' })
  await sees(stranger, free, '3 seats are free', 'Sign in to register', 'free')
  await sees(ann, free, '3 seats are free', 'Register', 'free-signed-in')
  await post(olga, 'organizer/events/update', { event_id: free, hide_capacity: 'true' })
  await sees(ann, free, 'Seats are free', 'Register', 'free-hidden')

  const closed = await makeEvent(olga, 'Closed list', { waitlist_open: 'false', waitlist_time_window: '' })
  await answer(ben, closed, 'yes')
  await sees(ann, closed, 'Full', '', 'full-no-list')

  await post(ann, 'waitlist/join', { event_id })
  await sees(ann, event_id, "You're number 1", 'This is not a booking.', 'queued')
  await answer(ben, event_id, 'no')
  await sees(ann, event_id, 'A seat is held for you', 'After that it goes to the next person', 'offered')
  await sees(stranger, event_id, 'Full for now', '1 seat is on offer to people who wait', 'held')
  const { active_offer } = await (await ann.page.request.get('/api/events/my_status', { params: { event_id } })).json()
  await post(olga, 'organizer/offers/revoke', { event_id, offer_id: active_offer.id })
  await sees(ann, event_id, "You're on the list", 'The organizer withdrew your offer', 'skipped')

  const passive = await makeEvent(olga, 'Passive', { waitlist_time_window: '' })
  await answer(ben, passive, 'yes')
  await post(ann, 'waitlist/join', { event_id: passive })
  await sees(ann, passive, "You're number 1", 'The organizer offers seats by hand.', 'passive')

  const automatic = await makeEvent(olga, 'Automatic', { waitlist_time_window: '', waitlist_auto_promote: 'true' })
  await answer(ben, automatic, 'yes')
  await sees(ann, automatic, 'Full', "it is yours at once and we tell you", 'automatic')

  const lottery = await makeEvent(olga, 'Lottery', { waitlist_lottery_mode: 'true' })
  await answer(ben, lottery, 'yes')
  await post(ann, 'waitlist/join', { event_id: lottery })
  await sees(ann, lottery, "You're in the draw", 'If a seat frees up and you are drawn', 'in-the-draw')
  await expect(ann.page.getByRole('main')).toContainText("The next draw's seed is fixed already.")

  const parties = await makeEvent(olga, 'Parties', { max_attendees: '3', max_party_size: '3' })
  await post(ben, 'rsvp/answer', { event_id: parties, answer: 'yes', party_size: '3' })
  await post(ann, 'waitlist/join', { event_id: parties, party_size: '2' })
  await post(ben, 'rsvp/answer', { event_id: parties, answer: 'yes', party_size: '2' })
  await sees(ann, parties, "You're number 1", 'Seats are being gathered for your party of 2 (1 so far).', 'gathering')
  await sees(stranger, parties, 'The free seats are kept', 'They are kept for people who wait.', 'kept')

  const silent = await makeEvent(olga, 'Silent', { waitlist_time_window: '1h' })
  await answer(ben, silent, 'yes')
  await post(ann, 'waitlist/join', { event_id: silent })
  await answer(ben, silent, 'no')
  await server.advance('1h')
  await sees(ann, silent, 'A seat is held for you', 'Not this time', 'offered-again')
  await server.advance('1h')
  await server.advance('1h')
  await sees(ann, silent, "You're number 1", 'You didn\'t answer three offers, so we stopped asking.', 'paused')
  await button(ann.page, 'Ask me again').click()
  await button(ann.page, 'Not this time, keep my place').click()
  await sees(ann, silent, "You're number 1", "You passed this time; you're asked again from", 'resting')

  await answer(ann, free, 'yes')
  await sees(ann, free, "You're going", 'please give your place back', 'going')
  await post(olga, 'organizer/events/cancel', { event_id: passive })
  await sees(ann, passive, 'This event is cancelled', 'There is nothing that you have to do.', 'cancelled')
  await post(olga, 'organizer/blocklist/add', { org: 'club', email: ann.email, name: ann.name })
  await sees(ann, closed, "You can't register for events of this organizer", 'If you think that is a mistake, ask The Club.', 'blocked')
  await server.advance('14d')
  await sees(stranger, event_id, 'This event has begun', 'It ends on', 'begun')
  await server.advance('1d')
  await sees(stranger, event_id, 'This event is over', '', 'over')
})

const PAGES = [concert, '/', '/me', '/sign-in', '/manage/club', manage, `${manage}/waitlist`, `${manage}/waitlist/offers`, `${manage}/waitlist/history`, `${manage}/waitlist/settings`, `${manage}/waitlist/import`, `${manage}/waitlist/message`, `${manage}/registrations`, `${manage}/door`, `${manage}/edit`, '/manage/club/team', '/manage/club/members', '/manage/club/blocklist', '/manage/club/new', '/sign-up', '/check-mail', '/nowhere']

test('no page scrolls sideways: right to left, at twice the size, on the smallest phone; nothing moves while it loads', async ({ server, people }) => {
  test.setTimeout(180_000)
  const { olga, ben } = await clubWithAConcert(server, people)
  const { page } = olga
  for (const name of ['Ann of the Very Long Name that Wraps Nowhere', 'Cleo', 'Dan']) {
    await post(olga, 'organizer/entries/add', { event_id, name, email: `${name.replace(/ .*/, '')}-with-a-long-address@example.org` })
  }
  await post(ben, 'rsvp/answer', { event_id, answer: 'no' })
  for (const path of PAGES) {
    for (const [width, dir] of [[320, 'ltr'], [640, 'ltr'], [360, 'rtl'], [1280, 'rtl']] as const) {
      // 640 is what a screen of 1280 has at 200 %.
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path)
      await page.evaluate(dir => (document.documentElement.dir = dir), dir)
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      expect(over, `${path} at ${width}, ${dir}`).toBeLessThanOrEqual(0)
    }
    await page.setViewportSize({ width: 360, height: 800 })
    await page.goto(path)
    const shift = await page.evaluate(
      () =>
        new Promise<number>(done => {
          let sum = 0
          new PerformanceObserver(list => {
            for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value
          }).observe({ type: 'layout-shift', buffered: true })
          setTimeout(() => done(sum), 100)
        }),
    )
    expect(shift, `layout shift of ${path}`).toBeLessThan(0.02)
  }
})

test('axe finds nothing on any page, in either language', async ({ server, people }) => {
  test.setTimeout(180_000)
  const { olga } = await clubWithAConcert(server, people)
  for (const name of ['Ann', 'Cleo']) await post(olga, 'organizer/entries/add', { event_id, name, email: `${name}@example.org` })
  for (const language of ['en', 'pt']) {
    await post(olga, 'account/language', { language })
    for (const path of PAGES) {
      await olga.page.goto(path)
      await expect(olga.page.locator('html')).toHaveAttribute('lang', language)
      await people.look(olga.page, `all-${language}${path.replaceAll('/', '-')}`)
    }
  }
})

test('pages are light', async ({ server, people }) => {
  const { olga } = await clubWithAConcert(server, people)
  for (let n = 1; n <= 20; n++) {
    await post(olga, 'organizer/entries/add', { event_id, name: `Person ${n}`, email: `person-${n}@example.org` })
  }
  const size = async (path: string) => brotliCompressSync(await (await olga.page.request.get(path)).body()).length
  await olga.page.goto(concert)
  const assets = await olga.page.evaluate(() => performance.getEntriesByType('resource').map(entry => entry.name))
  const ours = assets.filter(name => /style|app\.js/.test(name))
  expect(ours).toHaveLength(2)
  const html = await size(concert)
  expect(html).toBeLessThan(15 * 1024)
  let all = html
  for (const name of ours) all += await size(name)
  expect(all).toBeLessThan(40 * 1024)
  expect(await size(`${manage}/waitlist`)).toBeLessThan(25 * 1024)
  for (const path of PAGES) expect(await size(path), path).toBeLessThan(path.endsWith('waitlist') ? 25 * 1024 : 15 * 1024)
})

test('a public event tells other sites what it is, and a private one nothing', async ({ server, people }) => {
  const { olga } = await clubWithAConcert(server, people, { description: 'Quartets & <songs> "by" candlelight.', venue: 'Old Library' })
  const { page } = olga
  await page.goto(concert)
  const meta = (property: string) => page.locator(`meta[property="og:${property}"]`).getAttribute('content')
  expect(await meta('title')).toBe('Concert')
  expect(await meta('url')).toBe(`${server.url}${concert}`)
  expect(await meta('description')).toMatch(/CE.?T · Old Library · Quartets & <songs> "by" candlelight\.$/)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${server.url}${concert}`)
  await page.getByText('Share this event').click()
  await expect(page.getByLabel('Its address')).toHaveValue(`${server.url}${concert}`)
  await post(olga, 'organizer/events/update', { event_id, visibility: 'private', confirm_withdraw: 'true' })
  await page.goto(concert)
  await expect(page.locator('meta[property^="og:"]')).toHaveCount(0)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
})
