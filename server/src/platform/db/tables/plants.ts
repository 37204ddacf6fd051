import type { Generated } from 'kysely'

export interface PlantTables {
  plant: PlantTable
  watering: WateringTable
  plant_condition: PlantConditionTable
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
  last_watered_at: number | null
  water_every_days: number | null
  /** Start of the watering interval: last watered, else planted, else created. */
  base_at: number
  /** base_at plus the watering interval; null without one. */
  due_at: number | null
  is_dead: number
  place_id: string | null
  /** Eight characters of Crockford’s base32, unique on the server. */
  code: string
  /** Folded words of its texts, each after a space. */
  search_text: Generated<string>
}

interface WateringTable {
  plant_id: string
  at: number
  household_id: string
}

interface PlantConditionTable {
  id: string
  household_id: string
  plant_id: string
  created_at: number
  /** The base_at of the interval for which the reminder was sent. */
  reminded_base_at: number | null
}
