import { RequestNames } from '../series/names/request-names.ts'
import { SensorNames } from '../series/names/sensor-names.ts'

/** Fields of a slice: a few milliseconds even when every name is new. */
export const FIELDS_PER_SLICE = 2000

const names = new SensorNames()

/** Counts the work of decoding one message, and bounds its new names. */
export class DecodingWork {
  fields = 0
  #names: RequestNames | undefined
  #sliceFrom = 0

  get names(): RequestNames {
    return (this.#names ??= new RequestNames(names))
  }

  isSliceOver(): boolean {
    if (this.fields - this.#sliceFrom < FIELDS_PER_SLICE) return false
    this.#sliceFrom = this.fields
    return true
  }
}
