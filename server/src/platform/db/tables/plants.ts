import type {
  AmountUnit,
  CareKind,
  PhotoSize,
  RangeStage,
  Repeat,
  RepeatUnit,
  Stage,
  TaskKind,
} from '@greenhouse/contract'
import type { Generated } from 'kysely'

export interface PlantTables {
  plant: PlantTable
  task: TaskTable
  care: CareTable
  plant_series: PlantSeriesTable
  plant_range: PlantRangeTable
  species: SpeciesTable
  species_range: SpeciesRangeTable
  plant_condition: PlantConditionTable
  photo: PhotoTable
  photo_data: PhotoDataTable
}

interface PlantTable {
  id: string
  household_id: string
  name: string
  type: string
  species: string
  notes: string
  created_at: number
  planted_at: number | null
  /** The newest entry of kind `water` in its care log. */
  last_watered_at: number | null
  is_dead: number
  stage: Stage | null
  stage_since: number | null
  /** Whether a watering that a soil sensor sees is logged. */
  logs_waterings: Generated<number>
  place_id: string | null
  /** Of the household or of the catalogue, which has no rows. */
  species_id: string | null
  /** The lowest temperature that it survives, in °C; null for that of its species. */
  hardy_to: number | null
  /** Eight characters of Crockford’s base32, unique on the server. */
  code: string
  /** Folded words of its texts, each after a space. */
  search_text: Generated<string>
}

/** Work that is planned on a plant, on a place, or with neither on the household. Fields that its repeat does not use are 1. */
interface TaskTable {
  id: string
  household_id: string
  plant_id: string | null
  place_id: string | null
  kind: TaskKind
  label: Generated<string>
  note: Generated<string>
  /** Folded words of its kind, label and note. */
  search_text: Generated<string>
  repeat: Repeat
  every: number
  unit: RepeatUnit
  /** `2,5` for Tuesday and Friday. */
  weekdays: Generated<string>
  month_day: number
  month: number
  starts_on: string
  /** JSON of the contract's seasons. */
  seasons: string
  amount: number | null
  amount_unit: AmountUnit | null
  assigned_to: string | null
  /** For water of a plant, its row of plant_condition counts instead. */
  reminds: Generated<number>
  /** When it was done or skipped last. Water of a plant counts from planting or creation before. */
  base_at: number | null
  /** By the plan, see taskDueAt of the contract. */
  due_at: number | null
  snoozed_until: number | null
  /** How often it was snoozed since base_at. */
  snoozes: Generated<number>
  last_done_at: number | null
  last_done_by: string | null
  ended_at: number | null
  created_by: string | null
  created_at: number
}

/** The care log. With neither plant nor place an entry is of the household. */
interface CareTable {
  id: string
  household_id: string
  plant_id: string | null
  place_id: string | null
  task_id: string | null
  kind: CareKind
  label: Generated<string>
  at: number
  done_by: string | null
  source: 'person' | 'client' | 'probe' | 'rain'
  note: Generated<string>
  /** Folded words of its label and note. */
  search_text: Generated<string>
  amount: number | null
  amount_unit: AmountUnit | null
  /** The id of the first entry of the request that made several. */
  batch_id: string | null
  /** The snooze of its task that it ended, and how often the task had been snoozed. */
  undid_snooze: number | null
  undid_snoozes: Generated<number>
  created_at: number
}

interface PlantConditionTable {
  id: string
  household_id: string
  plant_id: string
  created_at: number
}

/** A sensor of a plant. A sensor that moves keeps the past of each plant apart. */
interface PlantSeriesTable {
  plant_id: string
  series_id: string
  from_at: number
  to_at: number | null
  /** When it saw a watering last: one that was undone is not logged again. */
  seen_at: number | null
}

/** A species of a household. */
interface SpeciesTable {
  id: string
  household_id: string
  name: string
  family: Generated<string>
  /** JSON of the contract's common names. */
  names: string
  /** Folded words of its names and its family. */
  search_text: Generated<string>
  hardy_to: number | null
  gdd_base: number | null
  gdd_top: number | null
  water_every: number | null
  created_at: number
}

interface SpeciesRangeTable {
  species_id: string
  stage: RangeStage
  metric: string
  low: number | null
  high: number | null
  source: Generated<string>
}

/** An ideal range of a plant, in the unit of the metric. */
interface PlantRangeTable {
  plant_id: string
  metric: string
  low: number | null
  high: number | null
}

/** A stored photo. One without a plant or a household is gone for everybody, and waits for the removal of its bytes. */
interface PhotoTable {
  id: string
  household_id: string | null
  plant_id: string | null
  care_id: string | null
  added_by: string | null
  taken_at: number
  /** Of the large size, in pixels. */
  width: number
  height: number
  /** Of both sizes. */
  bytes: number
  /** Of the large size followed by the small one, in hexadecimal: their files have this name. Equal photos share them. */
  sha256: string
  is_cover: number
  created_at: number
}

/** Bytes of photos in PostgreSQL; empty in SQLite, beside which they are files. */
interface PhotoDataTable {
  photo_id: string
  size: PhotoSize
  data: Uint8Array
}
