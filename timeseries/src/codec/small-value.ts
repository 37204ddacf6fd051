import { CorruptBytesError, unzigzag, zigzag, type ByteReader, type ByteWriter } from './bytes.ts'
import { POWERS } from './decimals.ts'

export const VALUE_BYTES = 9

const DECIMALS = 6
const WHOLE = 2 ** 26
export const DOUBLE = 7

/** Writes a single value: as a whole number and its decimals when that is short, else as a double. */
export function writeValue(writer: ByteWriter, value: number): void {
  for (let decimals = 0; decimals <= DECIMALS; decimals++) {
    const whole = Math.round(value * POWERS[decimals]!)
    if (whole >= WHOLE || whole <= -WHOLE) break
    if (whole / POWERS[decimals]! !== value) continue
    // −0 equals 0 and would come back as 0.
    if (whole === 0 && 1 / value < 0) break
    writer.varint(zigzag(whole) * 8 + decimals)
    return
  }
  writer.u8(DOUBLE)
  writer.f64(value)
}

export function readValue(reader: ByteReader): number {
  const coded = reader.varint()
  if (coded === DOUBLE) return reader.f64()
  const decimals = coded % 8
  if (decimals === DOUBLE) throw new CorruptBytesError('A value has no known form.')
  return unzigzag((coded - decimals) / 8) / POWERS[decimals]!
}

/** Skips a value without computing it. Throws where `readValue` would. */
export function skipValue(reader: ByteReader): void {
  const first = reader.skipVarint()
  if (first === DOUBLE) reader.f64()
  else if (first % 8 === DOUBLE) throw new CorruptBytesError('A value has no known form.')
}
