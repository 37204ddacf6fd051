import { RecentCache } from '../../../platform/recent-cache.ts'
import { fieldSensor, type BoardValues, type FieldSensor } from './values.ts'

export interface FieldRule {
  readonly metric: string
  readonly channel?: string
  /** Unit of its values; default: that of the metric. */
  readonly unit?: string
  /** Converts a sent number; null when it means no value. */
  readonly meaning?: (sent: number) => number | null
}

/** A field read by its name, as in messages of devices, maybe in another unit. */
interface NamedField {
  readonly name: string
  readonly unit?: string
}

export type FieldMeaning = FieldRule | NamedField | 'skip'

type Known = { readonly sensor: FieldSensor; readonly meaning: FieldRule['meaning'] } | NamedField | 'skip'

const NAMES_MAX = 5000
const NAME_MAX = 100

/** Caches the meaning of each field of a family. */
export class FieldRules {
  readonly #meaningOf: (name: string) => FieldMeaning
  readonly #known = new RecentCache<string, Known>(NAMES_MAX)

  constructor(meaningOf: (name: string) => FieldMeaning) {
    this.#meaningOf = meaningOf
  }

  add(values: BoardValues, name: string, sent: unknown): void {
    if (values.isFull || name.length > NAME_MAX) return
    const learned = this.#known.get(name)
    const known = learned ?? knownOf(this.#meaningOf(name))
    const before = values.values.length
    if (known !== 'skip') addKnown(values, known, sent)
    // Only names that are kept or always skipped are cached: invented names have no end.
    if (!learned && (known === 'skip' || values.values.length > before)) this.#known.set(name, known)
  }
}

function addKnown(values: BoardValues, known: Exclude<Known, 'skip'>, sent: unknown): void {
  if ('name' in known) values.add(known.name, sent, known.unit)
  else values.addSensor(known.sensor, known.meaning ? meant(known.meaning, sent) : sent)
}

function knownOf(found: FieldMeaning): Known {
  if (found === 'skip' || 'name' in found) return found
  const sensor = fieldSensor(found.metric, found.channel ?? '', found.unit)
  return sensor ? { sensor, meaning: found.meaning } : 'skip'
}

function meant(meaning: (sent: number) => number | null, sent: unknown): unknown {
  const value = typeof sent === 'string' && sent.trim() !== '' ? Number(sent) : sent
  return typeof value === 'number' && Number.isFinite(value) ? meaning(value) : sent
}
