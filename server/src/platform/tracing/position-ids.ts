import { createHash } from 'node:crypto'

export interface SpanIds {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** 16 hexadecimal digits. */
  readonly spanId: string
}

/** Every process knows the trace of a row from its position, without an id in the row. */
export function idsOfPosition(salt: Uint8Array, partition: number, seq: number): SpanIds {
  const digest = createHash('sha256').update(salt).update(`${partition}/${seq}`).digest('hex')
  return { traceId: digest.slice(0, 32), spanId: digest.slice(32, 48) }
}
