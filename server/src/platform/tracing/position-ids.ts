import { createHash } from 'node:crypto'

export interface SpanIds {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** 16 hexadecimal digits. */
  readonly spanId: string
}

/**
 * Derives the span of an appended row from its position, so that every process knows its trace without an id in the
 * row.
 */
export function idsOfPosition(salt: Uint8Array, partition: number, seq: number): SpanIds {
  const digest = createHash('sha256').update(salt).update(`${partition}/${seq}`).digest('hex')
  return { traceId: digest.slice(0, 32), spanId: digest.slice(32, 48) }
}
