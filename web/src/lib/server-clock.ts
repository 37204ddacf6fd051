import { readStored, store, STORED } from './storage.ts'

/** Below it, the difference is that of the header, which counts whole seconds, and of the way here. */
const TOLERANCE_MS = 3000

let offsetMs = Number(readStored(STORED.clock) ?? 0) || 0

/** Compares the clock of this browser with the `Date` header of a reply. */
export function compareClocks(header: string | null, now = Date.now()): void {
  const difference = header === null ? Number.NaN : Date.parse(header) - now
  if (Number.isNaN(difference)) return
  const next = Math.abs(difference) < TOLERANCE_MS ? 0 : difference
  // Small changes come from slow replies.
  if (Math.abs(next - offsetMs) < TOLERANCE_MS) return
  offsetMs = next
  store(STORED.clock, next === 0 ? null : String(next))
}

/** Returns the time by the clock of the server, as far as it is known. */
export function serverNow(): number {
  return Date.now() + offsetMs
}
