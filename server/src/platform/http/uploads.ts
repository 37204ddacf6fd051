import { randomUUID } from 'node:crypto'
import { createWriteStream, mkdirSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { codeOf } from '../error-details.ts'
import { overloaded, ProblemError, storeFull } from '../problem.ts'
import { callerOf } from './admit.ts'
import { Upload } from './upload.ts'

const PER_CALLER = 4
const IN_ALL = 20
const RETRY_SECONDS = 10

/** Receives bodies into a folder of its own, so that none is whole in memory. Limits how many there are at once. */
export class Uploads {
  readonly #folder: string
  readonly #byCaller = new Map<string, number>()
  #open = 0

  /** Empties the folder, in which a killed process may have left files. */
  constructor(folder: string) {
    this.#folder = folder
    rmSync(folder, { recursive: true, force: true })
  }

  /** Makes all routes of an instance take files of any type. */
  accept(app: FastifyInstance, tooLarge: string): void {
    const releases = new WeakMap<FastifyRequest, () => void>()
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
      try {
        releases.set(request, this.#reserve(callerOf(request)))
        return await this.#receive(payload, request.routeOptions.bodyLimit, tooLarge)
      } catch (error) {
        // A browser shows no reply to a request that it is still sending.
        payload.resume()
        throw error
      }
    })
    app.addHook('onResponse', async (request) => {
      releases.get(request)?.()
      if (request.body instanceof Upload) await rm(request.body.file, { force: true })
    })
  }

  #reserve(caller: string): () => void {
    const own = this.#byCaller.get(caller) ?? 0
    if (own >= PER_CALLER || this.#open >= IN_ALL) throw overloaded(RETRY_SECONDS)
    this.#byCaller.set(caller, own + 1)
    this.#open++
    return () => {
      this.#open--
      const left = (this.#byCaller.get(caller) ?? 1) - 1
      if (left === 0) this.#byCaller.delete(caller)
      else this.#byCaller.set(caller, left)
    }
  }

  async #receive(payload: IncomingMessage, limit: number, tooLarge: string): Promise<Upload> {
    const refusal = () => new ProblemError(413, 'body.too-large', tooLarge)
    if (Number(payload.headers['content-length'] ?? 0) > limit) throw refusal()
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    const file = join(this.#folder, randomUUID())
    let bytes = 0
    async function* counted(): AsyncGenerator<Uint8Array> {
      for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
        bytes += chunk.length
        if (bytes > limit) throw refusal()
        yield chunk
      }
    }
    try {
      await pipeline(counted(), createWriteStream(file, { mode: 0o600, flags: 'wx' }))
      return new Upload(file, bytes)
    } catch (error) {
      await rm(file, { force: true })
      throw codeOf(error) === 'ENOSPC' ? storeFull() : error
    }
  }
}
