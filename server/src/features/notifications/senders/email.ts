import type { MailTransport } from '../../../platform/mail/transport.ts'
import { emailHtml } from './email-html.ts'
import type { Send, SendResult } from './message.ts'
import { withoutSecrets } from './result.ts'
import { bodyOf, cut, titleOf } from './text.ts'

const SUBJECT_MAX = 150
const CHANNELS_PAGE = '/notifications'
const ENDING = 'To get fewer of these mails or none, change the channel here:'

/** Hands a mail with a text and an HTML part to the mail server of this installation. @param addressOf that of a page */
export function emailSender(mail: MailTransport, addressOf: (path: string) => string): Send<'email'> {
  return async ({ address }, message) => {
    try {
      const answer = await mail.send({
        id: message.id,
        to: address,
        subject: cut(titleOf(message), SUBJECT_MAX),
        text: `${bodyOf(message)}\n\n${message.url}\n\n${ENDING} ${addressOf(CHANNELS_PAGE)}\n`.trimStart(),
        html: emailHtml(message, { words: ENDING, url: addressOf(CHANNELS_PAGE) }),
        unsubscribeUrl: null,
      })
      return { ok: true, answer: withoutSecrets(answer, []) }
    } catch (error) {
      return refused(error)
    }
  }
}

/**
 * Returns the mail server's reply about the recipient or the mail, never its address or password. No failure is final:
 * relays also reject permanently, by code, errors that their operator corrects within the hour.
 */
function refused(error: unknown): SendResult {
  const { code, response } = error as { code?: string; response?: string }
  if (code === 'EAUTH' || response === undefined) {
    return { ok: false, answer: 'The mail server of this Greenhouse could not be reached.' }
  }
  return { ok: false, answer: `The mail server answered: ${withoutSecrets(response, [])}` }
}
