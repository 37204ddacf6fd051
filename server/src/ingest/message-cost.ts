/** Bytes that cost as much as a reading: one of a board with its four sensors has fewer. */
const BYTES = 200
/** Evaluations of a rule on a value that cost as much as a reading. */
const EVALUATIONS = 10
/** A rough length of a field whose message is no longer there as text. */
const FIELD_BYTES = 15

/**
 * Returns what a message costs of a share: one for each of its readings or for each 200 bytes, whichever is more, and at
 * least one. Bytes stand for the fields, names and values that have to be looked at.
 */
export function costOfMessage({ readings, bytes }: { readonly readings: number; readonly bytes: number }): number {
  return Math.max(readings, Math.ceil(bytes / BYTES), 1)
}

/** Returns what the evaluation of rules on values costs. */
export function costOfEvaluations(evaluations: number): number {
  return Math.floor(evaluations / EVALUATIONS)
}

/** Returns about how long parsed JSON was, by the number of its fields and the length of its texts. */
export function roughBytes(sent: unknown): number {
  if (typeof sent === 'string') return sent.length
  if (typeof sent !== 'object' || sent === null) return 0
  const values: readonly unknown[] = Array.isArray(sent) ? sent : Object.values(sent)
  let bytes = values.length * FIELD_BYTES
  for (let place = 0; place < values.length; place++) bytes += roughBytes(values[place])
  return bytes
}
