import { simpleParser, type Attachment, type Headers } from 'mailparser'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

export type Mail = {
  /** The envelope's addresses: who really sent it and who really gets it. */
  from: string
  to: string
  subject: string
  text: string
  html: string
  messageId: string
  headers: Headers
  attachments: Attachment[]
}

/** A mail server that keeps what it gets, oldest first. */
export class Smtp {
  readonly mails: Mail[] = []
  /** Is told of each mail after it was kept and before the sender hears of that. */
  onMail: (mail: Mail) => void = () => {}
  private readonly refusals: number[] = []

  private readonly server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 500,
    onData: (stream, session, done) => {
      const { mailFrom, rcptTo } = session.envelope
      simpleParser(stream, { skipHtmlToText: true, skipTextToHtml: true }).then(mail => {
        const code = this.refusals.shift()
        if (code) return done(Object.assign(new Error('refused by the test'), { responseCode: code }))
        const kept = {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(recipient => recipient.address).join(', '),
          subject: mail.subject ?? '',
          text: mail.text ?? '',
          html: mail.html || '',
          messageId: mail.messageId ?? '',
          headers: mail.headers,
          attachments: mail.attachments,
        }
        this.mails.push(kept)
        this.onMail(kept)
        done()
      }, done)
    },
  })

  static async start(): Promise<Smtp> {
    const smtp = new Smtp()
    smtp.server.listen(0, '127.0.0.1')
    await once(smtp.server.server, 'listening')
    smtp.server.on('error', () => {}) // a client that a test killed
    return smtp
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.server.address() as AddressInfo).port}`
  }

  /** The first mail that matches, as soon as it is there. */
  async waitFor(matches: (mail: Mail) => boolean, timeout = 10_000): Promise<Mail> {
    const deadline = Date.now() + timeout
    for (;;) {
      const mail = this.mails.find(matches)
      if (mail) return mail
      if (Date.now() > deadline) {
        const received = this.mails.map(mail => `  ${mail.to}: ${mail.subject}`)
        throw new Error(`no such mail after ${timeout} ms; received:\n${received.join('\n') || '  none'}`)
      }
      await sleep(25)
    }
  }

  /** Forgets what was received. */
  clear() {
    this.mails.length = 0
  }

  /** Refuses the next mails with this SMTP code: 4xx is worth a retry, 5xx is final. */
  failNext(code = 451, times = 1) {
    for (let i = 0; i < times; i++) this.refusals.push(code)
  }

  async stop() {
    await new Promise<void>(done => this.server.close(done))
  }
}

/** The links that stand alone on a line of the text part. */
export function links(mail: Mail): string[] {
  return mail.text
    .split('\n')
    .map(line => line.trim())
    .filter(line => /^https?:\/\/\S+$/.test(line))
}
