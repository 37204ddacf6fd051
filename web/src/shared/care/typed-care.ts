import {
  careChange,
  careInput,
  MINUTE_MS,
  type AmountUnit,
  type Care,
  type CareChange,
  type CareInput,
  type LoggedKind,
} from '@greenhouse/contract'
import { startOfDay, toCalendarDate } from '../../lib/dates.ts'
import { parsed, type FieldErrors, type Parsed } from '../../lib/field-errors.ts'
import { readTypedNumber, writeTypedNumber } from '../../lib/typed-number.ts'

export type TypedCare = {
  readonly kind: LoggedKind
  readonly label: string
  /** `2026-06-16` */
  readonly date: string
  /** `14:20` */
  readonly time: string
  readonly note: string
  readonly amount: string
  readonly amountUnit: AmountUnit | ''
}

/** Returns the initial values of a new entry of now. */
export function newCare(kind: LoggedKind, now: number): TypedCare {
  return { kind, label: '', ...whenOf(now), note: '', amount: '', amountUnit: '' }
}

export function typedCare({ at, note, amount, amountUnit }: Care): Omit<TypedCare, 'kind' | 'label'> {
  return {
    ...whenOf(Date.parse(at)),
    note,
    amount: amount === null ? '' : writeTypedNumber(amount),
    amountUnit: amountUnit ?? '',
  }
}

interface NewCare {
  readonly careId: string
  readonly plantIds: readonly string[]
  /** The values with which the form was opened: an untouched time is that of the request. */
  readonly initial: TypedCare
}

export function parseCare(typed: TypedCare, { careId, plantIds, initial }: NewCare, now: number): Parsed<CareInput> {
  const isNow = typed.date === initial.date && typed.time === initial.time
  return parsed(
    careInput,
    {
      careId,
      plantIds: [...plantIds],
      kind: typed.kind,
      label: typed.kind === 'custom' ? typed.label : '',
      note: typed.note,
      ...(typed.kind === 'note' ? {} : amountOf(typed)),
      ...(isNow ? {} : { at: instantOf(typed) }),
    },
    isNow ? {} : whenErrors(typed, now),
  )
}

/** Returns the changed fields of an entry. */
export function parseCareChange(
  typed: Omit<TypedCare, 'kind' | 'label'>,
  entry: Care,
  now: number,
): Parsed<CareChange> {
  const before = typedCare(entry)
  const isAtSameTime = typed.date === before.date && typed.time === before.time
  const { amount, amountUnit } = amountOf(typed)
  return parsed(
    careChange,
    {
      ...(isAtSameTime ? {} : { at: instantOf(typed) }),
      ...(typed.note === entry.note ? {} : { note: typed.note }),
      ...(amount === entry.amount ? {} : { amount }),
      ...(amountUnit === entry.amountUnit ? {} : { amountUnit }),
    },
    isAtSameTime ? {} : whenErrors(typed, now),
  )
}

function amountOf({ amount, amountUnit }: Pick<TypedCare, 'amount' | 'amountUnit'>) {
  if (amount.trim() === '') return { amount: null, amountUnit: null }
  return { amount: readTypedNumber(amount), amountUnit: amountUnit === '' ? null : amountUnit }
}

type When = Pick<TypedCare, 'date' | 'time'>

export function whenOf(instant: number): When {
  const at = new Date(instant)
  const time = [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
  return { date: toCalendarDate(at), time }
}

export function whenErrors(when: When, now: number): FieldErrors {
  if (!/^\d{4}-\d\d-\d\d$/.test(when.date)) return { date: 'Not a valid date' }
  const at = instantOf(when)
  if (at === undefined) return { time: 'Not a valid time' }
  return Date.parse(at) > now + MINUTE_MS ? { date: 'It cannot be in the future' } : {}
}

/** Returns undefined for text that is no time. */
export function instantOf({ date, time }: When): string | undefined {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(time) ?? []
  if (hours === undefined || minutes === undefined) return undefined
  const at = startOfDay(date)
  at.setHours(Number(hours), Number(minutes))
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
