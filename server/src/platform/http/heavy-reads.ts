import { setImmediate as breathe } from 'node:timers/promises'
import { ProblemError } from '../problem.ts'

const PER_PERSON = 4
const IN_ALL = 16
/** Waiting reads of a person; a page requests the charts of all devices at once. */
const WAITING_PER_PERSON = 32

interface Waiting {
  readonly person: string
  readonly begin: () => void
}

/** Limits concurrent expensive reads, per person and in all; further ones wait or are refused. */
export class HeavyReads {
  readonly #byPerson = new Map<string, number>()
  #waiting: Waiting[] = []
  #running = 0

  /** Throws a 429 when too many reads of the person wait, or the reason of `gone`, without reading. */
  async run<Result>(person: string, gone: AbortSignal, read: () => Promise<Result>): Promise<Result> {
    gone.throwIfAborted()
    if (this.#hasPlace(person)) this.#take(person)
    else await this.#place(person, gone)
    try {
      // Requests that came together are all counted before the first reads, and other work runs between two reads.
      await breathe()
      gone.throwIfAborted()
      return await read()
    } finally {
      this.#release(person)
    }
  }

  #place(person: string, gone: AbortSignal): Promise<void> {
    if (this.#waiting.filter((one) => one.person === person).length >= WAITING_PER_PERSON) throw busy()
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        person,
        begin() {
          gone.removeEventListener('abort', leave)
          resolve()
        },
      }
      const leave = () => {
        this.#waiting = this.#waiting.filter((one) => one !== waiting)
        // A reason is typed as any; ours are errors.
        reject(gone.reason as Error)
      }
      gone.addEventListener('abort', leave, { once: true })
      this.#waiting.push(waiting)
    })
  }

  #hasPlace(person: string): boolean {
    return this.#running < IN_ALL && (this.#byPerson.get(person) ?? 0) < PER_PERSON
  }

  #take(person: string): void {
    this.#running++
    this.#byPerson.set(person, (this.#byPerson.get(person) ?? 0) + 1)
  }

  #release(person: string): void {
    this.#running--
    const left = (this.#byPerson.get(person) ?? 0) - 1
    if (left > 0) this.#byPerson.set(person, left)
    else this.#byPerson.delete(person)
    const next = this.#waiting.findIndex((one) => this.#hasPlace(one.person))
    if (next < 0) return
    const [waiting] = this.#waiting.splice(next, 1)
    this.#take(waiting!.person)
    waiting!.begin()
  }
}

function busy(): ProblemError {
  return new ProblemError(429, 'read.busy', 'Many charts are being read for you. Please try again in a moment.', {
    retryAfterSeconds: 2,
  })
}
