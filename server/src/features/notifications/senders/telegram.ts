import type { GuardedClient } from '../../../platform/network/guarded-request.ts'
import type { Send } from './message.ts'
import { asJson, below, post } from './post.ts'
import { wholeText } from './text.ts'

const TEXT_MAX = 4096

/** Sends as a bot (https://core.telegram.org/bots/api#sendmessage). Without a parse mode, text is shown as it is. */
export function telegramSender(client: GuardedClient): Send<'telegram'> {
  return ({ server, botToken, chatId }, message, signal) => {
    const sent = {
      chat_id: chatId,
      text: wholeText(message, TEXT_MAX),
      link_preview_options: { is_disabled: true },
    }
    const address = below(server, `bot${botToken}/sendMessage`)
    return post(client, { address, ...asJson(sent), secrets: [botToken], signal })
  }
}
