import type { Page } from '@playwright/test'
import { button, card, expect, linkIn, type People, type Person, post, signIn, test } from '../support/people'
import type { Server } from '../support/server'

const concert = '/e/club/concert'
const manage = '/manage/club/concert'
const event_id = 'club/concert'

test.use({ actionTimeout: 15_000 })

test('what someone else does shows within a second, without a new page', async ({ server, people }) => {
  const { ben } = await clubWithAConcert(server, people)
  const nora = await people.browserOfTheirOwn()
  await openLive(nora, concert)
  await expect(card(nora, 'Full')).toBeVisible()

  const began = Date.now()
  await post(ben, 'rsvp/answer', { event_id, answer: 'no' })
  await expect(card(nora, '1 seat is free')).toBeVisible()
  expect(Date.now() - began).toBeLessThan(3000)
  await expectSamePage(nora)
  await expect(nora.getByRole('status').filter({ hasText: /\w/ })).toHaveText('1 seat is free')

  await post(ben, 'rsvp/answer', { event_id, answer: 'yes' })
  await expect(card(nora, 'Full')).toBeVisible()
  await expectSamePage(nora)
  await people.look(nora, 'live')
})

test('focus, caret, scroll, a half-filled form, open details and an open dialog survive', async ({ server, people }) => {
  const { olga, ben } = await clubWithAConcert(server, people)
  const ann = await people.member('Ann Hale')
  await signIn(ann)
  await post(ann, 'waitlist/join', { event_id })
  const { page } = olga
  await page.setViewportSize({ width: 800, height: 400 })

  await openLive(page, `${manage}/registrations`)
  const name = page.getByLabel('Name')
  await page.getByLabel('E-mail').fill('mayor@example.org')
  await name.fill('The Mayor of Vienna')
  await name.evaluate((field: HTMLInputElement) => field.setSelectionRange(4, 9))
  await page.getByLabel('Enter it anyway').check()
  await name.focus()
  const scroll = await page.evaluate(() => scrollY)
  expect(scroll).toBeGreaterThan(100)
  await post(ben, 'rsvp/answer', { event_id, answer: 'no' })
  await expect(page.getByRole('region', { name: 'Seats' })).toContainText('1 held by offers')
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('The Mayor of Vienna')
  expect(await name.evaluate((field: HTMLInputElement) => [field.selectionStart, field.selectionEnd])).toEqual([4, 9])
  await expect(page.getByLabel('E-mail')).toHaveValue('mayor@example.org')
  await expect(page.getByLabel('Enter it anyway')).toBeChecked()
  expect(await page.evaluate(() => scrollY)).toBe(scroll)
  await expectSamePage(page)

  await openLive(page, `${manage}/waitlist`)
  await page.getByLabel('More about Ann Hale').click()
  const remove = button(page, 'Remove: Ann Hale')
  await remove.focus()
  await post(ben, 'rsvp/answer', { event_id, answer: 'maybe' })
  await post(olga, 'organizer/settings', { event_id, waitlist_batch_size: '2' })
  await changed(page)
  await expect(page.getByRole('link', { name: 'History', exact: true }).nth(1)).toBeVisible()
  await expect(remove).toBeFocused()

  await remove.click()
  const dialog = page.getByRole('dialog', { name: 'Remove Ann Hale from the waitlist?' })
  await expect(dialog).toBeVisible()
  await post(ann, 'waitlist/leave', { event_id })
  await page.waitForTimeout(1500)
  await expect(dialog).toBeVisible()
  await expect(remove).toBeAttached()
  await dialog.getByRole('button', { name: 'Go back' }).click()
  await expect(page.getByRole('heading', { name: 'Nobody is waiting' })).toBeVisible()
  await expectSamePage(page)
})

test('a half-filled form that is no longer there stays, and a notice offers the new page', async ({ server, people }) => {
  const { ben } = await clubWithAConcert(server, people)
  const nora = await people.browserOfTheirOwn()
  await openLive(nora, concert)
  await nora.getByLabel('Your name').fill('Nora V')
  await post(ben, 'rsvp/answer', { event_id, answer: 'no' })
  await expect(nora.getByText('Something has changed.').last()).toBeVisible()
  await people.look(nora, 'live-notice')
  await expect(nora.getByLabel('Your name')).toHaveValue('Nora V')
  await expect(nora.getByLabel('Your name')).toBeFocused()
  await expectSamePage(nora)

  // The form is back, and with it what was typed.
  await post(ben, 'rsvp/answer', { event_id, answer: 'yes' })
  await expect(button(nora, 'Show it')).toBeHidden()
  await expect(nora.getByLabel('Your name')).toHaveValue('Nora V')

  await post(ben, 'rsvp/answer', { event_id, answer: 'no' })
  await button(nora, 'Show it').click()
  await expect(nora.getByLabel('Your name')).toBeHidden()
  await expect(nora.getByRole('main')).toContainText('1 seat')
})

test('checked boxes stay checked', async ({ server, people }) => {
  const { olga, ben } = await clubWithAConcert(server, people)
  const { page } = olga
  // The boxes of a list: in the page as it comes from the server, too.
  await page.route(`**${manage}/waitlist`, async route => {
    const answer = await route.fetch()
    const boxes = ['ann', 'dan'].map(who => `<input type="checkbox" form="bulk" name="entry_ids[]" value="${who}" aria-label="${who}">`)
    await route.fulfill({ response: answer, body: (await answer.text()).replace('</main>', `${boxes.join('')}</main>`) })
  })
  await openLive(page, `${manage}/waitlist`)
  await page.getByLabel('dan').check()
  await post(ben, 'rsvp/answer', { event_id, answer: 'no' })
  await changed(page)
  await expect(page.getByLabel('dan')).toBeChecked()
  await expect(page.getByLabel('ann')).not.toBeChecked()
  await expectSamePage(page)
})

test('a hidden tab hangs up, and catches up when it is shown', async ({ server, people }) => {
  const { ben } = await clubWithAConcert(server, people)
  const nora = await people.browserOfTheirOwn()
  await openLive(nora, concert)
  const hangsUp = nora.waitForEvent('requestfailed', request => request.url().endsWith('/live'))
  await show(nora, false)
  await hangsUp
  await post(ben, 'rsvp/answer', { event_id, answer: 'no' })
  await nora.waitForTimeout(1500)
  await expect(card(nora, 'Full')).toBeVisible()
  await show(nora, true)
  await expect(card(nora, '1 seat is free')).toBeVisible()
  await expectSamePage(nora)
})

test('after a restart of the server the page listens again', async ({ server, people }) => {
  const { ben } = await clubWithAConcert(server, people)
  const nora = await people.browserOfTheirOwn()
  await openLive(nora, concert)
  await server.restart()
  await post(ben, 'rsvp/answer', { event_id, answer: 'no' })
  await expect(card(nora, '1 seat is free')).toBeVisible({ timeout: 20_000 })
  await expectSamePage(nora)
  forgive(people, 'ERR_')
})

test('the page behind a link, my list and the overview are live; an end of an offer shows by itself', async ({
  server,
  smtp,
  people,
}) => {
  const { olga, ben } = await clubWithAConcert(server, people)
  const ann = await people.member('Ann Hale')
  const dan = await people.member('Dan Reed')
  for (const person of [ann, dan]) {
    await signIn(person)
    await post(person, 'waitlist/join', { event_id })
  }
  await openLive(olga.page, '/manage/club')
  await openLive(ann.page, '/me')
  await expect(ann.page.getByRole('main')).toContainText('number 1 in line')

  await post(ben, 'rsvp/answer', { event_id, answer: 'no' })
  await expect(ann.page.getByRole('main')).toContainText('A seat is held for you')
  await expect(olga.page.getByRole('main')).toContainText('1 held')
  const mail = await smtp.waitFor(mail => mail.to === ann.email && mail.subject.startsWith('A seat is held'))
  const link = await people.browserOfTheirOwn()
  await openLive(link, linkIn(mail))
  await expect(card(link, 'A seat is held for you')).toBeVisible()
  await server.advance('25h')
  await expect(link.getByRole('main')).toContainText('Your offer ended on')
  await expect(ann.page.getByRole('main')).toContainText('number 1 in line')
  for (const page of [link, ann.page, olga.page]) await expectSamePage(page)
})

test('a countdown that ends asks for the new page, also where nobody says that it changed', async ({ server, people }) => {
  const { ben } = await clubWithAConcert(server, people)
  const ann = await people.member('Ann Hale')
  await signIn(ann)
  await post(ann, 'waitlist/join', { event_id })
  await post(ben, 'rsvp/answer', { event_id, answer: 'no' })
  const { page } = ann
  await page.route('**/live', () => {})
  await server.advance('23h')
  await server.advance('59m')
  await server.advance('45s')
  await page.goto(concert)
  await page.evaluate(() => Object.assign(window, { opened: true }))
  await expect(page.getByRole('timer')).toContainText(/^2[34] h/, { timeout: 40_000 })
  await expectSamePage(page)
})

test('a page that is no longer there, or not for this person, is opened again', async ({ server, people }) => {
  const { olga } = await clubWithAConcert(server, people)
  const nora = await people.browserOfTheirOwn()
  await openLive(nora, concert)
  await post(olga, 'organizer/events/update', { event_id, visibility: 'private', confirm_withdraw: 'true' })
  await expect(nora.getByRole('heading', { name: 'Not found' })).toBeVisible()
  forgive(people, '404')
})

/** Opens the page, waits until it listens, and marks it, so that a navigation would be noticed. */
async function openLive(page: Page, path: string) {
  const listening = page.waitForResponse(answer => answer.url().endsWith('/live'))
  await page.goto(path)
  await listening
  await page.evaluate(() => Object.assign(window, { opened: document.querySelector('main')!.dataset.version }))
}

/** What the browser says of a connection that a test has broken is no complaint about the page. */
function forgive(people: People, what: string) {
  people.complaints.splice(0, people.complaints.length, ...people.complaints.filter(it => !it.includes(what)))
}

async function expectSamePage(page: Page) {
  expect(await page.evaluate(() => 'opened' in window)).toBe(true)
}

/** Waits until the page shows another version than when it was opened. */
async function changed(page: Page) {
  await page.waitForFunction(() => document.querySelector('main')!.dataset.version !== (window as any).opened)
}

async function show(page: Page, shown: boolean) {
  await page.evaluate(shown => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: !shown })
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: shown ? 'visible' : 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  }, shown)
}

/** A concert of one seat in two weeks, which Ben has; Olga organizes it. */
async function clubWithAConcert(server: Server, people: People): Promise<{ olga: Person; ben: Person }> {
  const olga = await people.member('Olga Berg')
  const ben = await people.member('Ben Ost')
  for (const person of [olga, ben]) await signIn(person)
  await server.cli('org', 'add', '--slug', 'club', '--name', 'The Club', '--owner', olga.email)
  const day = 24 * 60 * 60 * 1000
  await post(olga, 'organizer/events/create', {
    org: 'club',
    title: 'Concert',
    starts_at: new Date(Date.now() + 14 * day).toISOString(),
    ends_at: new Date(Date.now() + 15 * day).toISOString(),
    time_zone: 'Europe/Vienna',
    max_attendees: '1',
    waitlist_open: 'true',
    waitlist_time_window: '24h',
  })
  await post(olga, 'organizer/events/publish', { event_id })
  await post(ben, 'rsvp/answer', { event_id, answer: 'yes' })
  return { olga, ben }
}
