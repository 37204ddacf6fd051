import * as z from 'zod/mini'
import { id, timestamp } from './fields.ts'
import { lightMetrics, lightSources } from './light.ts'

/** The light of a plant, mol/m². */
const plantLight = z.object({
  /** The sensor that it is computed from, and what gives the light; null for the sun. */
  seriesId: id,
  metric: z.enum(lightMetrics),
  source: z.nullable(z.enum(lightSources)),
  today: z.object({
    sum: z.number(),
    /** How much is added in an hour, as in the last one. */
    perHour: z.number(),
    knownHours: z.number(),
    /** Until when it is counted: a sensor that is silent says nothing of now. */
    at: timestamp,
    endsAt: timestamp,
  }),
  /** The series of finished days; null before the first. */
  dailySeriesId: z.nullable(id),
  /** Finished days of the last 14, the oldest first. */
  days: z.array(z.object({ date: z.string(), sum: z.number() })),
})
export type PlantLight = z.infer<typeof plantLight>

/** °C days since the planting. */
const plantDegreeDays = z.object({
  seriesId: id,
  since: z.string(),
  base: z.number(),
  top: z.number(),
  sum: z.number(),
  days: z.number(),
  /** Days with less than 18 known hours. */
  leftOut: z.number(),
})
export type PlantDegreeDays = z.infer<typeof plantDegreeDays>

/** Light and warmth of a plant, by the dates of its household; null where nothing measures it, or no planting date is known. */
export const plantGrowth = z.object({
  light: z.nullable(plantLight),
  degreeDays: z.nullable(plantDegreeDays),
})
export type PlantGrowth = z.infer<typeof plantGrowth>
