import { CorruptBytesError } from './bytes.ts'

export interface UnreadableSummaries {
  readonly chunks: Set<number>
  readonly coarse: Set<number>
}

/** Thrown for a damaged summary, after some of its buckets may have been added to a chart. */
export class UnreadableSummaryError extends Error {
  override name = 'UnreadableSummaryError'
  readonly kind: keyof UnreadableSummaries
  readonly fromAt: number
  readonly toAt: number

  constructor(kind: keyof UnreadableSummaries, { fromAt, toAt }: { readonly fromAt: number; readonly toAt: number }) {
    super(`A summary of ${kind} from ${fromAt} on is damaged.`)
    this.kind = kind
    this.fromAt = fromAt
    this.toAt = toAt
  }
}

/** Returns the result of `read`. Throws an UnreadableSummaryError for a damaged summary. */
export function readingSummary<T>(
  kind: keyof UnreadableSummaries,
  source: { readonly fromAt: number; readonly toAt: number },
  read: () => T,
): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof CorruptBytesError ? new UnreadableSummaryError(kind, source) : error
  }
}
