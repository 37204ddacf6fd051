import * as z from 'zod/mini'
import { id, ofHousehold, timestamp } from './fields.ts'
import { route } from './route.ts'
import { severities } from './severity.ts'

export const adviceKinds = ['frost', 'ground-frost', 'heat', 'rain'] as const
export type AdviceKind = (typeof adviceKinds)[number]

const namedPlant = z.object({ plantId: id, name: z.string() })

export const advice = z.object({
  adviceId: id,
  placeId: id,
  placeName: z.string(),
  kind: z.enum(adviceKinds),
  /** The date of the evening or of the day. */
  nightOf: z.string(),
  /** The lowest or highest temperature of the place in °C, or millimetres of rain that fell. */
  value: z.number(),
  at: timestamp,
  severity: z.enum(severities),
  /** The plants at risk, or those that it rained on. */
  plants: z.array(namedPlant),
  /** Until when it is of use. */
  endsAt: timestamp,
  /** When somebody covered the plants, or said whether the rain counts. */
  answeredAt: z.nullable(timestamp),
})
export type Advice = z.infer<typeof advice>

/** Rain of the next 24 hours for which watering may wait, at a place and the places below it that are like it. */
const comingRain = z.object({ placeIds: z.array(id), millimetres: z.number(), at: timestamp })
export type ComingRain = z.infer<typeof comingRain>

export const adviceNow = z.object({
  /** Advice that is of use now and not answered, the gravest first. */
  advice: z.array(advice),
  rain: z.array(comingRain),
  /** The oldest forecast that advice is made of; null without any. */
  forecastAt: z.nullable(timestamp),
  /** Whether that is too old for advice. */
  isStale: z.boolean(),
})
export type AdviceNow = z.infer<typeof adviceNow>

const ofAdvice = z.object({ adviceId: id })

export const adviceRoutes = {
  list: route({ method: 'GET', path: '/api/advice', access: 'member', query: ofHousehold, reply: adviceNow }),
  /** Ends the messages of a night. */
  cover: route({
    method: 'POST',
    path: '/api/advice/:adviceId/covered',
    access: 'member',
    params: ofAdvice,
    reply: advice,
  }),
  /** Counts fallen rain as a watering of each living plant there, or not. `careId` undoes them with `batch=1`. */
  countRain: route({
    method: 'POST',
    path: '/api/advice/:adviceId/rain',
    access: 'member',
    params: ofAdvice,
    body: z.object({ counts: z.boolean('counts must be true or false') }),
    reply: z.object({ advice, careId: z.nullable(id) }),
  }),
}
