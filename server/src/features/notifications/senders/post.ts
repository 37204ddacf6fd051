import type { GuardedClient, GuardedReply, GuardedRequest } from '../../../platform/network/guarded-request.ts'
import { RequestFailed } from '../../../platform/network/request-failed.ts'
import type { SendResult } from './message.ts'
import { failureOf, resultOf, secretsOf } from './result.ts'

export interface Posting extends GuardedRequest {
  readonly address: string
  /** Secrets that the answer must not contain, beside the secret parts of the address. */
  readonly secrets?: readonly string[]
}

/** @param read meaning of a reply that its status does not give */
export async function post(
  client: GuardedClient,
  { address, secrets = [], ...request }: Posting,
  read: (reply: GuardedReply) => SendResult | undefined = () => undefined,
): Promise<SendResult> {
  const hidden = [...secrets, ...secretsOf(address)]
  try {
    const reply = await client.post(address, request)
    return read(reply) ?? resultOf(reply, hidden)
  } catch (error) {
    if (error instanceof RequestFailed) return failureOf(error, hidden)
    throw error
  }
}

export function asJson(value: unknown, headers: Readonly<Record<string, string>> = {}) {
  return {
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    body: JSON.stringify(value),
  }
}

export function below(server: string, path: string): string {
  const url = URL.parse(server)
  if (!url) return server
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`
  return url.href
}
