import { expect, onTestFinished, test } from 'vitest'
import { startSmtp } from '../../../test/smtp.ts'
import { openTransport } from './transport.ts'

/** Sends a mail to a server on this machine under that name, without TLS. */
async function sendVia(host: string, query = '') {
  const { mails, smtpUrl } = await startSmtp()
  const url = `smtp://${host}:${new URL(smtpUrl).port}/${query}`
  const transport = openTransport({ smtpUrl: url, from: 'greenhouse@example.org', folder: '' })
  onTestFinished(() => transport.close())
  const mail = { id: '1', to: 'ann@example.org', subject: 'Hello', text: 'A plant is thirsty.', unsubscribeUrl: null }
  const reason = await transport.send(mail).then(
    () => 'sent',
    (error: Error) => error.message,
  )
  return { reason, arrived: mails.length }
}

test.each(['127.0.0.1', 'localhost'])('sends mail to %s without TLS', async (host) => {
  expect(await sendVia(host)).toEqual({ reason: 'sent', arrived: 1 })
})

// This machine under a name that is not recognized as its own.
const ELSEWHERE = '0.0.0.0'

test('sends no mail to another machine in plain text', async () => {
  const { reason, arrived } = await sendVia(ELSEWHERE)
  expect(arrived).toBe(0)
  expect(reason).toMatch(/STARTTLS/)
})

test('sends mail in plain text when the address allows it', async () => {
  expect(await sendVia(ELSEWHERE, '?ignoreTLS=true')).toEqual({ reason: 'sent', arrived: 1 })
})
