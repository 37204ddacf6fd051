import type { FastifyInstance, FastifyRequest } from 'fastify'

/** A text that is equal for everybody while the server runs. */
export interface ServedDocument {
  readonly path: string
  readonly type: string
  readonly text: () => string
  /** An origin in the text, replaced by the one by which the reader has reached the server. */
  readonly origin?: string
}

export function serveDocuments(app: FastifyInstance, documents: readonly ServedDocument[]): void {
  for (const { path, type, text, origin } of documents) {
    let made: string | undefined
    app.get(path, async (request, reply) => {
      made ??= text()
      return reply.type(type).send(origin === undefined ? made : made.replaceAll(origin, originOf(request) ?? origin))
    })
  }
}

/** Returns the origin of a request; undefined for a host with characters special in HTML or a shell. */
function originOf({ protocol, host }: FastifyRequest): string | undefined {
  return /^[\w.:[\]-]+$/.test(host) ? `${protocol}://${host}` : undefined
}
