import { createHash } from 'node:crypto'

export interface SpanIds {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** 16 hexadecimal digits. */
  readonly spanId: string
}

/**
 * Returns the ids of the span in which a row of the log was appended. Every process computes the same ones from the position, and
 * so knows what to trace and in which trace, without a word in the row.
 */
export function idsOfPosition(salt: Uint8Array, partition: number, seq: number): SpanIds {
  const digest = createHash('sha256').update(salt).update(`${partition}/${seq}`).digest('hex')
  return { traceId: digest.slice(0, 32), spanId: digest.slice(32, 48) }
}
