import {
  DiscardPolicy,
  JetStreamApiError,
  StorageType,
  type JetStreamManager,
  type StreamInfo,
} from '@nats-io/jetstream'
import { setTimeout as wait } from 'node:timers/promises'
import { StoreUnavailable } from '../../platform/db/errors.ts'

/** Streams get their leaders a moment after the servers have started. */
export const TRIES = 40
export const PAUSE_MS = 250
const STREAM_NOT_FOUND = 10059
/** The key under which the metadata of a stream has the name of its log. */
const LOG = 'greenhouse-log'

interface StreamOptions {
  /** Of the log. */
  readonly name: string
  readonly replicas: number
  readonly maxBytes: number
  readonly isMade?: boolean
  readonly onMoreReplicas?: (stream: string, found: number) => void
}

/** Brings a stream up to these options, or makes it. */
export async function prepareStream(
  manager: JetStreamManager,
  stream: string,
  { name, replicas, maxBytes, isMade = false, onMoreReplicas }: StreamOptions,
): Promise<void> {
  const metadata = { [LOG]: name }
  const changeable = (num_replicas: number) => ({ num_replicas, max_bytes: maxBytes, discard: DiscardPolicy.New })
  await asking(async () => {
    const found = await infoOf(manager, stream)
    if (!found && !isMade) {
      const wanted = { name: stream, subjects: [stream], storage: StorageType.File, metadata, ...changeable(replicas) }
      await manager.streams.add(wanted)
    }
    if (!found || !isOf(name, found)) return
    const { max_bytes, num_replicas } = found.config
    if (num_replicas > replicas) onMoreReplicas?.(stream, num_replicas)
    if (num_replicas < replicas || max_bytes !== maxBytes)
      await manager.streams.update(stream, changeable(Math.max(num_replicas, replicas)))
  }, TRIES)
}

/** Returns whether a stream belongs to the log of a name. */
export function isOf(name: string, { config }: StreamInfo): boolean {
  return config.metadata?.[LOG] === name
}

/** Returns the state of a stream; undefined when there is none. */
export async function infoOf(manager: JetStreamManager, stream: string): Promise<StreamInfo | undefined> {
  try {
    return await manager.streams.info(stream)
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || error.code !== STREAM_NOT_FOUND) throw error
    return undefined
  }
}

/** Asks the servers, again when they do not answer. */
export async function asking<Answer>(ask: () => Promise<Answer>, tries = 3): Promise<Answer> {
  for (let left = tries; ; left--) {
    try {
      return await ask()
    } catch (error) {
      if (left <= 1) throw unavailable(error)
      await wait(PAUSE_MS)
    }
  }
}

export function unavailable(error: unknown): StoreUnavailable {
  return new StoreUnavailable(`The log of readings can't be used now: ${(error as Error).message}`, { cause: error })
}
