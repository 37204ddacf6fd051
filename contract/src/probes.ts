import * as z from 'zod/mini'
import { id, timestamp } from './fields.ts'
import { metricById, metrics } from './metrics.ts'
import { route } from './route.ts'

export const PROBES_PER_PLANT_MAX = 10

/** The stage of a plant, on which its ideal ranges depend. */
export const stages = ['seedling', 'growing', 'flowering', 'fruiting', 'dormant'] as const
export type Stage = (typeof stages)[number]

/** The metric of a range, and its bounds in the unit of that metric; null for none. */
export const rangeFields = {
  metric: z.string().check(z.refine((name) => metrics.some(({ id: known }) => known === name), 'Unknown metric')),
  low: z.nullable(z.number()),
  high: z.nullable(z.number()),
}

interface Bounded {
  readonly metric: string
  readonly low: number | null
  readonly high: number | null
}

/** The rules of a range: it has a bound, bounds that the metric can have, and the lower one first. */
export function rangeRules<Range extends Bounded>() {
  return [
    z.refine<Range>(({ low, high }) => low === null || high === null || low < high, {
      error: 'The lower value must be below the upper one.',
      path: ['high'],
    }),
    z.refine<Range>(({ low, high }) => low !== null || high !== null, { error: 'Enter a value', path: ['low'] }),
    ...(['low', 'high'] as const).map((end) =>
      z.refine<Range>((range) => isPossible(range.metric, range[end]), {
        error: ({ input }) => boundsOf((input as Bounded).metric),
        path: [end],
      }),
    ),
  ]
}

function isPossible(metric: string, value: number | null): boolean {
  const { min, max } = metricById(metric).range
  return value === null || (value >= min && value <= max)
}

function boundsOf(metric: string): string {
  const { label, range } = metricById(metric)
  return `${label} is from ${range.min} to ${range.max}.`
}

export const plantRange = z.object(rangeFields).check(...rangeRules())
export type PlantRange = z.infer<typeof plantRange>

const knownRange = z.object({ metric: z.string(), low: z.nullable(z.number()), high: z.nullable(z.number()) })

/** `source` is the publication that a range of the species was taken from; null for a range of the plant. */
export const idealRange = z.extend(knownRange, { source: z.nullable(z.string()) })
export type IdealRange = z.infer<typeof idealRange>

/** Sensors, ideal ranges and stage of a plant. */
export const plantProbes = z.object({
  series: z.array(z.object({ seriesId: id, from: timestamp })),
  /** Set for this plant. */
  ranges: z.array(knownRange),
  /** One of each metric: of the plant, else of its species in its stage, else of its species in any. */
  ideal: z.array(idealRange),
  stage: z.nullable(z.enum(stages)),
  stageSince: z.nullable(timestamp),
  /** Whether a watering that a soil sensor sees is logged. */
  logsWaterings: z.boolean(),
})
export type PlantProbes = z.infer<typeof plantProbes>

/** The part of its ideal range above the lowest value from which soil is moist enough to wait with water. */
const WAITS_FROM = 0.25

/** Whether water can wait: the soil is above the lower quarter of its ideal range. */
export function canWait(soil: {
  readonly value: number
  readonly low: number | null
  readonly high: number | null
}): boolean {
  const { value, low, high } = soil
  return low !== null && high !== null && value > low + (high - low) * WAITS_FROM
}

const ofPlant = z.object({ plantId: id })

export const probeRoutes = {
  show: route({
    method: 'GET',
    path: '/api/plants/:plantId/probes',
    access: 'member',
    params: ofPlant,
    reply: plantProbes,
  }),
  edit: route({
    method: 'PATCH',
    path: '/api/plants/:plantId/probes',
    access: 'member',
    params: ofPlant,
    body: z.partial(
      z.object({
        stage: z.nullable(z.enum(stages, 'Unknown stage')),
        logsWaterings: z.boolean(),
        /** Replaces all ranges. */
        ranges: z.array(plantRange).check(
          z.maxLength(30, { error: 'At most 30 ranges', abort: true }),
          z.refine(
            (all: PlantRange[]) => new Set(all.map((one) => one.metric)).size === all.length,
            'One range for each metric',
          ),
        ),
      }),
    ),
    reply: plantProbes,
  }),
  /** A sensor that is linked already stays as it is. */
  link: route({
    method: 'POST',
    path: '/api/plants/:plantId/series',
    access: 'member',
    params: ofPlant,
    body: z.object({ seriesId: id, from: z.optional(timestamp) }),
    reply: plantProbes,
  }),
  /** Keeps the time in which the sensor was linked. */
  unlink: route({
    method: 'DELETE',
    path: '/api/plants/:plantId/series/:seriesId',
    access: 'member',
    params: z.object({ plantId: id, seriesId: id }),
    reply: plantProbes,
  }),
}
