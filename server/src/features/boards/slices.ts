import { setImmediate as turn } from 'node:timers/promises'
import type { Reports, Slices } from './board-report.ts'

/** Decodes a message; a long one in slices, between which other work runs. */
export function decodeInTurns(
  decoded: Reports | Slices,
  ofOthers: () => Promise<unknown> = turn,
): Reports | Promise<Reports> {
  if (!isSliced(decoded)) return decoded
  const slice = decoded.next()
  return slice.done ? slice.value : decodeRest(decoded, ofOthers)
}

async function decodeRest(slices: Slices, ofOthers: () => Promise<unknown>): Promise<Reports> {
  for (;;) {
    await ofOthers()
    const slice = slices.next()
    if (slice.done) return slice.value
  }
}

function isSliced(decoded: Reports | Slices): decoded is Slices {
  return decoded !== undefined && 'next' in decoded
}
