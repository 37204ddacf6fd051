import {
  plantInput,
  WATER_EVERY_DEFAULT_DAYS,
  type Plant,
  type PlantChange,
  type PlantInput,
} from '@greenhouse/contract'
import { startOfDay, toCalendarDate } from '../../lib/dates.ts'
import { parsed, type Parsed } from '../../lib/field-errors.ts'

/** What stands in the fields of the form. */
interface TypedPlant extends Record<string, string> {
  plantName: string
  plantType: string
  species: string
  plantNotes: string
  /** `2026-11-20`, '' for none, or what was typed while it is no date. */
  planted: string
  /** The same. */
  lastWatered: string
  /** Days; '' for no schedule. */
  waterEvery: string
}

/** What the form begins with: the fields of the plant, or of a new one that was planted and watered today. */
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
  }
}

/** Makes a plant of what was typed. A date that is still that of `plant` keeps its time of day. */
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
    ...(isAhead ? { lastWatered: 'Last watered cannot be in the future' } : {}),
  })
}

/**
 * The change from a plant to what was typed. The last watering is part of it only where it was changed: the plant may have
 * been watered meanwhile.
 */
export function changeOf(plant: Plant, { isDead: _isDead, ...input }: PlantInput): PlantChange {
  return {
    ...input,
    planted: input.planted ?? '',
    lastWatered: input.lastWatered === plant.lastWatered ? null : (input.lastWatered ?? ''),
  }
}

function instantOf(typed: string, known: string | null): string | null {
  if (!isDate(typed)) return null
  return known !== null && toCalendarDate(known) === typed ? known : startOfDay(typed).toISOString()
}

function isDate(typed: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(typed)
}

/** Reads `7`, `7.` and `2,5`; NaN for anything but a number. The schema refuses what is no whole number of days. */
function numberOf(text: string): number {
  const trimmed = text.trim()
  if (!/^[-+]?\d+(?:[.,]\d*)?$/.test(trimmed)) return Number.NaN
  // What has more digits than a number can hold is too large all the same.
  return Math.min(Number(trimmed.replace(',', '.')), Number.MAX_SAFE_INTEGER)
}
