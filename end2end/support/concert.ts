import { type People, type Person, post, signInByApi } from './people'
import type { Server } from './server'

export const concert = '/e/club/concert'
export const manage = '/manage/club/concert'
export const event_id = 'club/concert'

const DAY = 24 * 60 * 60 * 1000

/** A concert of one seat in two weeks, which Ben has; Olga organizes it. `settings` are more fields of the event. */
export async function clubWithAConcert(
  server: Server,
  people: People,
  settings: Record<string, string> = {},
): Promise<{ olga: Person; ben: Person }> {
  const olga = await people.member('Olga Berg')
  const ben = await people.member('Ben Ost')
  for (const person of [olga, ben]) await signInByApi(person)
  await server.cli('org', 'add', '--slug', 'club', '--name', 'The Club', '--owner', olga.email)
  await makeEvent(olga, 'Concert', settings)
  await post(ben, 'rsvp/answer', { event_id, answer: 'yes' })
  return { olga, ben }
}

/** A published event of the club, of one seat, in two weeks, with an open waitlist and offers of a day. */
export async function makeEvent(olga: Person, title: string, settings: Record<string, string> = {}): Promise<string> {
  const event = await post(olga, 'organizer/events/create', {
    org: 'club',
    title,
    starts_at: new Date(Date.now() + 14 * DAY).toISOString(),
    ends_at: new Date(Date.now() + 15 * DAY).toISOString(),
    time_zone: 'Europe/Vienna',
    max_attendees: '1',
    waitlist_open: 'true',
    waitlist_time_window: '24h',
    ...settings,
  })
  await post(olga, 'organizer/events/publish', { event_id: event.id })
  return `club/${event.slug}`
}

/** Someone who is signed in, without a page. */
export async function signedIn(people: People, name: string): Promise<Person> {
  const person = await people.member(name)
  await signInByApi(person)
  return person
}
