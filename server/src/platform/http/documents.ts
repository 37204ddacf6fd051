import type { FastifyInstance, FastifyRequest } from 'fastify'

/** A text that is the same for everybody and as long as the server runs. */
export interface ServedDocument {
  readonly path: string
  readonly type: string
  /** Called on the first request; its result is cached. */
  readonly text: () => string
  /** An origin in the text that stands for the one by which the reader has reached the server. */
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

/** The origin of a request; undefined for a host with signs that mean something in a page or a shell. */
function originOf({ protocol, host }: FastifyRequest): string | undefined {
  return /^[\w.:[\]-]+$/.test(host) ? `${protocol}://${host}` : undefined
}
