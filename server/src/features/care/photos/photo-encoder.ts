import type { ChildProcess } from 'node:child_process'
import { extname } from 'node:path'
import { PHOTO_UNREADABLE } from '@greenhouse/contract'
import { messageOf } from '../../../platform/error-details.ts'
import type { Log } from '../../../platform/log.ts'
import { overloaded, ProblemError } from '../../../platform/problem.ts'
import type { EncodedPhoto } from './encode-photo.ts'
import { nextMessage, startWorker } from './worker-process.ts'

const JOB_MS = 10_000
/** A process without work ends, and gives its memory back. */
const IDLE_MS = 60_000
const RETRY_WITHOUT_WORKER_SECONDS = 60

export type PhotoAnswer = { readonly photo: EncodedPhoto } | { readonly refusal: string }

export interface PhotoEncoder {
  /** Photos that are encoded or wait for it. */
  readonly waiting: number
  /** Encodes a file, one at a time. Throws a 400 for one that is no photo, and a 503 where none can be encoded. */
  encode(file: string): Promise<EncodedPhoto>
  close(): Promise<void>
}

interface Options {
  readonly log: Log
  readonly jobMs?: number
  readonly worker?: URL
}

const WORKER = new URL(`./photo-worker${extname(import.meta.filename)}`, import.meta.url)

/** Encodes photos in a process that is started for the first one, and anew after its end. */
export function openPhotoEncoder({ log, jobMs = JOB_MS, worker = WORKER }: Options): PhotoEncoder {
  let last: Promise<unknown> = Promise.resolve()
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let waiting = 0

  async function start(): Promise<ChildProcess> {
    try {
      const started = await startWorker(worker, jobMs)
      started.once('exit', () => {
        if (child === started) child = undefined
      })
      return started
    } catch (error) {
      log.error({ event: 'photo.no-worker', reason: messageOf(error) })
      throw overloaded(RETRY_WITHOUT_WORKER_SECONDS)
    }
  }

  async function work(file: string): Promise<EncodedPhoto> {
    clearTimeout(idle)
    const running = (child ??= await start())
    try {
      running.send(file)
      // The worker is our own program.
      const answer = (await nextMessage(running, jobMs)) as PhotoAnswer
      if ('photo' in answer) return answer.photo
      throw unreadable(answer.refusal)
    } catch (error) {
      if (!(error instanceof ProblemError)) {
        running.kill('SIGKILL')
        child = undefined
      }
      const refusal = error instanceof ProblemError ? error : unreadable(PHOTO_UNREADABLE)
      log.warn({ event: 'photo.refused', reason: messageOf(error) })
      throw refusal
    } finally {
      idle = setTimeout(end, IDLE_MS).unref()
    }
  }

  function end(): void {
    if (child?.connected) child.disconnect()
    child = undefined
  }

  return {
    get waiting() {
      return waiting
    },
    encode(file) {
      waiting++
      const job = last.then(() => work(file)).finally(() => waiting--)
      last = job.catch(() => {})
      return job
    },
    async close() {
      await last
      clearTimeout(idle)
      end()
    },
  }
}

function unreadable(sentence: string): ProblemError {
  return new ProblemError(400, 'photo.unreadable', sentence)
}
