import { isUnavailable } from '../base/unavailable.ts'
import { decodeRow, messageOf, partsOfRow, rowOf, type RowMessage, checkRow } from '../codec/log-row.ts'
import type { DeadLetter } from '../stores/dead-letter-store.ts'
import { LeaseLostError } from '../stores/marker-store.ts'
import type { LogRow } from '../stores/reading-log.ts'
import type { EntryGroup } from '../base/types.ts'
import type { Readable } from '../stores/partition-log.ts'

/** Stores what was set aside, each part once. Rejects when the partition has to stop. */
export type Keep = (deadLetters: readonly DeadLetter[]) => Promise<void>

interface Applying<Work, Result> {
  readonly partition: number
  readonly apply: (work: Work) => Promise<Result> | Result
  /** Tries the work without a trace. Default: decodes the row. */
  readonly tryOut?: (work: Work) => unknown
  readonly keep: Keep
}

/** A reason is a sentence for the operator, not a dump. */
const LONGEST_REASON = 300

/**
 * Applies a row of the log, without the messages that can't be applied: these are set aside with their reason. Rejects,
 * without a trace, when the store is unavailable, the lease is lost, or `keep` rejects.
 */
export function applyOrSetAside<Result>(row: LogRow, applying: Applying<LogRow, Result>): Promise<Result> {
  const { seq } = row
  const { partition, keep, tryOut = ({ bytes }) => decodeRow(bytes) } = applying
  const rowWith = (messages: readonly RowMessage[]) => ({ seq, bytes: rowOf(messages) })
  return applyParts(() => partsOfRow(row.bytes), {
    at: { partition, seq },
    keep,
    first: () => applying.apply(row),
    apply: (messages) => applying.apply(rowWith(messages)),
    tryOut: (messages) => tryOut(rowWith(messages)),
  })
}

export function applyEntriesOrSetAside<Result>(
  { seq, entries }: EntryGroup,
  { partition, apply, tryOut, keep }: Required<Applying<EntryGroup, Result>>,
): Promise<Result> {
  const groupWith = (messages: readonly RowMessage[]) => ({
    seq,
    entries: messages.flatMap(({ index }) => entries[index] ?? []),
  })
  return applyParts(() => ({ messages: entries.map(messageOf), rest: undefined }), {
    at: { partition, seq },
    keep,
    first: () => apply({ seq, entries }),
    apply: (messages) => apply(groupWith(messages)),
    tryOut: (messages) => tryOut(groupWith(messages)),
  })
}

interface Steps<Result> {
  readonly at: Pick<DeadLetter, 'partition' | 'seq'>
  readonly keep: Keep
  readonly first: () => Promise<Result> | Result
  readonly apply: (messages: readonly RowMessage[]) => Promise<Result> | Result
  readonly tryOut: (messages: readonly RowMessage[]) => unknown
}

interface Bad {
  readonly message: RowMessage
  readonly reason: unknown
}

async function applyParts<Result>(divide: () => ReturnType<typeof partsOfRow>, steps: Steps<Result>): Promise<Result> {
  try {
    return await steps.first()
  } catch (error) {
    rethrowPassing(error)
  }
  const { messages, rest } = divide()
  const bad = await findBad(messages, steps.tryOut)
  const good = messages.filter((message) => !bad.some((each) => each.message === message))
  const deadLetters = (found: readonly Bad[], isWhole: boolean): DeadLetter[] => [
    ...found.map(({ message, reason }) => deadLetterOf(steps.at, message, { isWhole, reason })),
    ...(rest ? [unreadable(steps.at, messages.length, { isWhole, ...rest })] : []),
  ]
  if (good.length > 0) {
    if (bad.length > 0 || rest) await steps.keep(deadLetters(bad, false))
    try {
      return await steps.apply(good)
    } catch (reason) {
      rethrowPassing(reason)
      // Each can be applied by itself, but not together.
      for (const message of good) bad.push({ message, reason })
    }
  }
  await steps.keep(deadLetters(bad, true))
  return steps.apply([])
}

/** Returns the messages that fail by themselves. A failure that does not repeat counts for nothing. */
async function findBad(messages: readonly RowMessage[], tryOut: Steps<unknown>['tryOut']): Promise<Bad[]> {
  const [message] = messages
  if (!message) return []
  try {
    await tryOut(messages)
    return []
  } catch (reason) {
    rethrowPassing(reason)
    if (messages.length === 1) return [{ message, reason }]
  }
  const half = Math.ceil(messages.length / 2)
  return [...(await findBad(messages.slice(0, half), tryOut)), ...(await findBad(messages.slice(half), tryOut))]
}

/** Rethrows errors that say nothing about the row: it is applied later, or by another process. */
function rethrowPassing(error: unknown): void {
  if (isUnavailable(error) || error instanceof LeaseLostError) throw error
}

function deadLetterOf(
  at: Steps<unknown>['at'],
  message: RowMessage,
  { isWhole, reason }: { readonly isWhole: boolean; readonly reason: unknown },
): DeadLetter {
  const { index, deviceKey } = message
  return { ...at, message: index, deviceKey, isWhole, data: rowOf([message]), reason: reasonOf(reason) }
}

function unreadable(
  at: Steps<unknown>['at'],
  message: number,
  { isWhole, reason, bytes }: { readonly isWhole: boolean; readonly reason: unknown; readonly bytes: Uint8Array },
): DeadLetter {
  return { ...at, message, deviceKey: undefined, isWhole, data: bytes.slice(), reason: reasonOf(reason) }
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, LONGEST_REASON)
}

/** Sets aside the unreadable messages of a row, and returns the row without them. */
export function settingUnreadableAside(partition: number, keep: Keep): Readable {
  const apply = (row: LogRow) => {
    checkRow(row.bytes)
    return row
  }
  return (row) => {
    try {
      return apply(row)
    } catch {
      return applyOrSetAside(row, { partition, keep, apply, tryOut: apply })
    }
  }
}
