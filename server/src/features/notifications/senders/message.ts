import type { ChannelKind, ChannelTarget, Severity } from '@greenhouse/contract'

export type MessageSubject = 'opened' | 'repeated' | 'closed' | 'reminder' | 'advice' | 'digest' | 'test'

/** A message in the reader's language and units. Senders escape and shorten it: members choose the names in it. */
export interface Message {
  /** The same at each try, without a full stop, so that a receiver can drop what came twice. */
  readonly id: string
  readonly what: MessageSubject
  readonly severity: Severity
  readonly title: string
  readonly body: string
  /** The absolute address of the page that shows it. */
  readonly url: string
  /** When the event happened, milliseconds since 1970. */
  readonly at: number
  /** The episode it is about: where a later message can take the place of an earlier one, it does. */
  readonly episodeId: string | null
  /** The facts for a webhook, as they are written to JSON. */
  readonly facts: unknown
}

/** A target with the secrets that no member entered: the key with which a webhook is signed (`whsec_…`). */
export type StoredTarget =
  | Exclude<ChannelTarget, { kind: 'webhook' }>
  | (Extract<ChannelTarget, { kind: 'webhook' }> & { readonly secret: string })
export type TargetOf<K extends ChannelKind> = Extract<StoredTarget, { kind: K }>

/**
 * Result of an attempt, with the reply or the failure in words without secrets.
 * - `isFinal`: retries are useless.
 * - `isGone`: the browser ended its subscription; remove the channel.
 * - `isTimeout`: the other side accepted the connection, or nothing, and did not answer.
 * - `retryAfterSeconds`: the pause that the other side requests.
 */
export type SendResult =
  | { readonly ok: true; readonly answer: string }
  | {
      readonly ok: false
      readonly answer: string
      readonly isFinal?: true
      readonly isGone?: true
      readonly isTimeout?: true
      readonly retryAfterSeconds?: number
    }

export interface Sender {
  /** Sends once. Rejects only for a target of another kind; every reply is a result. */
  send(target: StoredTarget, message: Message, signal?: AbortSignal): Promise<SendResult>
}

export type Send<K extends ChannelKind> = (
  target: TargetOf<K>,
  message: Message,
  signal: AbortSignal | undefined,
) => Promise<SendResult>
