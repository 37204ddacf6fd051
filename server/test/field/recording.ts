import type { World } from '../world.ts'

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/**
 * Calls, frames and packets of web clients and boards that others wrote and that can't be changed, as text in which ids and
 * secrets have names that are the same each time. A difference from a recorded file changes their protocol and needs a
 * ruling in `docs/specification-coverage.md`. `npm test -- server/test/field -u` records anew.
 */
export class Recording {
  readonly #lines: string[] = []
  readonly #names = new Map<string, string>()

  /** Begins a part. */
  title(text: string): void {
    this.#lines.push(`# ${text}`, '')
  }

  add(lines: readonly string[]): void {
    this.#lines.push(...lines, '')
  }

  /** Shows a secret by a name. */
  name(name: string, secret: string): void {
    this.#names.set(secret, `<${name}>`)
  }

  /** Shows a JSON Web Token by a name, adds its header and payload, and returns the payload. */
  token(name: string, jwt = ''): Record<string, string> {
    this.name(name, jwt)
    const [header = '', payload = ''] = jwt.split('.').map((part) => Buffer.from(part, 'base64url').toString())
    this.add([`${name}: ${header} ${payload}`])
    return JSON.parse(payload) as Record<string, string>
  }

  /** Returns everything, with ids numbered in the order in which they came. */
  text(): string {
    let text = this.#lines.join('\n')
    for (const [secret, name] of this.#names) text = text.replaceAll(secret, name)
    const ids = new Map<string, string>()
    return text.replace(UUID, (id) => {
      const name = ids.get(id) ?? `<id ${ids.size + 1}>`
      ids.set(id, name)
      return name
    })
  }
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

export interface Reply {
  readonly status: number
  readonly text: string
}

/** Returns a function that makes a call as a client does, and records it with its reply. */
export function recordedCalls({ app }: World, recording: Recording) {
  return async (method: Method, url: string, body?: unknown, token?: string): Promise<Reply> => {
    const payload = body === undefined ? undefined : JSON.stringify(body)
    const reply = await app.http.fastify.inject({
      method,
      url,
      ...(payload === undefined ? {} : { payload }),
      headers: {
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: token }),
      },
    })
    await app.ingest.settled()
    await app.rules.settled()
    const shown = ['content-type', 'www-authenticate', 'retry-after'].flatMap((name) =>
      reply.headers[name] === undefined ? [] : [`${name}: ${String(reply.headers[name])}`],
    )
    recording.add(
      [`> ${method} ${url}`, ...(payload === undefined ? [] : [`> ${payload}`]), `< ${reply.statusCode}`]
        .concat(shown.map((line) => `< ${line}`))
        .concat(reply.body === '' ? [] : [`< ${reply.body}`]),
    )
    return { status: reply.statusCode, text: reply.body }
  }
}
