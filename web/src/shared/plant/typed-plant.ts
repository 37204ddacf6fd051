import {
  hardyTo,
  plantInput,
  WATER_EVERY_DEFAULT_DAYS,
  type Plant,
  type PlantChange,
  type PlantInput,
} from '@greenhouse/contract'
import { startOfDay, toCalendarDate } from '../../lib/dates.ts'
import { parsed, type Parsed } from '../../lib/field-errors.ts'
import { readTypedNumber, writeTypedNumber } from '../../lib/typed-number.ts'

interface TypedPlant extends Record<string, string> {
  plantName: string
  plantType: string
  species: string
  plantNotes: string
  /** `2026-11-20`, '' for none, or the typed text while it is no date. */
  planted: string
  lastWatered: string
  /** Days; '' for no schedule. */
  waterEvery: string
  /** °C; '' for that of its species. */
  hardyTo: string
}

/** Returns initial values: those of the plant, or a new one planted and watered today. */
export function typedPlant(plant: Plant | undefined, now: number): TypedPlant {
  const today = toCalendarDate(now)
  if (!plant) {
    return {
      plantName: '',
      plantType: '',
      species: '',
      plantNotes: '',
      planted: today,
      lastWatered: today,
      waterEvery: String(WATER_EVERY_DEFAULT_DAYS),
      hardyTo: '',
    }
  }
  const { plantName, plantType, species = '', plantNotes, planted, lastWatered, waterEvery } = plant
  return {
    plantName,
    plantType,
    species,
    plantNotes,
    planted: planted === null ? '' : toCalendarDate(planted),
    lastWatered: lastWatered === null ? '' : toCalendarDate(lastWatered),
    waterEvery: waterEvery === null ? '' : String(waterEvery),
    hardyTo: plant.hardyTo === undefined ? '' : writeTypedNumber(plant.hardyTo),
  }
}

/** An unchanged date keeps the time of day of `plant`. */
export function parsePlant(typed: TypedPlant, plant: Plant | undefined, now: number): Parsed<PlantInput> {
  const input = {
    ...typed,
    planted: instantOf(typed.planted, plant?.planted ?? null),
    lastWatered: instantOf(typed.lastWatered, plant?.lastWatered ?? null),
    waterEvery: typed.waterEvery.trim() === '' ? null : numberOf(typed.waterEvery),
    isDead: plant?.isDead ?? false,
  }
  const isAhead = isDate(typed.lastWatered) && typed.lastWatered > toCalendarDate(now)
  return parsed(plantInput, input, {
    ...(typed.planted === '' || isDate(typed.planted) ? {} : { planted: 'Not a valid date' }),
    ...(typed.lastWatered === '' || isDate(typed.lastWatered) ? {} : { lastWatered: 'Not a valid date' }),
    ...(isHardiness(hardinessOf(typed)) ? {} : { hardyTo: 'Enter a temperature from -40 to 20' }),
    ...(isAhead ? { lastWatered: 'Last watered cannot be in the future' } : {}),
  })
}

/** Returns the lowest temperature that the plant survives, in °C; null for that of its species. */
export function hardinessOf(typed: Pick<TypedPlant, 'hardyTo'>): number | null {
  return typed.hardyTo.trim() === '' ? null : readTypedNumber(typed.hardyTo)
}

/** Includes the last watering only if it was changed: the plant may have been watered meanwhile. */
export function changeOf(plant: Plant, { isDead: _isDead, ...input }: PlantInput): PlantChange {
  return {
    ...input,
    planted: input.planted ?? '',
    lastWatered: input.lastWatered === plant.lastWatered ? null : (input.lastWatered ?? ''),
  }
}

function isHardiness(degrees: number | null): boolean {
  return degrees === null || hardyTo.safeParse(degrees).success
}

function instantOf(typed: string, known: string | null): string | null {
  if (!isDate(typed)) return null
  return known !== null && toCalendarDate(known) === typed ? known : startOfDay(typed).toISOString()
}

function isDate(typed: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(typed)
}

/** Reads `7`, `7.` and `2,5`; NaN for anything but a number. The schema rejects fractions. */
function numberOf(text: string): number {
  const trimmed = text.trim()
  if (!/^[-+]?\d+(?:[.,]\d*)?$/.test(trimmed)) return Number.NaN
  // Infinity would fail as no number instead of as too large.
  return Math.min(Number(trimmed.replace(',', '.')), Number.MAX_SAFE_INTEGER)
}
