import { RequestNames } from '../series/request-names.ts'
import { SensorNames } from '../series/sensor-names.ts'

/** Fields that are looked at before others get a turn: a few milliseconds even where every name is new. */
export const FIELDS_PER_SLICE = 2000

const names = new SensorNames()

/** What decoding one message has cost so far, and the names that are new in it. */
export class DecodingWork {
  /** Fields that were looked at. */
  fields = 0
  readonly names = new RequestNames(names)
  #sliceFrom = 0

  /** Whether it is time for a turn of others; if so, the next slice begins. */
  isSliceOver(): boolean {
    if (this.fields - this.#sliceFrom < FIELDS_PER_SLICE) return false
    this.#sliceFrom = this.fields
    return true
  }
}
