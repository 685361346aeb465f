import { test as base } from '@playwright/test'
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { Smtp } from './smtp'

export { expect } from '@playwright/test'

export type Engine = 'sqlite' | 'postgres'

export type Options = {
  engine: Engine
  /** More environment for the server, for `test.use`. */
  serverEnv: Record<string, string>
}

type Fixtures = {
  smtp: Smtp
  server: Server
}

/** Every test gets a server of its own, on a fresh database, with a mail receiver of its own. */
export const test = base.extend<Fixtures & Options>({
  engine: ['sqlite', { option: true }],
  serverEnv: [{}, { option: true }],

  smtp: async ({}, use) => {
    const smtp = await Smtp.start()
    await use(smtp)
    await smtp.stop()
  },

  server: async ({ engine, serverEnv, smtp }, use, testInfo) => {
    if (engine === 'postgres' && !postgres) {
      if (process.env.CI) throw new Error('NEXTSEAT_TEST_POSTGRES is not set')
      testInfo.skip(true, 'NEXTSEAT_TEST_POSTGRES is not set')
    }

    const dir = await mkdtemp(join(tmpdir(), 'nextseat-'))
    const database = engine === 'sqlite' ? `sqlite:${join(dir, 'nextseat.db')}` : await createDatabase()
    const env = { NEXTSEAT_SMTP_URL: smtp.url, NEXTSEAT_RATE_LIMIT: 'off', ...serverEnv }
    const server = new Server(await freePort(), database, dir, env)
    let inOrder = false
    try {
      await server.start()
      await use(server)
      await server.stop()
      inOrder = testInfo.status === testInfo.expectedStatus
    } finally {
      server.kill()
      if (!inOrder) {
        const path = testInfo.outputPath('server.log')
        await writeFile(path, server.log)
        testInfo.attachments.push({ name: 'server.log', path, contentType: 'text/plain' })
      }
      if (engine === 'postgres') await dropDatabase(database)
      await rm(dir, { recursive: true, force: true })
    }
  },

  baseURL: async ({ server }, use) => use(server.url),
})

const binary = resolve(process.env.NEXTSEAT_BIN ?? '../target/debug/nextseat')

export class Server {
  readonly url: string
  /** What the server has written to stdout and stderr, restarts included. */
  log = ''
  private child?: ChildProcess

  constructor(
    private readonly port: number,
    readonly database: string,
    private readonly dir: string,
    private readonly env: Record<string, string>,
  ) {
    this.url = `http://127.0.0.1:${port}`
  }

  /** Starts the server and waits until it is ready. */
  async start() {
    const child = spawn(
      binary,
      [
        'serve',
        '--listen', `127.0.0.1:${this.port}`,
        '--database', this.database,
        '--base-url', this.url,
        '--dev-clock',
      ],
      { cwd: this.dir, env: this.environment(), stdio: ['ignore', 'pipe', 'pipe'] },
    )
    this.child = child
    running.add(child)
    child.once('close', () => running.delete(child))
    child.once('error', error => (this.log += `${error}\n`))
    child.stdout.setEncoding('utf8').on('data', text => (this.log += text))
    child.stderr.setEncoding('utf8').on('data', text => (this.log += text))

    const deadline = Date.now() + 30_000
    while (!(await this.ready())) {
      if (!running.has(child) || Date.now() > deadline) throw new Error(`the server did not start:\n${this.log}`)
      await sleep(50)
    }
  }

  /** Runs a command of the binary on this server's database and returns what it prints. */
  async cli(...args: string[]): Promise<string> {
    const env = { ...this.environment(), DATABASE_URL: this.database }
    const { stdout } = await promisify(execFile)(binary, args, { cwd: this.dir, env })
    return stdout.trim()
  }

  /** Moves the clock forward, by `90s`, `24h` or `3d`, and waits for everything that then falls due. */
  async advance(duration: string): Promise<Date> {
    return this.moveClock({ advance: duration })
  }

  /** Sets the clock to an RFC 3339 instant, and waits likewise. */
  async setClock(instant: string): Promise<Date> {
    return this.moveClock({ set: instant })
  }

  /** Ends the server as a crash would. */
  async kill9() {
    const child = this.child
    if (!child || !running.has(child)) throw new Error('the server is not running')
    this.kill()
    await once(child, 'close')
  }

  /** Ends the server politely, if it runs, and fails when it doesn't leave in order. */
  async stop() {
    const child = this.child
    if (!child || !running.has(child)) return
    const closed = once(child, 'close')
    child.kill('SIGTERM')
    const [code, signal] = await Promise.race([closed, sleep(15_000, ['still running'], { ref: false })])
    if (code !== 0) throw new Error(`the server did not stop in order: ${code ?? signal}`)
  }

  /** Starts the server again on the same port and database. Its clock is the real one again. */
  async restart() {
    await this.stop()
    await this.start()
  }

  kill() {
    this.child?.kill('SIGKILL')
  }

  private environment(): Record<string, string> {
    return { PATH: process.env.PATH ?? '', RUST_BACKTRACE: '1', ...this.env }
  }

  private async ready(): Promise<boolean> {
    return fetch(`${this.url}/readyz`).then(answer => answer.status === 200, () => false)
  }

  private async moveClock(form: Record<string, string>): Promise<Date> {
    const answer = await fetch(`${this.url}/dev/clock`, { method: 'POST', body: new URLSearchParams(form) })
    if (!answer.ok) throw new Error(`/dev/clock: ${answer.status} ${await answer.text()}`)
    const { now } = (await answer.json()) as { now: string }
    return new Date(now)
  }
}

// Playwright ends a worker that hangs; its servers must not outlive it.
const running = new Set<ChildProcess>()
process.on('exit', () => running.forEach(child => child.kill('SIGKILL')))

const postgres = process.env.NEXTSEAT_TEST_POSTGRES

async function createDatabase(): Promise<string> {
  const url = new URL(postgres!)
  url.pathname = `/nextseat_${crypto.randomUUID().replaceAll('-', '')}`
  await query(`create database ${nameOf(url.href)}`)
  return url.href
}

async function dropDatabase(url: string) {
  await query(`drop database ${nameOf(url)} with (force)`)
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1)
}

async function query(sql: string) {
  const client = new pg.Client(postgres)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** A free port below the ephemeral range, so that no outgoing connection takes it while the server restarts. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000)
    const probe = createServer().listen(port, '127.0.0.1')
    try {
      await once(probe, 'listening')
      probe.close()
      await once(probe, 'close')
      return port
    } catch {
      continue
    }
  }
}
