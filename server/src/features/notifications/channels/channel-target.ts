import type { ChannelTarget } from '@greenhouse/contract'
import { hostOf, portOf } from '../../../platform/network/guarded-request.ts'
import type { Outbound } from '../../../platform/network/outbound.ts'
import { ForbiddenTarget } from '../../../platform/network/outbound.ts'
import { invalid } from '../../../platform/problem.ts'
import type { Seal } from '../../../platform/secrets/seal.ts'
import type { StoredTarget } from '../senders/message.ts'

export function sealTarget(seal: Seal, target: StoredTarget, channelId: string): string {
  return seal.seal(JSON.stringify(target), channelId)
}

/** Returns the target of a channel; undefined when it was sealed with another secret, as after a restore without it. */
export function openTarget(seal: Seal, sealed: string, channelId: string): StoredTarget | undefined {
  const text = seal.open(sealed, channelId)
  return text === undefined ? undefined : (JSON.parse(text) as StoredTarget)
}

export interface ShownTarget {
  readonly where: string
  readonly parts: Readonly<Record<string, string>>
}

export function showTarget(target: StoredTarget | undefined): ShownTarget {
  switch (target?.kind) {
    case undefined:
      return { where: 'Its secret can’t be read. Enter it again.', parts: {} }
    case 'email':
      return { where: target.address, parts: { address: target.address } }
    case 'web-push':
      // The path of an endpoint is its key; a browser knows its own by the hash.
      return { where: shownHost(target.subscription.endpoint), parts: {} }
    case 'ntfy':
      return {
        where: `${target.topic} on ${shownHost(target.server)}`,
        parts: { server: target.server, topic: target.topic },
      }
    case 'gotify':
      return { where: shownHost(target.server), parts: { server: target.server } }
    case 'telegram':
      return { where: `Chat ${target.chatId}`, parts: { server: target.server, chatId: target.chatId } }
    case 'apprise':
      return { where: shownHost(target.server), parts: { tags: target.tags } }
    case 'webhook':
      return { where: shownHost(target.url), parts: { format: target.format } }
  }
}

/** Throws a 400 at the field of an address to which no connection is made. */
export function checkTarget(target: ChannelTarget, outbound: Outbound): void {
  const [field, address] = addressOf(target)
  if (address === undefined) return
  const url = URL.parse(address)
  if (!url) throw invalid(field, 'Enter an address such as https://example.org')
  try {
    outbound.check(hostOf(url), portOf(url))
  } catch (error) {
    if (error instanceof ForbiddenTarget) throw invalid(field, error.message)
    throw error
  }
}

function addressOf(target: ChannelTarget): [field: string, address: string | undefined] {
  switch (target.kind) {
    case 'email':
      return ['target.address', undefined]
    case 'web-push':
      return ['target.subscription', target.subscription.endpoint]
    case 'webhook':
      return ['target.url', target.url]
    case 'ntfy':
    case 'gotify':
    case 'telegram':
    case 'apprise':
      return ['target.server', target.server]
  }
}

export function hostOfTarget(target: StoredTarget): string | undefined {
  const [, address] = addressOf(target)
  return address === undefined ? undefined : shownHost(address)
}

function shownHost(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address
}
