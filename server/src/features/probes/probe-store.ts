import {
  idealRanges,
  toTimestamp,
  type IdealRange,
  type PlantProbes,
  type PlantRange,
  type SpeciesRange,
  type Stage,
} from '@greenhouse/contract'
import { catalogue } from '@greenhouse/contract/catalogue'
import type { Db, Tx } from '../../platform/db/schema.ts'

/** A soil sensor that is linked to a living plant. */
export interface SoilProbe {
  readonly seriesId: string
  readonly plantId: string
  readonly householdId: string
  readonly deviceKey: number
  readonly slot: number
  readonly label: string
  /** Since when it is linked, in milliseconds since 1970. */
  readonly from: number
  /** Seconds between two readings of the board. */
  readonly everySeconds: number
}

const SOIL = 'soilMoisture'

/** Returns what a plant is measured by; undefined when the household has no such plant. */
export async function findProbes(db: Db, householdId: string, plantId: string): Promise<PlantProbes | undefined> {
  const plant = await db
    .selectFrom('plant')
    .select(['species_id', 'stage', 'stage_since', 'logs_waterings'])
    .where('id', '=', plantId)
    .where('household_id', '=', householdId)
    .executeTakeFirst()
  if (!plant) return undefined
  const series = await linkedTo(db, plantId).orderBy('from_at').orderBy('series_id').execute()
  const ranges = await db
    .selectFrom('plant_range')
    .select(['metric', 'low', 'high'])
    .where('plant_id', '=', plantId)
    .orderBy('metric')
    .execute()
  const ofSpecies =
    plant.species_id === null
      ? []
      : (shippedRanges(plant.species_id) ??
        (await ownRanges(db, householdId).where('species_id', '=', plant.species_id).execute()))
  return {
    series: series.map(({ series_id, from_at }) => ({ seriesId: series_id, from: toTimestamp(from_at) })),
    ranges,
    ideal: idealRanges(ranges, ofSpecies, plant.stage),
    stage: plant.stage,
    stageSince: toTimestamp(plant.stage_since),
    logsWaterings: plant.logs_waterings === 1,
  }
}

export async function setStage(
  tx: Tx,
  plantId: string,
  { stage, since }: { readonly stage: Stage | null; readonly since: number },
): Promise<void> {
  await tx
    .updateTable('plant')
    .set({ stage, stage_since: stage === null ? null : since })
    .where('id', '=', plantId)
    .execute()
}

export async function setLogsWaterings(tx: Tx, plantId: string, logs: boolean): Promise<void> {
  await tx
    .updateTable('plant')
    .set({ logs_waterings: Number(logs) })
    .where('id', '=', plantId)
    .execute()
}

export async function replaceRanges(tx: Tx, plantId: string, ranges: readonly PlantRange[]): Promise<void> {
  await tx.deleteFrom('plant_range').where('plant_id', '=', plantId).execute()
  if (ranges.length === 0) return
  await tx
    .insertInto('plant_range')
    .values(ranges.map((range) => ({ plant_id: plantId, ...range })))
    .execute()
}

export async function insertProbe(tx: Tx, plantId: string, seriesId: string, from: number): Promise<void> {
  await tx
    .insertInto('plant_series')
    .values({ plant_id: plantId, series_id: seriesId, from_at: from, to_at: null, seen_at: null })
    .execute()
}

export async function endProbe(tx: Tx, plantId: string, seriesId: string, to: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('plant_series')
    .set({ to_at: to })
    .where('plant_id', '=', plantId)
    .where('series_id', '=', seriesId)
    .where('to_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Claims a watering that a sensor has seen; false when this or a later one was claimed before. */
export async function claimSeen(tx: Tx, { plantId, seriesId }: SoilProbe, at: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('plant_series')
    .set({ seen_at: at })
    .where('plant_id', '=', plantId)
    .where('series_id', '=', seriesId)
    .where('to_at', 'is', null)
    .where((where) => where.or([where('seen_at', 'is', null), where('seen_at', '<', at)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns the soil sensors of living plants: of a household, or of all whose plants log what their sensors see. */
export async function listSoilProbes(db: Db, householdId?: string): Promise<SoilProbe[]> {
  const rows = await db
    .selectFrom('plant_series')
    .innerJoin('plant', 'plant.id', 'plant_series.plant_id')
    .innerJoin('series', 'series.id', 'plant_series.series_id')
    .innerJoin('device', 'device.key', 'series.device_key')
    .select(['plant.id', 'plant.household_id', 'series.device_key', 'series.slot', 'series.label'])
    .select(['series.id as series_id', 'device.name', 'device.wait_seconds', 'plant_series.from_at'])
    .where('plant_series.to_at', 'is', null)
    .where('series.metric', '=', SOIL)
    .where('plant.is_dead', '=', 0)
    .$if(householdId === undefined, (query) => query.where('plant.logs_waterings', '=', 1))
    .$if(householdId !== undefined, (query) => query.where('plant.household_id', '=', householdId ?? ''))
    .orderBy('plant_series.from_at')
    .execute()
  return rows.map((row) => ({
    seriesId: row.series_id,
    plantId: row.id,
    householdId: row.household_id,
    deviceKey: row.device_key,
    slot: row.slot,
    label: row.label || row.name,
    from: row.from_at,
    everySeconds: row.wait_seconds,
  }))
}

/** Returns the ideal range of soil moisture by plant. */
export async function listSoilRanges(db: Db, householdId: string): Promise<Map<string, IdealRange>> {
  const plants = await db
    .selectFrom('plant')
    .leftJoin('plant_range as range', (join) =>
      join.onRef('range.plant_id', '=', 'plant.id').on('range.metric', '=', SOIL),
    )
    .select(['plant.id', 'plant.stage', 'plant.species_id', 'range.metric', 'range.low', 'range.high'])
    .where('plant.household_id', '=', householdId)
    .execute()
  const rows = await ownRanges(db, householdId).where('metric', '=', SOIL).execute()
  const bySpecies = Map.groupBy(rows, ({ species_id }) => species_id)
  return new Map(
    plants.flatMap(({ id, stage, species_id, metric, ...bounds }) => {
      const own = metric === null ? [] : [{ metric, ...bounds }]
      const ofSpecies = species_id === null ? [] : (shippedRanges(species_id) ?? bySpecies.get(species_id) ?? [])
      const range = idealRanges(own, ofSpecies, stage).find((one) => one.metric === SOIL)
      return range ? [[id, range]] : []
    }),
  )
}

function shippedRanges(speciesId: string): readonly SpeciesRange[] | undefined {
  return catalogue.find((one) => one.speciesId === speciesId)?.ranges
}

/** Selects the ranges of the species of a household. */
function ownRanges(db: Db, householdId: string) {
  return db
    .selectFrom('species_range')
    .innerJoin('species', 'species.id', 'species_range.species_id')
    .select(['species_id', 'stage', 'metric', 'low', 'high', 'source'])
    .where('species.household_id', '=', householdId)
    .orderBy('metric')
}

function linkedTo(db: Db, plantId: string) {
  return db
    .selectFrom('plant_series')
    .select(['series_id', 'from_at'])
    .where('plant_id', '=', plantId)
    .where('to_at', 'is', null)
}
