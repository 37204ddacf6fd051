import type { EpisodeChange } from '../alerts/episodes/episode.ts'
import { sharedWake } from '../../platform/bus/shared-wake.ts'
import type { Context } from '../../platform/context.ts'
import type { MailTransport } from '../../platform/mail/transport.ts'
import { openGuardedClient, type GuardedClient } from '../../platform/network/guarded-request.ts'
import type { Outbound } from '../../platform/network/outbound.ts'
import { openSeal } from '../../platform/secrets/seal.ts'
import { deriveKey } from '../../platform/secrets/secret.ts'
import { openClaimer } from './outbox/claim-store.ts'
import { channelLinks } from './channels/channel-confirmation.ts'
import { serveChannels, type ChannelParts } from './channels/channel-routes.ts'
import { openDeliverer, type Deliverer } from './outbox/deliverer.ts'
import type { NotificationQueue } from '../alerts/episodes/notification-queue.ts'
import { queueAdvice, queueChanges, queueReminder } from './outbox/queue-messages.ts'
import { openSenders } from './senders/senders.ts'
import { vapidKeysOf, vapidSubject } from './senders/vapid.ts'
import { openTests } from './channels/test-message.ts'

/** Notifies users of episodes and plants beyond the web app. */
export interface Notifications {
  readonly queue: NotificationQueue
  readonly deliverer: Deliverer
  serve(context: Context): void
  /** Sources of the channels in an account export. */
  readonly seal: ChannelParts['seal']
}

interface Parts {
  readonly secret: Uint8Array
  readonly outbound: Outbound
  readonly transport: MailTransport
  /** Sends requests in place of the guarded client. Only a program that builds the server itself can name one. */
  readonly client?: GuardedClient | undefined
}

export function openNotifications(
  { bus, config, db, log, mail, newId, now }: Context,
  { secret, outbound, transport, client = openGuardedClient(outbound) }: Parts,
): Notifications {
  const seal = openSeal(secret, 'channels')
  const keys = vapidKeysOf(secret)
  const vapid = {
    ...keys,
    // Asked for when it is needed: the port may not be known yet.
    get subject() {
      return vapidSubject(mail.addressOf(''), config.mailFrom)
    },
  }
  const senders = openSenders({ client, mail: transport, vapid, now, addressOf: mail.addressOf })
  const deliverer = openDeliverer({
    db,
    log,
    newId,
    now,
    seal,
    senders,
    addressOf: mail.addressOf,
    claimer: openClaimer(db, newId()),
  })
  const options = { newId, now }
  const wake = sharedWake(bus, 'notifications.wake', config.roles.has('jobs'), deliverer.wake)
  return {
    seal,
    deliverer,
    queue: {
      queue: (tx, changes: readonly EpisodeChange[]) => queueChanges(tx, changes, options),
      queueReminder: (tx, reminder) => queueReminder(tx, reminder, options),
      queueAdvice: (tx, advice) => queueAdvice(tx, advice, options),
      wake,
    },
    serve(context) {
      const links = channelLinks(deriveKey(secret, 'links'), now)
      const sendTest = openTests(deliverer.delivery, deliverer.stopping)
      serveChannels(context, { seal, outbound, links, publicKey: keys.publicKey, sendTest, wake })
    },
  }
}
