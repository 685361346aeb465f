import type { Page } from '@playwright/test'
import { button, card, expect, fillInEvent, link, linkIn, publishEvent, signIn, signInHere, test } from '../support/people'

const concert = {
  title: 'Schubert by candlelight',
  starts: '2030-03-15T19:30',
  ends: '2030-03-15T21:30',
  zone: 'Europe/Vienna',
  seats: 2,
}

const endsTooEarly = 'The event has to end after it starts.'

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('an event that ends before it starts is refused at the field, and what Olga typed stays', async ({
      server,
      people,
    }) => {
      const olga = await people.member('Olga Berg')
      await server.cli('org', 'add', '--slug', 'club', '--name', 'The Club', '--owner', olga.email)
      await signIn(olga)

      await olga.page.goto('/manage/club/new')
      await fillInEvent(olga.page, { ...concert, ends: '2030-03-15T18:30' })
      await olga.page.getByLabel('Where', { exact: true }).fill('Town hall <cellar> & "stage"')
      await olga.page.getByLabel('Description').fill('Two quintets.\n\nAnd a pause.')
      await olga.page.getByRole('radio', { name: /^Who has the link/ }).check()
      await olga.page.getByRole('radio', { name: /^Hidden/ }).check()
      await button(olga.page, 'Save as a draft').click()

      const summary = olga.page.getByRole('alert')
      await expect(summary.getByRole('heading')).toHaveText('Something in the form needs another look.')
      await expect(summary.getByRole('listitem')).toHaveText([endsTooEarly])
      await expect(olga.page).toHaveURL('/manage/club/new')
      if (people.withScripts) await expect(summary).toBeFocused()

      const ends = olga.page.getByLabel('Ends', { exact: true })
      await expect(ends).toHaveAttribute('aria-invalid', 'true')
      await expect(ends).toHaveAccessibleDescription(endsTooEarly)
      await expect(olga.page.locator('[aria-invalid="true"]')).toHaveCount(1)
      await people.look(olga.page, 'event-new-broken')

      await expect(ends).toHaveValue('2030-03-15T18:30')
      await expect(olga.page.getByLabel('Title')).toHaveValue(concert.title)
      await expect(olga.page.getByLabel('Starts', { exact: true })).toHaveValue(concert.starts)
      await expect(olga.page.getByLabel('Time zone')).toHaveValue(concert.zone)
      await expect(olga.page.getByLabel('Seats', { exact: true })).toHaveValue('2')
      await expect(olga.page.getByLabel('Where', { exact: true })).toHaveValue('Town hall <cellar> & "stage"')
      await expect(olga.page.getByLabel('Description')).toHaveValue('Two quintets.\n\nAnd a pause.')
      await expect(olga.page.getByRole('radio', { name: /^Who has the link/ })).toBeChecked()
      await expect(olga.page.getByRole('radio', { name: /^Hidden/ })).toBeChecked()

      await summary.getByRole('link', { name: endsTooEarly }).click()
      await expect(ends).toBeFocused()
      await ends.fill(concert.ends)
      await button(olga.page, 'Save as a draft').click()
      await expect(olga.page.getByText('Saved as a draft.', { exact: false })).toBeVisible()
    })

    test('every broken field of the waitlist settings is named at once', async ({ server, people }) => {
      const olga = await people.member('Olga Berg')
      await server.cli('org', 'add', '--slug', 'club', '--name', 'The Club', '--owner', olga.email)
      await signIn(olga)
      await publishEvent(olga.page, { org: 'club', ...concert })

      await olga.page.goto('/manage/club/schubert-by-candlelight/waitlist/settings')
      await olga.page.getByRole('radio', { name: /^Open When the seats are gone/ }).check()
      await olga.page.getByLabel('How long an offer lasts').fill('59m')
      // What the browser itself would refuse reaches the server all the same.
      const form = olga.page.locator('form', { hasText: 'May people queue?' })
      await form.evaluate(form => form.setAttribute('novalidate', ''))
      await olga.page.getByLabel('How many may come together').fill('21')
      await button(olga.page, 'Save').click()

      await expect(olga.page.getByRole('alert').getByRole('listitem')).toHaveCount(2)
      for (const label of ['How long an offer lasts', 'How many may come together']) {
        await expect(olga.page.getByLabel(label)).toHaveAttribute('aria-invalid', 'true')
      }
      await expect(olga.page.getByLabel('How long an offer lasts')).toHaveValue('59m')
      await expect(olga.page.getByLabel('How many may come together')).toHaveValue('21')
      await expect(olga.page.getByRole('radio', { name: /^Open When the seats are gone/ })).toBeChecked()
      await expect(olga.page.getByText('The waitlist is closed: nobody can queue', { exact: false })).toBeVisible()
      await people.look(olga.page, 'settings-broken')
    })

    test('a wrong password is refused, the same as an unknown address', async ({ people }) => {
      const ann = await people.member('Ann Hale')
      const nobody = await people.newcomer('Nobody Known')

      for (const person of [ann, nobody]) {
        await person.page.goto('/sign-in?next=/me')
        await signInHere(person, 'not the password')
        const alert = person.page.getByRole('alert')
        await expect(alert).toHaveText(
          "This address and password don't belong together. Try again, or have a sign-in link mailed to you.",
        )
        if (people.withScripts) await expect(alert).toBeFocused()
        const form = person.page.locator('form', { has: person.page.getByLabel('Password') })
        await expect(form.getByLabel('E-mail')).toHaveValue(person.email)
        await expect(form.getByLabel('Password')).toHaveValue('')
        await people.look(person.page, 'sign-in-refused')
      }
      await signInHere(ann)
      await expect(ann.page).toHaveURL('/me')
    })

    test('an address that leads nowhere shows a page that says so', async ({ people }) => {
      const page = await people.browserOfTheirOwn()
      for (const path of ['/nowhere', '/e/no-club/no-event', '/manage/a/b/c/d/e', '/confirm/what']) {
        expect((await page.goto(path))!.status(), path).toBe(404)
        await expect(page).toHaveTitle('Not found · nextseat')
        await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible()
        await expect(page.getByText('There is nothing here, or nothing that you may see.')).toBeVisible()
      }
      await people.look(page, 'not-found')
      await link(page, 'To the start page').click()
      await expect(page).toHaveURL('/')
    })

    test('a sign-in link works once, and says so', async ({ smtp, people }) => {
      const ann = await people.member('Ann Hale')
      await ann.page.goto('/sign-in')
      const byLink = ann.page.getByRole('region', { name: 'No password?' })
      await byLink.getByLabel('E-mail').fill(ann.email)
      await byLink.getByRole('button', { name: 'Mail me a link' }).click()
      await expect(ann.page.getByRole('heading', { name: 'Check your mail' })).toBeVisible()
      const address = linkIn(await smtp.waitFor(mail => mail.to === ann.email))

      // Opened twice, it is still good; used once, it is over.
      await ann.page.goto(address)
      await ann.page.goto(address)
      const second = await people.browserOfTheirOwn()
      await second.goto(address)
      await button(ann.page, 'Sign in').click()
      await expect(ann.page.getByText("You're signed in, Ann Hale.")).toBeVisible()

      await button(second, 'Sign in').click()
      await expectSpent(second)
      expect((await second.goto(address))!.status()).toBe(404)
      await expectSpent(second)
      await people.look(second, 'link-spent')
      await expect(link(second, 'Sign in')).toBeVisible()
    })

    test('a sign-in link that is older than 20 minutes says so', async ({ server, smtp, people }) => {
      const ann = await people.member('Ann Hale')
      await ann.page.request.post('/api/account/send_link', { form: { email: ann.email } })
      const address = linkIn(await smtp.waitFor(mail => mail.to === ann.email))
      await server.advance('19m')
      expect((await ann.page.goto(address))!.status()).toBe(200)
      await server.advance('1m')
      await button(ann.page, 'Sign in').click()
      await expectSpent(ann.page)
    })

    test('the keyboard reaches the content first, and everything that Ann can do', async ({ server, people }) => {
      const olga = await people.member('Olga Berg')
      await server.cli('org', 'add', '--slug', 'club', '--name', 'The Club', '--owner', olga.email)
      await signIn(olga)
      await publishEvent(olga.page, { org: 'club', ...concert })
      const ann = await people.member('Ann Hale')
      await signIn(ann)
      const { page } = ann

      await page.goto('/e/club/schubert-by-candlelight')
      await page.keyboard.press('Tab')
      await expect(link(page, 'Skip to the content')).toBeFocused()
      await expect(link(page, 'Skip to the content')).toBeInViewport()
      expect(await tabbedTo(page, 'Register')).toEqual([
        'nextseat',
        'My places',
        'Sign out, Ann Hale',
        ...(people.withScripts ? ['Colours: Auto'] : []),
        'Register',
      ])

      await page.goto('/e/club/schubert-by-candlelight')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('main')).toBeFocused()
      expect(await tabbedTo(page, 'Register')).toEqual(['Register'])
      await page.keyboard.press('Enter')
      await expect(card(page, "You're going")).toBeVisible()

      expect((await tabbedTo(page, 'Cancel my place')).at(-1)).toBe('Cancel my place')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: 'Give your place back?' })).toBeVisible()
      if (!people.withScripts) return
      const no = page.getByRole('dialog').getByRole('button', { name: 'Go back', exact: true })
      await expect(no).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(button(page, 'Cancel my place')).toBeFocused()
      await expect(card(page, "You're going")).toBeVisible()
    })
  })
}

async function expectSpent(page: Page) {
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await expect(link(page, 'Get a new link')).toHaveAttribute('href', '/sign-in')
  const spent = page.getByText('This link was used already, or is too old. Ask for a new one.')
  await expect(spent.first()).toBeVisible()
  await expect.soft(spent, 'it is said once').toHaveCount(1)
}

/** Presses Tab until the element of this name has the focus; the names of all on the way, each of which shows its focus. */
async function tabbedTo(page: Page, name: string): Promise<string[]> {
  const names: string[] = []
  while (names.at(-1) !== name && names.length < 20) {
    await page.keyboard.press('Tab')
    const focus = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      return {
        name: element.getAttribute('aria-label') ?? element.innerText.trim(),
        shown: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
      }
    })
    expect(focus.shown, `${focus.name} shows that it has the focus`).toBe(true)
    names.push(focus.name)
  }
  return names
}
