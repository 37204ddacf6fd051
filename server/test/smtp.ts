import { SMTPServer } from 'smtp-server'
import { atEnd } from '../../testing/at-end.ts'

interface ReceivedMail {
  readonly to: string[]
  /** Headers and body as received, without soft line breaks. */
  readonly text: string
}

/** Starts a real mail server that records its mails, and can refuse them. */
export async function startSmtp() {
  const mails: ReceivedMail[] = []
  const state = { refuses: false }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => (state.refuses ? done(new Error('Mailbox busy')) : done()),
    onData(stream, session, done) {
      let text = ''
      stream.on('data', (piece: Buffer) => (text += piece.toString()))
      stream.on('end', () => {
        mails.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          text: text.replace(/=\r\n/g, '').replace(/=3D/g, '='),
        })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => server.close())
  const { port } = server.server.address() as { port: number }
  return { mails, state, smtpUrl: `smtp://127.0.0.1:${port}` }
}
