import { channelRoutes, CHANNELS_MAX, toTimestamp, type Channel } from '@greenhouse/contract'
import type { Context } from '../../../platform/context.ts'
import { lockUser } from '../../../platform/db/owners.ts'
import type { Db, Tx } from '../../../platform/db/schema.ts'
import type { Outbound } from '../../../platform/network/outbound.ts'
import { found, ProblemError } from '../../../platform/problem.ts'
import type { Seal } from '../../../platform/secrets/seal.ts'
import { findPlace } from '../../alerts/episodes/list-entries.ts'
import { confirmPassword } from '../../users/confirm-password.ts'
import {
  admitConfirmation,
  CONFIRMED_WITHIN_MS,
  confirmationMail,
  serveConfirmation,
  type ConfirmationLinks,
} from './channel-confirmation.ts'
import { changedChannel, newChannel, type ChannelDraft } from './channel-drafts.ts'
import {
  deleteChannel,
  deleteOthersOfTarget,
  findChannel,
  findOwnOfTarget,
  insertChannel,
  listStoredChannels,
  updateChannel,
  type StoredChannel,
} from './channel-store.ts'
import { checkTarget, openTarget, showTarget } from './channel-target.ts'
import { UNREADABLE } from '../outbox/deliver-channel.ts'
import { listDeliveries } from '../outbox/delivery-log-store.ts'
import { rescheduleWaiting } from '../outbox/notification-store.ts'
import { findQuietHours, storeQuietHours } from './quiet-hours-store.ts'
import type { SendTest } from './test-message.ts'

const DELIVERIES = 50
const DELIVERIES_OF_EPISODE = 200

export interface ChannelParts {
  readonly seal: Seal
  readonly outbound: Outbound
  readonly links: ConfirmationLinks
  readonly publicKey: string
  readonly sendTest: SendTest
  readonly wake: () => void
}

export function serveChannels(context: Context, parts: ChannelParts): void {
  serveChanges(context, parts)
  serveDeliveries(context, parts)
  serveQuietHours(context)
  serveConfirmation(context, parts)
}

/** Returns the channels of a user without their secrets, oldest first. */
async function describeChannels(db: Db, seal: Seal, userId: string): Promise<Channel[]> {
  const channels = await listStoredChannels(db, userId)
  return Promise.all(channels.map((channel) => describe(db, seal, channel)))
}

async function describe(db: Db, seal: Seal, channel: StoredChannel): Promise<Channel> {
  const { channelId, userId } = channel
  const [lastDelivery = null] = await listDeliveries(db, userId, { channelId, limit: 1 })
  return { ...describeStored(seal, channel), lastDelivery }
}

export function describeStored(seal: Seal, channel: StoredChannel): Omit<Channel, 'lastDelivery'> {
  const { channelId, kind, name, severities, isOn, confirmedAt, createdAt } = channel
  return {
    channelId,
    kind,
    name,
    ...showTarget(openTarget(seal, channel.sealedTarget, channelId)),
    isOn,
    isConfirmed: confirmedAt !== null,
    severities: [...severities],
    createdAt: toTimestamp(createdAt),
  }
}

function serveChanges(context: Context, parts: ChannelParts): void {
  const { db, mail, newId, now, serve } = context
  const { seal, outbound, links, wake } = parts

  serve(channelRoutes.list, (_, { userId }) => describeChannels(db, seal, userId))

  serve(channelRoutes.create, async ({ body }, caller) => {
    checkTarget(body.target, outbound)
    await confirmPassword(context, caller, body.password)
    const { userId } = caller
    const draft = newChannel({ channelId: newId(), userId }, body, { seal, now: now() })
    return save(draft, caller, async (tx) => {
      const known = await findOwnOfTarget(tx, userId, draft.channel.targetHash)
      if (known) {
        // The same browser again: rules that name its channel keep it.
        const again = changedChannel(known, { ...body, isOn: true }, { seal, now: now() })
        await updateChannel(tx, again.channel)
        return again
      }
      if (!(await insertChannel(tx, draft.channel, CHANNELS_MAX))) throw tooMany()
      return draft
    })
  })

  serve(channelRoutes.edit, async ({ params: { channelId }, body }, caller) => {
    if (body.target) checkTarget(body.target, outbound)
    const { userId } = caller
    const before = found(await findChannel(db, userId, channelId), 'channel')
    if (body.target) await confirmPassword(context, caller, body.password)
    const draft = changedChannel(before, body, { seal, now: now() })
    return save(draft, caller, async (tx) => {
      const known = found(await findChannel(tx, userId, channelId), 'channel')
      const again = changedChannel(known, body, { seal, now: now() })
      await updateChannel(tx, again.channel)
      return again
    })
  })

  serve(channelRoutes.remove, async ({ params: { channelId } }, { userId }) => {
    found(await deleteChannel(db, userId, channelId), 'channel')
  })

  async function save(
    { toConfirm }: ChannelDraft,
    caller: { readonly userId: string; readonly address: string },
    store: (tx: Tx) => Promise<ChannelDraft>,
  ) {
    if (toConfirm !== undefined) await admitConfirmation(context, caller, toConfirm)
    const { channel, signingSecret } = await db.transaction().execute(async (tx) => {
      await lockUser(tx, caller.userId)
      const draft = await store(tx)
      const { channelId, confirmedAt, targetHash } = draft.channel
      // A shared browser gets the messages of its latest subscriber.
      if (targetHash !== null) await deleteOthersOfTarget(tx, targetHash, channelId)
      const dueAt = confirmedAt === null ? now() + CONFIRMED_WITHIN_MS : now()
      if (openTarget(seal, draft.channel.sealedTarget, channelId))
        await rescheduleWaiting(tx, channelId, { answer: UNREADABLE, dueAt })
      if (draft.toConfirm !== undefined && draft.toConfirm === toConfirm)
        await mail.enqueue(tx, confirmationMail(context, links, { channelId, email: toConfirm }))
      return draft
    })
    if (toConfirm !== undefined) mail.wake()
    wake()
    const shown = await describe(db, seal, channel)
    return signingSecret === undefined ? shown : { ...shown, signingSecret }
  }
}

function serveDeliveries({ db, serve }: Context, { publicKey, sendTest }: ChannelParts): void {
  serve(channelRoutes.test, async ({ params: { channelId } }, { userId }) => {
    const channel = found(await findChannel(db, userId, channelId), 'channel')
    if (channel.confirmedAt === null)
      throw new ProblemError(409, 'channel.not-confirmed', 'Open the link in the mail to this address first.')
    return found(await sendTest(channel), 'channel')
  })

  serve(channelRoutes.deliveries, async ({ params: { channelId } }, { userId }) => {
    found(await findChannel(db, userId, channelId), 'channel')
    return listDeliveries(db, userId, { channelId, limit: DELIVERIES })
  })

  serve(channelRoutes.ofEpisode, async ({ params: { episodeId } }, { userId, householdId }) => {
    found(await findPlace(db, householdId, episodeId), 'episode')
    return (await listDeliveries(db, userId, { episodeId, limit: DELIVERIES_OF_EPISODE })).toReversed()
  })

  serve(channelRoutes.pushKey, () => ({ publicKey }))
}

function serveQuietHours({ db, serve }: Context): void {
  serve(channelRoutes.quietHours, async (_, { userId }) => ({ quietHours: await findQuietHours(db, userId) }))

  serve(channelRoutes.setQuietHours, async ({ body: { quietHours } }, { userId }) => {
    await storeQuietHours(db, userId, quietHours)
    return { quietHours }
  })
}

function tooMany(): ProblemError {
  return new ProblemError(409, 'channel.too-many', `You can have at most ${CHANNELS_MAX} channels.`)
}
