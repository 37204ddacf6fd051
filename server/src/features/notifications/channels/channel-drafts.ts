import { createHash } from 'node:crypto'
import { severities, type ChannelChange, type ChannelInput, type ChannelTarget } from '@greenhouse/contract'
import type { Seal } from '../../../platform/secrets/seal.ts'
import type { StoredChannel } from './channel-store.ts'
import { openTarget, sealTarget } from './channel-target.ts'
import type { StoredTarget } from '../senders/message.ts'
import { newWebhookSecret } from '../senders/webhook-signature.ts'

/** A channel to store, and the signing key or confirmation that its owner needs. */
export interface ChannelDraft {
  readonly channel: StoredChannel
  /** Of a webhook whose address is new. */
  readonly signingSecret?: string
  readonly toConfirm?: string
}

interface Made {
  readonly seal: Seal
  /** Milliseconds since 1970. */
  readonly now: number
}

export function newChannel(
  { channelId, userId }: Pick<StoredChannel, 'channelId' | 'userId'>,
  { name, target, severities: chosen = [...severities] }: ChannelInput,
  made: Made,
): ChannelDraft {
  const base = { channelId, userId, name, severities: [...new Set(chosen)], isOn: true, createdAt: made.now }
  return withTarget({ ...base, ...NOWHERE, kind: target.kind }, target, made)
}

const NOWHERE = { sealedTarget: '', targetHash: null, confirmedAt: null, answers: null } as const

/** Returns a channel with what is changed of it. A new target replaces the old one whole. */
export function changedChannel(known: StoredChannel, change: ChannelChange, made: Made): ChannelDraft {
  const { name = known.name, isOn = known.isOn, severities: chosen = known.severities, target } = change
  const channel = { ...known, name, isOn, severities: [...new Set(chosen)] }
  return target ? withTarget(channel, target, made) : { channel }
}

function withTarget(channel: StoredChannel, target: ChannelTarget, { seal, now }: Made): ChannelDraft {
  const known = openTarget(seal, channel.sealedTarget, channel.channelId)
  const [stored, signingSecret] = withSigningSecret(target, known)
  const isConfirmed = target.kind !== 'email' || (channel.confirmedAt !== null && isSameAddress(known, target))
  const saved: StoredChannel = {
    ...channel,
    kind: target.kind,
    sealedTarget: sealTarget(seal, stored, channel.channelId),
    targetHash: target.kind === 'web-push' ? hashOf(target.subscription.endpoint) : null,
    confirmedAt: isConfirmed ? (channel.confirmedAt ?? now) : null,
    answers: null,
  }
  return {
    channel: saved,
    ...(signingSecret === undefined ? {} : { signingSecret }),
    ...(isConfirmed || target.kind !== 'email' ? {} : { toConfirm: target.address }),
  }
}

/** The key of a webhook stays as long as its address. */
function withSigningSecret(target: ChannelTarget, known: StoredTarget | undefined): [StoredTarget, string?] {
  if (target.kind !== 'webhook') return [target]
  if (known?.kind === 'webhook' && known.url === target.url) return [{ ...target, secret: known.secret }]
  const secret = newWebhookSecret()
  return [{ ...target, secret }, secret]
}

function isSameAddress(known: StoredTarget | undefined, { address }: { readonly address: string }): boolean {
  return known?.kind === 'email' && known.address === address
}

function hashOf(endpoint: string): string {
  return createHash('sha256').update(endpoint).digest('hex')
}
