import { clubWithAConcert, concert, event_id, manage } from '../support/concert'
import { button, card, expect, link, linkIn, post, signIn, test } from '../support/people'

test.use({ actionTimeout: 15_000 })

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('a newcomer joins with an address alone, confirms, passes once and takes the seat', async ({
      server,
      smtp,
      people,
    }) => {
      test.setTimeout(120_000)
      const { ben } = await clubWithAConcert(server, people)
      const nora = await people.newcomer('Nora Vale')

      await nora.page.goto(concert)
      await expect(card(nora.page, 'Full')).toBeVisible()
      await people.look(nora.page, 'join-with-an-address')
      await nora.page.getByLabel('Your name').fill(nora.name)
      await nora.page.getByLabel('Your e-mail address').fill(nora.email)
      await button(nora.page, 'Join the waitlist').click()
      await expect(nora.page.getByRole('heading', { name: 'Check your mail' })).toBeVisible()
      await expect(nora.page.getByText('Open its link within 48 hours')).toBeVisible()

      const mail = await smtp.waitFor(mail => mail.to === nora.email)
      expect(mail.subject).toBe('Please confirm: waitlist of Concert')
      await nora.page.goto(linkIn(mail))
      await expect(card(nora.page, 'Keep your place on the waitlist?')).toBeVisible()
      await people.look(nora.page, 'confirm-place')
      await button(nora.page, 'Confirm my place').click()
      await expect(card(nora.page, "You're number 1")).toBeVisible()

      await post(ben, 'rsvp/answer', { event_id, answer: 'no' })
      const offer = await smtp.waitFor(mail => mail.to === nora.email && mail.subject.startsWith('A seat is held'))
      await nora.page.goto(linkIn(offer))
      await button(nora.page, 'Not this time, keep my place').click()
      await expect(card(nora.page, "You're number 1")).toContainText('You passed this time')
      await people.look(nora.page, 'resting')
      await button(nora.page, "I'm ready again").click()
      await expect(card(nora.page, 'A seat is held for you')).toBeVisible()
      await button(nora.page, 'Take my seat').click()
      await expect(card(nora.page, "You're going")).toBeVisible()
    })

    test('in the final call two race for one seat, and the second is told', async ({ server, people }) => {
      test.setTimeout(120_000)
      const { olga, ben } = await clubWithAConcert(server, people)
      const ann = await people.member('Ann Hale')
      const dan = await people.member('Dan Reed')
      for (const person of [ann, dan]) {
        await signIn(person)
        await post(person, 'waitlist/join', { event_id })
      }
      await post(olga, 'organizer/settings', { event_id, waitlist_cutoff_date: new Date(Date.now() - 60_000).toISOString() })
      await post(ben, 'rsvp/answer', { event_id, answer: 'no' })

      // Dan's page hears nothing, as on a slow line; else his button would be gone at once.
      await dan.page.route('**/live', () => {})
      await ann.page.goto(concert)
      await dan.page.goto(concert)
      await expect(card(ann.page, 'Last call')).toContainText('none is held for you')
      await people.look(ann.page, 'last-call')
      await button(ann.page, 'Take a seat').click()
      await expect(card(ann.page, "You're going")).toBeVisible()
      await button(dan.page, 'Take a seat').click()
      await expect(dan.page.getByRole('alert')).toContainText("The last seat was taken a moment ago. You're still on the waitlist.")
      await expect(card(dan.page, 'Last call')).toContainText('All seats are taken at the moment')
      await people.look(dan.page, 'last-call-full')
    })

    test("the organizer's other pages do what they say", async ({ server, people }) => {
      test.setTimeout(150_000)
      const { olga, ben } = await clubWithAConcert(server, people)
      const { page } = olga

      await test.step('people are imported, after a look at what would happen', async () => {
        await page.goto(`${manage}/waitlist/import`)
        await people.look(page, 'import')
        const file = { name: 'queue.csv', mimeType: 'text/csv', buffer: Buffer.from('name;email\nAda;ada@example.org\nBad;nobody\n') }
        await page.getByLabel('CSV file').setInputFiles(file)
        await button(page, 'Look at the file').click()
        await expect(page.getByRole('main')).toContainText('1 person would be added.')
        await expect(page.getByRole('main')).toContainText('Line 3: E-mail')
        await people.look(page, 'import-looked')
        await button(page, 'Import 1 person').click()
        await expect(page.locator('.flash')).toContainText('1 person was added and is told.')
        await people.look(page, 'import-done')
        await link(page, 'To the queue').click()
        await expect(page.getByRole('row').filter({ hasText: 'Ada' })).toBeVisible()
      })

      await test.step('settings say what they would do', async () => {
        await post(olga, 'organizer/settings', { event_id, waitlist_time_window: '' })
        await post(ben, 'rsvp/answer', { event_id, answer: 'no' })
        await page.goto(`${manage}/waitlist/settings`)
        await page.getByLabel('How long an offer lasts').fill('2h')
        await button(page, 'What would happen?').click()
        await expect(page.locator('.flash')).toContainText('Nothing is saved yet. Saving this now, Ada would be offered seats.')
        await expect(page.getByLabel('How long an offer lasts')).toHaveValue('2h')
        await people.look(page, 'settings-previewed')
        await button(page, 'Save').click()
        await expect(page.getByText('Settings saved.')).toBeVisible()
      })

      await test.step('an answer is entered, over the capacity only with a reason', async () => {
        await page.goto(`${manage}/registrations`)
        await people.look(page, 'registrations')
        await page.getByLabel('E-mail').fill('mayor@example.org')
        await page.getByLabel('Name').fill('The Mayor')
        await button(page, 'Enter').click()
        await expect(page.getByRole('alert')).toContainText('taken or held')
        await expect(page.getByLabel('E-mail')).toHaveValue('mayor@example.org')
        await page.getByLabel('Enter it anyway').check()
        await page.getByLabel('Why', { exact: true }).fill('opens the evening')
        await button(page, 'Enter').click()
        await expect(page.getByText('Entered, and the person is told.')).toBeVisible()
        await expect(page.getByRole('row').filter({ hasText: 'The Mayor' })).toContainText('Yes')
        await people.look(page, 'registrations-over')
      })

      await test.step('history, message, team, members, blocklist', async () => {
        await page.goto(`${manage}/waitlist/history`)
        await expect(page.getByRole('listitem').filter({ hasText: 'Olga Berg entered “Yes” for The Mayor.' })).toContainText(
          'opens the evening',
        )
        await people.look(page, 'history')
        await page.goto(`${manage}/waitlist/message`)
        await people.look(page, 'message')
        await page.getByLabel('Subject').fill('The hall has moved')
        await page.getByLabel('Message').fill('We play in the garden.')
        await people.pressAndConfirm(button(page, 'Send'), {
          name: 'question-message',
          title: 'Send the message?',
          text: '1 person will get it by mail.',
          yes: 'Send it',
        })
        await expect(page.getByText('The message is on its way to 1 person.')).toBeVisible()
        for (const path of ['team', 'members', 'blocklist']) {
          const unblocks = path === 'blocklist'
          await page.goto(`/manage/club/${path}`)
          await page.getByLabel('E-mail').fill('eve@example.org')
          await button(page, 'Add').click()
          await expect(page.getByRole('row').filter({ hasText: 'eve@example.org' })).toBeVisible()
          await people.look(page, path)
          await people.pressAndConfirm(page.getByRole('row').filter({ hasText: 'eve@example.org' }).getByRole('button'), {
            name: `question-${path}`,
            title: unblocks ? 'Unblock eve?' : `Remove eve from the ${path}?`,
            text: 'eve',
            yes: unblocks ? 'Unblock' : 'Remove',
          })
          await expect(page.getByRole('row').filter({ hasText: 'eve@example.org' })).toHaveCount(0)
        }
      })

      await test.step('the event is made private, closed, cancelled and deleted', async () => {
        await post(olga, 'organizer/events/update', { event_id, visibility: 'private', confirm_withdraw: 'true' })
        await page.goto(`${manage}/invitations`)
        await page.getByLabel('E-mail addresses').fill('ada@example.org')
        await button(page, 'Add').click()
        await expect(page.getByRole('row').filter({ hasText: 'ada@example.org' })).toBeVisible()
        await people.look(page, 'invitations')
        await page.goto(manage)
        await people.look(page, 'overview-private')
        await people.pressAndConfirm(button(page, 'Close registration'), {
          name: 'question-close',
          title: 'Close registration?',
          text: 'Everyone keeps their place in line',
          yes: 'Close registration',
        })
        await people.pressAndConfirm(button(page, 'Cancel the event'), {
          name: 'question-cancel',
          title: 'Cancel the event?',
          text: 'is told',
          yes: 'Cancel the event',
        })
        await server.advance('0m')
        await people.pressAndConfirm(button(page, 'Delete the event'), {
          name: 'question-delete',
          title: 'Delete the event?',
          text: "This can't be undone.",
          yes: 'Delete for ever',
        })
        await expect(page).toHaveURL('/manage/club')
        await expect(page.getByText('“Concert” is deleted.')).toBeVisible()
      })
    })
  })
}
