import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transporter } from 'nodemailer'

export interface Mail {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  /** One-click unsubscribe link, sent as a header (RFC 8058). */
  readonly unsubscribeUrl: string | null
}

export interface MailTransport {
  send(mail: Mail): Promise<string>
  close(): void
}

const WITHIN_MS = 20_000

/** Sends over SMTP or, without a server, writes each mail to a file that any mail program opens. */
export function openTransport(options: { smtpUrl: string | null; from: string; folder: string }): MailTransport {
  const { smtpUrl, from, folder } = options
  let transport: Transporter | undefined
  const closing = Promise.withResolvers<never>()
  closing.promise.catch(() => {})

  /** Loaded with the first mail: most servers never send one, and it would cost memory. */
  async function connect(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer')
    return smtpUrl === null
      ? createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      : createTransport({
          url: smtpUrl,
          requireTLS: mustEncrypt(smtpUrl),
          connectionTimeout: WITHIN_MS,
          socketTimeout: WITHIN_MS,
        })
  }

  return {
    async send({ id, to, subject, text, html, unsubscribeUrl }) {
      transport ??= await connect()
      const sending = transport.sendMail({
        from: { name: 'Greenhouse', address: from },
        // An object, so that no second address is parsed out of the text.
        to: { name: '', address: to },
        subject,
        text,
        ...(html === undefined ? {} : { html }),
        messageId: `<${id}@greenhouse>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribeUrl === null
            ? {}
            : { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
        },
      })
      const sent: unknown = await Promise.race([sending, closing.promise])
      // Nodemailer's types don't follow the chosen transport.
      if (smtpUrl !== null) return (sent as { response: string }).response
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(join(folder, `${id}.eml`), (sent as { message: Buffer }).message, { mode: 0o600 })
      return 'Written to a file: this Greenhouse has no mail server.'
    },
    close() {
      closing.reject(new Error('The server stops.'))
      transport?.close()
    },
  }
}

/**
 * A mail server on another machine must offer TLS: the password would cross the network in plain text.
 * `?ignoreTLS=true` overrides that.
 */
function mustEncrypt(smtpUrl: string): boolean {
  const { hostname, searchParams } = new URL(smtpUrl)
  const isThisMachine = hostname === 'localhost' || hostname === '[::1]' || /^127\.[\d.]+$/.test(hostname)
  return !isThisMachine && searchParams.get('ignoreTLS') !== 'true'
}
