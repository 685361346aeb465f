import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import { expectNoAxeViolations } from './axe'
import { expect, type Server, test as base } from './server'
import { shoot } from './shots'
import { links, type Mail } from './smtp'

export { expect } from './server'

const PASSWORD = 'a horse of glass and rain'

/** Tests with people, each in a browser of their own; what the browsers complain about fails the test. */
export const test = base.extend<{ people: People }>({
  people: async ({ browser, server, javaScriptEnabled }, use) => {
    const people = new People(browser, server, javaScriptEnabled !== false)
    await use(people)
    await people.leave()
    expect(people.complaints).toEqual([])
  },
})

export type Person = {
  name: string
  email: string
  page: Page
}

export class People {
  /** Errors on a browser's console, requests to other hosts, failures of the server, and what axe has found. */
  readonly complaints: string[] = []
  private readonly contexts: BrowserContext[] = []
  private readonly seen = new Set<string>()

  constructor(
    private readonly browser: Browser,
    private readonly server: Server,
    readonly withScripts: boolean,
  ) {}

  /** Someone with an account, who isn't signed in yet. */
  async member(name: string): Promise<Person> {
    const person = await this.newcomer(name)
    await this.server.cli('account', 'add', '--email', person.email, '--name', name, '--password', PASSWORD)
    return person
  }

  /** Someone without an account. */
  async newcomer(name: string): Promise<Person> {
    const email = `${name.replace(/ .*/, '').toLowerCase()}@example.org`
    return { name, email, page: await this.browserOfTheirOwn() }
  }

  /** A browser that knows nobody. */
  async browserOfTheirOwn(): Promise<Page> {
    const context = await this.browser.newContext()
    this.contexts.push(context)
    const page = await context.newPage()
    this.listen(page)
    return page
  }

  /** Checks a page with axe, and pictures it; each once, by its name. */
  async look(page: Page, name: string) {
    if (this.seen.has(name)) return
    this.seen.add(name)
    // All pages are looked at, whatever is wrong with the first.
    await expectNoAxeViolations(page).catch(error => this.complaints.push(`${name}: ${error.message}`))
    await shoot(page, this.withScripts ? name : `${name}-without-scripts`)
  }

  /** Presses a button that asks first, and says yes: in a dialog, or on a page of its own where there are no scripts. */
  async pressAndConfirm(button: Locator, question: { title: string; text: string; yes: string; name: string }) {
    const page = button.page()
    await button.click()
    if (this.withScripts) {
      const dialog = page.getByRole('dialog', { name: question.title })
      await expect(dialog).toContainText(question.text)
      await this.look(page, question.name)
      await dialog.getByRole('button', { name: question.yes, exact: true }).click()
    } else {
      await expect(page).toHaveURL(/\/confirm$/)
      await expect(page.getByRole('heading', { name: question.title })).toBeVisible()
      await expect(page.getByRole('main')).toContainText(question.text)
      await this.look(page, question.name)
      await page.getByRole('button', { name: question.yes, exact: true }).click()
    }
  }

  async leave() {
    for (const context of this.contexts) await context.close()
  }

  private listen(page: Page) {
    page.on('pageerror', error => this.complaints.push(`${page.url()}: ${error}`))
    page.on('console', message => {
      // A page with an error status is no error of the page.
      if (message.type() !== 'error' || message.location().url === page.url()) return
      this.complaints.push(`${page.url()}: ${message.text()}`)
    })
    page.on('request', request => {
      if (!request.url().startsWith(`${this.server.url}/`)) this.complaints.push(`${page.url()}: asks ${request.url()}`)
    })
    page.on('response', response => {
      if (response.status() >= 500) this.complaints.push(`${response.url()}: ${response.status()}`)
    })
  }
}

/** Fills in the form and sends it, on the page that asks to sign in. */
export async function signInHere({ page, email }: Person, password = PASSWORD) {
  const form = page.locator('form', { has: page.getByLabel('Password') })
  await form.getByLabel('E-mail').fill(email)
  await form.getByLabel('Password').fill(password)
  await form.getByRole('button', { name: 'Sign in' }).click()
}

export async function signIn(person: Person) {
  await person.page.goto('/sign-in')
  await signInHere(person)
  await expect(person.page.getByRole('button', { name: 'Sign out' })).toBeVisible()
}

/** Calls a function of the API as this person, and answers with its JSON. */
export async function post({ page }: Person, endpoint: string, form: Record<string, string>) {
  const answer = await page.request.post(`/api/${endpoint}`, { form })
  expect(answer.status(), `${endpoint}: ${await answer.text()}`).toBe(200)
  return answer.json()
}

export async function get({ page }: Person, endpoint: string, params: Record<string, string>) {
  const answer = await page.request.get(`/api/${endpoint}`, { params })
  expect(answer.status(), `${endpoint}: ${await answer.text()}`).toBe(200)
  return answer.json()
}

/** Signs in without a page. */
export async function signInByApi(person: Person) {
  await post(person, 'account/sign_in', { email: person.email, password: PASSWORD })
}

/** The card that answers "do I get in?", when it says so. */
export function card(page: Page, heading: string): Locator {
  return page.getByRole('region', { name: heading, exact: true })
}

export function button(page: Page, name: string): Locator {
  return page.getByRole('button', { name, exact: true })
}

export function link(page: Page, name: string): Locator {
  return page.getByRole('link', { name, exact: true })
}

/** The address of the only link in this mail. */
export function linkIn(mail: Mail): string {
  const [address, ...more] = links(mail)
  if (!address || more.length) throw new Error(`not one link, but ${links(mail).length}:\n${mail.text}`)
  return address
}

/** Registers on the event's page. */
export async function register({ page }: Person, event: string) {
  await page.goto(event)
  await button(page, 'Register').click()
  await expect(card(page, "You're going")).toBeVisible()
}

/** Joins the waitlist on the event's page. */
export async function join({ page }: Person, event: string, number: number) {
  await page.goto(event)
  await button(page, 'Join the waitlist').click()
  await expect(card(page, `You're number ${number}`)).toBeVisible()
}

/** Makes an RSVP event with the forms of its organization, and opens it to the public. */
export async function publishEvent(
  page: Page,
  event: { org: string; title: string; starts: string; ends: string; zone: string; seats: number },
) {
  await page.goto(`/manage/${event.org}/new`)
  await fillInEvent(page, event)
  await button(page, 'Save as a draft').click()
  await button(page, 'Publish').click()
  await expect(page.getByText('Published: people can register.')).toBeVisible()
}

export async function fillInEvent(
  page: Page,
  event: { title: string; starts: string; ends: string; zone: string; seats: number },
) {
  await page.getByLabel('Title').fill(event.title)
  await page.getByLabel('Starts', { exact: true }).fill(event.starts)
  await page.getByLabel('Ends', { exact: true }).fill(event.ends)
  await page.getByLabel('Time zone').selectOption(event.zone)
  await page.getByLabel('Seats', { exact: true }).fill(String(event.seats))
}

export type Seats = { seats: number; going: number; held: number; free: number; waiting: number }

/** The organizer's page shows these numbers, and their sum adds up. */
export async function expectLedger(page: Page, { seats, going, held, free, waiting }: Seats) {
  await expect(page.getByRole('region', { name: 'Seats' }).locator('.ledger > div')).toHaveText([
    `${seats} seats`,
    `${going} going`,
    `${held} held by offers`,
    `${free} free`,
    `${waiting} waiting`,
  ])
  expect(seats).toBe(going + held + free)
}

/** `Tue 5 March, 13:00 CET`: as people in that zone write it. */
export function written(instant: Date | string, zone: string): string {
  const part = parts(instant, zone)
  return `${part.weekday} ${part.day} ${part.month}, ${part.hour}:${part.minute} ${part.timeZoneName}`
}

/** `Tue 5 March 2030, 13:00 CET` */
export function writtenInFull(instant: Date | string, zone: string): string {
  const { year } = parts(instant, zone)
  return written(instant, zone).replace(',', ` ${year},`)
}

function parts(instant: Date | string, timeZone: string): Record<string, string> {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  })
  return Object.fromEntries(format.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]))
}
