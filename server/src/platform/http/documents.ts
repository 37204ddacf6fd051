import type { FastifyInstance } from 'fastify'

/** A text that is the same for everybody and as long as the server runs. */
export interface ServedDocument {
  readonly path: string
  readonly type: string
  /** Called on the first request; its result is cached. */
  readonly text: () => string
}

export function serveDocuments(app: FastifyInstance, documents: readonly ServedDocument[]): void {
  for (const { path, type, text } of documents) {
    let made: string | undefined
    app.get(path, async (_request, reply) => reply.type(type).send((made ??= text())))
  }
}
