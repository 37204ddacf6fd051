import { ClientError, DAY_MS, MINUTE_MS, UNREACHABLE } from '@greenhouse/contract'
import { failureMessage, isUnreachable } from '../../lib/failure-message.ts'
import { backoff } from '../live/backoff.ts'
import type { QueueStore } from './queue-store.ts'
import { isRemoval, isWaiting, KEPT, TOO_OLD, type Act, type QueuedAct, type Reply } from './queued-act.ts'

export const QUEUE_MAX = 200
const RETRY_MS = 30_000
/** A request that hangs counts as lost after this. It holds up all that wait. */
const REQUEST_MAX_MS = 30_000
/** A photo has some hundred times the bytes. */
const UPLOAD_MAX_MS = 120_000
/** Of all photos that wait. */
const PHOTO_BYTES_MAX = 60 * 1024 * 1024
/** Older acts are sent only by their person. */
const AGE_MAX_MS = 30 * DAY_MS

interface QueueEdges {
  readonly store: QueueStore
  /** Must reject once the signal aborts. */
  send(act: Act, signal: AbortSignal): Promise<unknown>
  /** Returns whether a request of this person may reach the server. */
  canSend(userId: string): boolean
  /** Called when an act is kept. */
  askToBeWoken(): void
  /** Returns the time by the clock of the server. */
  now(): number
  random(): number
}

export interface Sync {
  readonly sent: number
  readonly refused: number
  /** Are too old to be sent without a question. */
  readonly asked: number
}

/** Sends acts at once, or keeps them until the network is back, and then sends them in order, one at a time. */
export class SendQueue {
  readonly #edges: QueueEdges
  readonly #onChange = new Set<() => void>()
  readonly #onSync = new Set<(sync: Sync) => void>()
  #userId: string | undefined
  #acts: readonly QueuedAct[] = []
  #sending: Promise<void> | undefined
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(edges: QueueEdges) {
    this.#edges = edges
  }

  get acts(): readonly QueuedAct[] {
    return this.#acts
  }

  onChange(listener: () => void): () => void {
    this.#onChange.add(listener)
    return () => void this.#onChange.delete(listener)
  }

  /** Calls back after kept acts were sent, refused or found to be too old. */
  onSync(listener: (sync: Sync) => void): () => void {
    this.#onSync.add(listener)
    return () => void this.#onSync.delete(listener)
  }

  /** Reads the acts of this person, removes those of others, and sends. */
  async open(userId: string): Promise<void> {
    this.#userId = userId
    await this.#edges.store.removeAllBut(userId)
    await this.flush()
  }

  /** Forgets the person. The acts stay in the store. */
  close(): void {
    this.#userId = undefined
    clearTimeout(this.#timer)
    this.#show([])
  }

  /** Removes all acts, before a sign-out. */
  async clear(): Promise<void> {
    this.close()
    await this.#edges.store.removeAllBut(undefined)
  }

  /** Sends an act behind those that wait. Keeps it if the server can't be reached; other failures are thrown. */
  async perform<A extends Act>(act: A): Promise<Reply<A['route']>> {
    const at = new Date(this.#edges.now()).toISOString()
    if (this.#hasWaiting) await this.flush()
    const userId = this.#userId
    // The queue holds acts of the routes of its types.
    const send = () => this.#request(act) as Promise<Reply<A['route']>>
    if (userId === undefined || this.#acts.length >= QUEUE_MAX) return send()
    let tries = 0
    if (this.#edges.canSend(userId) && !this.#hasWaiting) {
      try {
        return await send()
      } catch (error) {
        if (!isUnreachable(error)) throw error
        tries = 1
      }
    }
    await this.#keep(act, { userId, at, tries })
    return KEPT
  }

  /** Removes an act that waits. If it may have arrived, it is undone on the server as well. */
  async takeBack(key: string): Promise<void> {
    const act = this.#acts.find((one) => one.key === key)
    if (!act) return
    await this.#sending
    const now = this.#acts.find((one) => one.key === key)
    await this.discard(key)
    const mayBeThere = !now || now.tries > 0
    if (!mayBeThere || act.route === 'snooze' || isRemoval(act)) return
    await this.#keep(removalOf(act), { userId: act.userId, at: act.at, tries: 0 })
    await this.flush()
  }

  async discard(key: string): Promise<void> {
    await this.#edges.store.remove(key)
    await this.#read()
  }

  /** Makes a refused act wait again, with changes, however old it is. */
  async retry(refused: QueuedAct, changes: Partial<Act> = {}): Promise<void> {
    await this.#put({ ...refused, ...changes, refusal: undefined, isAnyAge: true } as QueuedAct)
    await this.flush()
  }

  /** Sends what waits. Resolves when all is sent, or when the network fails. */
  flush(): Promise<void> {
    this.#sending ??= onePage(() => this.#sendAll()).finally(() => {
      this.#sending = undefined
      this.#schedule()
    })
    return this.#sending
  }

  async #keep(act: Act, more: Pick<QueuedAct, 'userId' | 'at' | 'tries'>): Promise<void> {
    const order = 1 + Math.max(0, ...this.#acts.map((one) => one.order))
    await this.#put({ ...act, ...more, order, refusal: undefined })
    await this.#read()
    this.#schedule()
    this.#edges.askToBeWoken()
  }

  /** Throws a sentence when this browser has no room for a photo. */
  async #put(act: QueuedAct): Promise<void> {
    if (act.route !== 'photo') return this.#edges.store.put(act)
    if (bytesOf([...this.#acts.filter(({ key }) => key !== act.key), act]) > PHOTO_BYTES_MAX)
      throw noRoom('60 MB of photos wait on this phone. They have to be sent first.')
    await this.#edges.store.put(act).catch((error: unknown) => {
      throw noRoom('This phone has no room to keep the photo until it is sent.', error)
    })
  }

  /** Fails like a lost connection when the reply takes too long. The server may have it, so that it must be sent again. */
  async #request(act: Act): Promise<unknown> {
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), act.route === 'photo' ? UPLOAD_MAX_MS : REQUEST_MAX_MS)
    try {
      return await this.#edges.send(act, limit.signal)
    } catch (error) {
      throw limit.signal.aborted ? new ClientError(UNREACHABLE, 0, { code: 'network', cause: error }) : error
    } finally {
      clearTimeout(timer)
    }
  }

  get #hasWaiting(): boolean {
    return this.#acts.some(isWaiting)
  }

  async #sendAll(): Promise<void> {
    const sync = { sent: 0, refused: 0, asked: 0 }
    for (let next = await this.#next(); next; next = await this.#next()) {
      const outcome = await this.#sendOne(next)
      if (outcome === 'kept') break
      sync[outcome] += 1
    }
    await this.#read()
    if (sync.sent + sync.refused + sync.asked > 0) for (const listener of this.#onSync) listener(sync)
  }

  async #next(): Promise<QueuedAct | undefined> {
    await this.#read()
    const next = this.#acts.find(isWaiting)
    return next && this.#edges.canSend(next.userId) ? next : undefined
  }

  async #sendOne(act: QueuedAct): Promise<keyof Sync | 'kept'> {
    const { store, now } = this.#edges
    if (act.isAnyAge !== true && now() - Date.parse(act.at) > AGE_MAX_MS) {
      await store.put({ ...act, refusal: { reason: 'This is more than 30 days ago.', code: TOO_OLD } })
      return 'asked'
    }
    const timed = withTime(act, now())
    try {
      await this.#request(timed)
    } catch (error) {
      // The refusal of a time to come has corrected the clock.
      if (isEarlier(withTime(act, now()), timed)) return this.#sendOne(act)
      const tries = act.tries + 1
      // Nobody's act is stored after a sign-out.
      if (act.userId !== this.#userId) return 'kept'
      if (isForLater(error)) {
        this.#failures += 1
        await store.put({ ...act, tries })
        return 'kept'
      }
      if (!isOver(error, act)) {
        const code = error instanceof ClientError ? error.code : ''
        await store.put({ ...act, tries, refusal: { reason: failureMessage(error), code } })
        return 'refused'
      }
    }
    this.#failures = 0
    await store.remove(act.key)
    return 'sent'
  }

  #schedule(): void {
    clearTimeout(this.#timer)
    if (!this.#hasWaiting) return
    const wait = this.#failures > 0 ? backoff(this.#failures, this.#edges.random()) : RETRY_MS
    this.#timer = setTimeout(() => void this.flush(), wait)
  }

  async #read(): Promise<void> {
    const userId = this.#userId
    const acts = userId === undefined ? [] : await this.#edges.store.list(userId)
    if (userId === this.#userId) this.#show(acts)
  }

  #show(acts: readonly QueuedAct[]): void {
    if (acts.length === 0 && this.#acts.length === 0) return
    this.#acts = acts
    for (const listener of this.#onChange) listener()
  }
}

/** Names when it was done, never a time to come. */
function withTime(act: QueuedAct, now: number): Act {
  if (!('body' in act) || act.route === 'snooze') return act
  const at = ('at' in act.body && typeof act.body.at === 'string' ? act.body.at : undefined) ?? act.at
  const body = { ...act.body, at: new Date(Math.min(Date.parse(at), now)).toISOString() }
  return { ...act, body } as Act
}

/** Returns whether the time of an act has been cut by a minute or more. */
function isEarlier(one: Act, other: Act): boolean {
  const [cut, sent] = [one, other].map((act) => ('body' in act && 'at' in act.body ? Date.parse(act.body.at ?? '') : 0))
  return (sent ?? 0) - (cut ?? 0) >= MINUTE_MS
}

/** No reply, an overloaded server, or a session that has ended. */
function isForLater(error: unknown): boolean {
  return isUnreachable(error) || (error instanceof ClientError && [401, 429, 503].includes(error.status))
}

/** Returns whether nothing is left to do: the entry is gone, or the server did it and its reply could not be read. */
function isOver(error: unknown, act: QueuedAct): boolean {
  if (!(error instanceof ClientError)) return false
  return error.code === 'reply.malformed' || (isRemoval(act) && error.status === 404)
}

function removalOf({ route, key, label: done }: Act): Act {
  const label = `Undo “${done}”`
  if (route === 'photo') return { route: 'removePhoto', key, params: { photoId: key }, label }
  return { route: 'remove', key, params: { careId: key }, query: { batch: '1' }, label }
}

/** Returns the bytes of the photos among some acts. */
export function bytesOf(acts: readonly Act[]): number {
  return acts.reduce((sum, act) => sum + (act.route === 'photo' ? act.file.size : 0), 0)
}

function noRoom(sentence: string, cause?: unknown): ClientError {
  return new ClientError(sentence, 507, { code: 'queue.full', cause })
}

/** Lets one page of this browser send at a time, where it has locks: over https. */
async function onePage(send: () => Promise<void>): Promise<void> {
  const { locks }: { locks?: LockManager | null } = navigator
  await (locks ? locks.request('greenhouse-queue', send) : send())
}
