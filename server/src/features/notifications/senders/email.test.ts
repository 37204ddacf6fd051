import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { emptyFolder } from '../../../../test/data-folder.ts'
import { startSmtp } from '../../../../test/smtp.ts'
import { exampleMessage, hostileMessage, openSending } from '../../../../test/sending.ts'
import { openTransport } from '../../../platform/mail/transport.ts'

const target = { kind: 'email', address: 'ann@example.org' } as const

async function mailing(smtpUrl: string | null, folder = '') {
  const mail = openTransport({ smtpUrl, from: 'greenhouse@example.org', folder })
  onTestFinished(() => mail.close())
  return openSending({ mail })
}

/** Splits a mail into its headers and the two parts of its body, decoded. */
function partsOf(mail: string) {
  const [headers = ''] = mail.split('\r\n\r\n', 1)
  const boundary = /boundary="(.+?)"/.exec(headers)?.[1] ?? 'none'
  const parts = mail.split(`--${boundary}`).slice(1, -1).map(decodePart)
  return {
    headers,
    text: parts.find(({ type }) => type === 'text/plain'),
    html: parts.find(({ type }) => type === 'text/html'),
  }
}

function decodePart(part: string) {
  const [head = '', ...rest] = part.trimStart().split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  const content = /base64/i.test(head)
    ? Buffer.from(body, 'base64').toString()
    : Buffer.from(
        body.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
        'latin1',
      ).toString()
  return { type: /Content-Type: ([\w/]+)/.exec(head)?.[1], content: content.replaceAll('\r\n', '\n') }
}

test('a mail has a text and an HTML part with a link to the episode, and the id of the notification', async () => {
  const { mails, smtpUrl } = await startSmtp()
  const send = await mailing(smtpUrl)
  expect(await send(target)).toMatchObject({ ok: true, answer: expect.stringMatching(/^250 /) })
  await send(target)
  expect(mails.map(({ to }) => to)).toEqual([['ann@example.org'], ['ann@example.org']])
  const { headers, text, html } = partsOf(mails[0]?.text ?? '')
  expect(headers).toContain(`Message-ID: <${exampleMessage.id}@greenhouse>`)
  expect(mails[1]?.text).toContain(`Message-ID: <${exampleMessage.id}@greenhouse>`)
  expect(headers).toContain('From: Greenhouse <greenhouse@example.org>')
  expect(text?.content.split('\n\n').slice(0, 2)).toEqual([exampleMessage.body, exampleMessage.url])
  expect(html?.content).toContain('It is 31.4 °C since 06:30.<br>The limit is 30 °C.')
  expect(html?.content).toContain(`<a href="${exampleMessage.url}"`)
})

test('says in the text and on the page of a mail where to end such mails', async () => {
  const { mails, smtpUrl } = await startSmtp()
  await (
    await mailing(smtpUrl)
  )(target)
  const { text, html } = partsOf(mails[0]?.text ?? '')
  const url = 'https://greenhouse.example/notifications'
  expect(text?.content.trim()).toMatch(new RegExp(`\n\nTo get fewer of these mails or none, .*: ${url}$`))
  expect(html?.content).toContain(`To get fewer of these mails or none, change the channel here: <a href="${url}"`)
})

test('adds no header or HTML element to a mail for hostile names', async () => {
  const { mails, smtpUrl } = await startSmtp()
  const send = await mailing(smtpUrl)
  const url = 'https://greenhouse.example/alerts/"><b>'
  expect(await send(target, { ...hostileMessage, url })).toMatchObject({ ok: true })
  const { headers, html } = partsOf(mails[0]?.text ?? '')
  expect(headers).not.toMatch(/^bcc:/im)
  expect(mails[0]?.to).toEqual(['ann@example.org'])
  const elements = new Set(html?.content.match(/<\/?\w+/g)?.map((tag) => tag.replace(/[</]+/, '')))
  expect([...elements].toSorted()).toEqual(['a', 'body', 'br', 'h1', 'head', 'html', 'meta', 'p', 'title'])
  expect(html?.content).toContain('&lt;img src=x onerror=alert(1)&gt; Bcc: all@example.org')
  expect(html?.content).toContain('href="https://greenhouse.example/alerts/&quot;&gt;&lt;b&gt;"')
})

test("returns the mail server's reply about a recipient as a failure that can be retried", async () => {
  const { state, smtpUrl } = await startSmtp()
  state.refuses = true
  const send = await mailing(smtpUrl)
  expect(await send(target)).toEqual({
    ok: false,
    answer: expect.stringMatching(/^The mail server answered: 550 .*Mailbox busy$/),
  })
})

test('hides the address of a mail server that cannot be reached', async () => {
  const send = await mailing('smtp://admin:hunter2@127.0.0.1:1')
  expect(await send(target)).toEqual({ ok: false, answer: 'The mail server of this Greenhouse could not be reached.' })
})

test('writes the mail with both parts to a file without a mail server', async () => {
  const folder = emptyFolder()
  const send = await mailing(null, folder)
  expect(await send(target)).toEqual({
    ok: true,
    answer: 'Written to a file: this Greenhouse has no mail server.',
  })
  expect(await readdir(folder)).toEqual([`${exampleMessage.id}.eml`])
  const { text, html } = partsOf(await readFile(join(folder, `${exampleMessage.id}.eml`), 'utf8'))
  expect([text?.type, html?.type]).toEqual(['text/plain', 'text/html'])
})
