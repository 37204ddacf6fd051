import {
  offsetCalibration,
  shownUnitOf,
  twoPointCalibration,
  type Calibration,
  type Metric,
} from '@greenhouse/contract'
import { parsed, type Parsed } from '../../lib/field-errors.ts'
import { readTypedNumber, writeTypedNumber } from '../../lib/typed-number.ts'
import { shownOffset } from './calibration-words.ts'

export type TypedCalibration = { kind: 'offset' | 'points'; offset: string; dry: string; wet: string }

/** Returns the current calibration, or else the kind that suits the metric. */
export function typedCalibration(metric: Metric, calibration: Calibration, celsius: boolean): TypedCalibration {
  const nothing = { offset: '', dry: '', wet: '' }
  if (calibration === null) return { ...nothing, kind: metric.twoPoints === true ? 'points' : 'offset' }
  if ('offset' in calibration) {
    const offset = writeTypedNumber(shownOffset(metric, calibration.offset, celsius))
    return { ...nothing, kind: 'offset', offset }
  }
  const { dry, wet } = calibration
  return { ...nothing, kind: 'points', dry: writeTypedNumber(dry), wet: writeTypedNumber(wet) }
}

/** Offsets are typed in the displayed unit. */
export function parseCalibration(
  metric: Metric,
  { kind, offset, dry, wet }: TypedCalibration,
  celsius: boolean,
): Parsed<NonNullable<Calibration>> {
  if (kind === 'points') {
    return parsed(twoPointCalibration, { dry: readTypedNumber(dry), wet: readTypedNumber(wet) })
  }
  const { toStored } = shownUnitOf(metric, celsius)
  const difference = toStored(readTypedNumber(offset)) - toStored(0)
  return parsed(offsetCalibration, { offset: Math.round(difference * 1e6) / 1e6 })
}
