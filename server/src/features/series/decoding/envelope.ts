export interface Envelope {
  deviceId?: unknown
  timestamp?: unknown
  time?: unknown
}

/** By their names in lower case: names are compared without case. */
const FIELDS: ReadonlyMap<string, keyof Envelope> = new Map([
  ['deviceid', 'deviceId'],
  ['timestamp', 'timestamp'],
  ['time', 'time'],
])

const [D, T] = ['d', 't'].map((letter) => letter.charCodeAt(0))

/** Returns which field of the envelope a name means; undefined for the name of a value. */
export function envelopeField(name: string): keyof Envelope | undefined {
  // Most names of values have another length or initial, so that they need not be converted.
  const { length } = name
  if (length !== 4 && length !== 8 && length !== 9) return undefined
  const initial = name.charCodeAt(0) | 0x20
  return initial === D || initial === T ? FIELDS.get(name.toLowerCase()) : undefined
}

/** Returns the envelope of a message. Of a field that comes more than once the first one that is not null counts. */
export function envelopeOf(message: Envelope): Envelope {
  const { deviceId, timestamp } = message
  // Boards in the field send exactly these.
  if (typeof deviceId === 'string' && typeof timestamp === 'string') return message
  const envelope: Envelope = {}
  for (const name in message) {
    const field = envelopeField(name)
    if (field !== undefined) envelope[field] ??= (message as Record<string, unknown>)[name]
  }
  return envelope
}
