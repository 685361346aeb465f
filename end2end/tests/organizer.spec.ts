import { clubWithAConcert, concert, event_id, manage, signedIn } from '../support/concert'
import { button, card, expect, expectLedger, link, post, test } from '../support/people'

test.use({ actionTimeout: 15_000 })

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('Olga acts on several people at once, and is told for whom it did not work', async ({ server, smtp, people }) => {
      test.setTimeout(120_000)
      const { olga } = await clubWithAConcert(server, people, { waitlist_time_window: '', max_attendees: '3' })
      const { page } = olga
      for (const name of ['Ann', 'Cleo', 'Dan', 'Eve']) {
        await post(olga, 'organizer/entries/add', { event_id, name, email: `${name}@example.org` })
      }
      const select = async (...names: string[]) => {
        for (const name of names) await page.getByLabel(`Select ${name}`).check()
      }
      await page.goto(`${manage}/waitlist`)
      await people.look(page, 'queue-bulk')

      await button(page, 'Remove').last().click()
      if (!people.withScripts) await expect(page).toHaveURL(`${manage}/waitlist`)
      await expect(page.getByRole('alert')).toContainText('Select someone in the list first.')

      await select('Ann', 'Cleo', 'Dan')
      await page.getByLabel('Offers last until').fill(soon())
      await page.locator('#bulk').getByRole('button', { name: 'Offer', exact: true }).click()
      await expect(page.locator('.flash')).toContainText('2 offers made; the mails are on their way. Not for Dan: All 3 seats are taken or held.')
      await expectLedger(page, { seats: 3, going: 1, held: 2, free: 0, waiting: 2 })

      await select('Ann', 'Eve')
      await page.locator('#bulk').getByRole('button', { name: 'Write to them' }).click()
      await expect(page.getByRole('main')).toContainText('2 people will get it by mail. Only those whom you selected in the queue.')
      await page.getByLabel('Subject').fill('The hall has moved')
      await page.getByLabel('Message').fill('We play in the garden.\n\nBring a blanket.')
      await button(page, 'Preview').click()
      await expect(page.locator('.flash')).toContainText('Nothing is sent yet.')
      await expect(page.getByRole('region', { name: 'The hall has moved: Concert' })).toContainText('Bring a blanket.')
      await people.look(page, 'message-previewed')
      await expect(page.getByLabel('Subject')).toHaveValue('The hall has moved')
      await people.pressAndConfirm(button(page, 'Send'), {
        name: 'question-message-chosen',
        title: 'Send the message?',
        text: '2 people will get it by mail.',
        yes: 'Send it',
      })
      await expect(page.locator('.flash')).toContainText('The message is on its way to 2 people.')
      await smtp.waitFor(mail => mail.to === 'Eve@example.org' && mail.subject === 'The hall has moved: Concert')
      expect(smtp.mails.filter(mail => mail.to === 'Dan@example.org' && mail.subject.includes('hall'))).toEqual([])

      await page.goto(`${manage}/waitlist`)
      await select('Cleo', 'Dan')
      const download = page.waitForEvent('download')
      await page.locator('#bulk').getByRole('button', { name: 'Download as CSV' }).click()
      const csv = await (await (await download).createReadStream()).setEncoding('utf8').toArray()
      expect(csv.join('').split('\r\n').map(line => line.split(',')[1])).toEqual(['name', 'Cleo', 'Dan', undefined])

      await page.goto(`${manage}/waitlist`)
      await select('Ann', 'Cleo', 'Eve')
      await page.locator('#bulk').getByRole('button', { name: 'Remove' }).click()
      await expect(page.getByRole('heading', { name: 'Remove 3 people from the waitlist?' })).toBeVisible()
      await expect(page.getByRole('main')).toContainText('2 held offers are withdrawn')
      await people.look(page, 'question-bulk')
      await button(page, 'Remove').click()
      await expect(page.locator('.flash')).toContainText('3 people removed from the waitlist.')
      await expectLedger(page, { seats: 3, going: 1, held: 0, free: 2, waiting: 1 })
    })

    test('search and filter keep their place in the address, and closing the list names its numbers', async ({ server, people }) => {
      test.setTimeout(120_000)
      const { olga, ben } = await clubWithAConcert(server, people)
      const { page } = olga
      for (const name of ['Ann', 'Cleo', 'Dan']) {
        await post(olga, 'organizer/entries/add', { event_id, name, email: `${name}@example.org` })
      }
      await post(ben, 'rsvp/answer', { event_id, answer: 'no' })
      await page.goto(`${manage}/waitlist`)
      await page.getByLabel('Find').fill('cle')
      await page.getByLabel('State').selectOption('Waiting')
      await button(page, 'Show').click()
      await expect(page).toHaveURL(`${manage}/waitlist?q=cle&state=waiting`)
      await expect(page.getByText('1 found.')).toBeVisible()
      await expect(page.getByRole('row').filter({ hasText: '@example.org' })).toHaveCount(1)
      await page.reload()
      await expect(page.getByLabel('Find')).toHaveValue('cle')
      await page.getByLabel('Find').fill('nobody')
      await button(page, 'Show').click()
      await expect(page.getByRole('heading', { name: 'Nobody matches' })).toBeVisible()
      await people.look(page, 'queue-no-match')
      await page.getByRole('link', { name: 'Show all' }).first().click()
      await expect(page.getByRole('row').filter({ hasText: '@example.org' })).toHaveCount(3)

      await page.goto(`${manage}/waitlist/settings`)
      await page.getByLabel('How long an offer lasts').fill('3d')
      if (people.withScripts) {
        await expect(page.locator('[data-readback]')).toContainText('get 3 days each to take theirs')
        await page.getByLabel('Closed').check()
        await expect(page.locator('[data-readback]')).toContainText('The waitlist is closed: nobody can queue')
      }
      await page.getByLabel('Closed').check()
      await button(page, 'Save').click()
      await expect(page).toHaveURL('/confirm')
      await expect(page.getByRole('main')).toContainText('1 held offer is withdrawn. 3 people are told.')
      await people.look(page, 'question-close-list')
      await button(page, 'Close the list').click()
      await expect(page.locator('.flash')).toContainText('Settings saved.')
      await page.goto(`${manage}/waitlist`)
      await expect(page.getByRole('main')).toContainText('Nobody is offered a seat: the waitlist is closed.')
      await expectLedger(page, { seats: 1, going: 0, held: 0, free: 1, waiting: 3 })
    })

    test('the overview has figures, and the door list prints without what is for the screen', async ({ server, people }) => {
      const { olga } = await clubWithAConcert(server, people)
      const { page } = olga
      const ann = await signedIn(people, 'Ann Hale')
      await post(ann, 'waitlist/join', { event_id })
      await server.advance('25h')
      await server.advance('24h')
      await page.goto(manage)
      await expect(page.getByRole('img', { name: 'The last 2 days: going from 1 to 1, waiting from 1 to 1.' })).toBeVisible()
      await people.look(page, 'overview')
      await link(page, 'Door list').click()
      await expect(page.getByRole('heading', { name: 'Confirmed: 1 seat' })).toBeVisible()
      await expect(page.getByRole('row').filter({ hasText: 'Ben Ost' })).toBeVisible()
      await expect(page.getByRole('region', { name: 'Standby: 1 waiting' })).toContainText('Ann Hale')
      await people.look(page, 'door')
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByRole('navigation')).toHaveCount(0)
      await expect(page.getByRole('contentinfo')).toBeHidden()
      await expect(page.getByRole('row').filter({ hasText: 'Ben Ost' })).toBeVisible()
    })

    test('a seat and a deadline go into a calendar', async ({ server, people }) => {
      const { olga, ben } = await clubWithAConcert(server, people)
      const ann = await signedIn(people, 'Ann Hale')
      await post(ann, 'waitlist/join', { event_id })
      await ben.page.goto(concert)
      expect(await calendar(ben.page, 'Add to my calendar')).toContain('SUMMARY:Concert')
      await post(ben, 'rsvp/answer', { event_id, answer: 'no' })
      await ann.page.goto(concert)
      const deadline = await calendar(ann.page, 'Add the deadline to my calendar')
      expect(deadline).toContain('SUMMARY:Answer your offer: Concert')
      expect(deadline).toContain('BEGIN:VALARM')
      // Who holds no offer has no deadline.
      expect((await olga.page.request.get(`${concert}/deadline.ics`)).status()).toBe(404)
      await expect(card(ann.page, 'A seat is held for you')).toBeVisible()
    })
  })
}

/** What a link to a calendar's file leads to. */
async function calendar(page: import('@playwright/test').Page, name: string): Promise<string> {
  const href = await link(page, name).getAttribute('href')
  const file = await page.request.get(href!)
  expect(file.headers()['content-type']).toBe('text/calendar; charset=utf-8')
  return (await file.text()).replace(/\r\n /g, '')
}

/** A local time some days from now, as a field takes it. */
function soon(): string {
  return new Date(Date.now() + 5 * 24 * 60 * 60 * 1000).toISOString().slice(0, 16)
}

test('with the keyboard alone Olga offers a seat and Ann takes it', async ({ server, people }) => {
  const { olga, ben } = await clubWithAConcert(server, people, { waitlist_time_window: '24h', waitlist_batch_size: '1' })
  const ann = await signedIn(people, 'Ann Hale')
  const cleo = await signedIn(people, 'Cleo Marsh')
  for (const person of [ann, cleo]) await post(person, 'waitlist/join', { event_id })
  await post(olga, 'organizer/events/update', { event_id, max_attendees: '3' })
  await post(ben, 'rsvp/answer', { event_id, answer: 'no' })

  const { page } = olga
  await page.goto(`${manage}/waitlist`)
  await tabTo(page, 'Offer: Cleo Marsh')
  await page.keyboard.press('Enter')
  await expect(page.locator('.flash')).toContainText('Offer made')
  await expect(page.locator('.flash')).toBeFocused()

  await ann.page.goto(concert)
  await tabTo(ann.page, 'Take my seat')
  await ann.page.keyboard.press('Enter')
  await expect(card(ann.page, "You're going")).toBeVisible()

  await tabTo(ann.page, 'Cancel my place')
  await ann.page.keyboard.press('Enter')
  await expect(ann.page.getByRole('dialog', { name: 'Give your place back?' })).toBeVisible()
  await expect(button(ann.page, 'Go back')).toBeFocused()
  await ann.page.keyboard.press('Escape')
  await expect(button(ann.page, 'Cancel my place')).toBeFocused()
})

/** Presses Tab until the control of this name has the focus, and can be seen. */
async function tabTo(page: import('@playwright/test').Page, name: string) {
  const control = page.getByRole('button', { name, exact: true })
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab')
    if (await control.evaluate(it => it === document.activeElement)) {
      const outline = await control.evaluate(it => getComputedStyle(it).outlineStyle)
      expect(outline, 'the focus can be seen').not.toBe('none')
      return
    }
  }
  throw new Error(`Tab never reached ${name}`)
}
