import { newsletterRoutes } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/schema.ts'
import type { LinkTokens } from '../../platform/secrets/link-token.ts'
import type { Purpose } from './newsletter-links.ts'
import { noteMailed, type Subscriber } from './newsletter-store.ts'

const PATHS: Record<Purpose, string> = {
  confirm: newsletterRoutes.confirmPage.path,
  unsubscribe: newsletterRoutes.unsubscribePage.path,
}

export function linkTo(
  { mail }: Pick<Context, 'mail'>,
  links: LinkTokens<Purpose>,
  purpose: Purpose,
  id: string,
): string {
  return mail.addressOf(`${PATHS[purpose]}?token=${links.make(purpose, id)}`)
}

export async function mailLink(
  context: Pick<Context, 'mail' | 'now'>,
  links: LinkTokens<Purpose>,
  tx: Tx,
  { purpose, subscriber }: { readonly purpose: Purpose; readonly subscriber: Subscriber },
): Promise<void> {
  const { id, email } = subscriber
  await noteMailed(tx, id, context.now())
  const url = linkTo(context, links, purpose, id)
  await context.mail.enqueue(
    tx,
    purpose === 'confirm'
      ? {
          to: email,
          subject: 'Please confirm: monthly growing notes',
          text: `Somebody, we hope you, asked for the growing notes of Greenhouse at this address.\n\nConfirm it here:\n${url}\n\nIf it was not you, do nothing: nothing else will be sent.\n`,
        }
      : {
          to: email,
          subject: 'Unsubscribe from the growing notes',
          text: `To unsubscribe from the growing notes of Greenhouse, open this link:\n${url}\n`,
          unsubscribeUrl: url,
        },
  )
}
