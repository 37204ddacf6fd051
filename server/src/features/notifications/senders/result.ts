import { STATUS_CODES } from 'node:http'
import type { GuardedReply } from '../../../platform/network/guarded-request.ts'
import type { RequestFailed } from '../../../platform/network/request-failed.ts'
import type { SendResult } from './message.ts'
import { cut, oneLine } from './text.ts'

const WORDS_MAX = 200
const RETRY_AFTER_MAX_S = 86_400
/** It is of no use to send the same again. Of 404, see `isFinal`. */
const FINAL: ReadonlySet<number> = new Set([400, 401, 403, 405, 410, 411, 413, 414, 415, 422, 501, 505])
/** JSON fields in which services describe errors, most specific first. */
const WORDS = ['errorDescription', 'description', 'message', 'error', 'detail', 'reason']

/**
 * Shows replies of known services only: members could otherwise read replies of any server in reach.
 * @param secrets texts that the answer must not repeat
 */
export function resultOf(reply: GuardedReply, secrets: readonly string[]): SendResult {
  const { status } = reply
  const name = `${status} ${STATUS_CODES[status] ?? ''}`.trim()
  if (status >= 200 && status <= 299) return { ok: true, answer: name }
  const words = reply.isOfKnownService ? withoutSecrets(wordsOf(reply), secrets) : ''
  const retryAfterSeconds = retryAfterOf(reply)
  return {
    ok: false,
    answer: words === '' ? `The server answered ${name}.` : `The server answered ${status}: ${words}`,
    ...(isFinal(reply) ? { isFinal: true } : {}),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  }
}

export function failureOf({ message, isFinal, isTimeout }: RequestFailed, secrets: readonly string[]): SendResult {
  return {
    ok: false,
    answer: withoutSecrets(message, secrets),
    ...(isFinal ? { isFinal: true } : {}),
    ...(isTimeout ? { isTimeout: true } : {}),
  }
}

/** Returns parameters and long path segments: the address of a webhook or push subscription is a secret. */
export function secretsOf(address: string): string[] {
  const url = URL.parse(address)
  if (!url) return [address]
  return [...url.pathname.split('/'), ...url.searchParams.values()].filter((part) => !/^[a-z]{0,12}$/.test(part))
}

/** Returns the text as one line of at most 200 characters, with dots in place of each secret, also where it is encoded. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const forms = secrets
    .filter((secret) => secret.length > 3)
    .flatMap((secret) => [secret, encodeURIComponent(secret.toWellFormed())])
  // The longest first: one may be a part of another.
  const clean = forms
    .toSorted((one, other) => other.length - one.length)
    .reduce((shown, secret) => shown.replaceAll(secret, '•••'), text)
  return cut(oneLine(clean), WORDS_MAX)
}

/** Returns what the other side said: the message in its JSON, or its text unless that is a page. */
function wordsOf({ text }: GuardedReply): string {
  const json = objectIn(text)
  if (json) return WORDS.map((key) => json[key]).find((words) => typeof words === 'string') ?? ''
  return /^\s*</.test(text) ? '' : text
}

/** A 404 without JSON often comes from a proxy whose service is starting: retry it. */
function isFinal({ status, text }: GuardedReply): boolean {
  return FINAL.has(status) || (status === 404 && objectIn(text) !== undefined)
}

/** Returns the pause asked for in the header, or in the JSON of Telegram and Discord. */
function retryAfterOf({ headers, text }: GuardedReply): number | undefined {
  const json = objectIn(text)
  const parameters = json?.['parameters'] as { retry_after?: unknown } | null | undefined
  const asked = headers['retry-after'] ?? parameters?.retry_after ?? json?.['retry_after']
  const seconds = Math.ceil(Number(asked))
  return seconds > 0 ? Math.min(seconds, RETRY_AFTER_MAX_S) : undefined
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === 'object' && json !== null && !Array.isArray(json)
      ? (json as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
