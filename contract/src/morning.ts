import * as z from 'zod/mini'
import { id, ofHousehold, timestamp } from './fields.ts'
import { route } from './route.ts'

/** Hours of the clock between which the note of a morning is shown. */
export const MORNING_BEGINS = 5
export const MORNING_ENDS = 12

export const morningFactKinds = [
  'hottest',
  'coldest',
  'tonight',
  'episode',
  'silence',
  'rain',
  'calm',
  'tasks',
] as const
export type MorningFactKind = (typeof morningFactKinds)[number]

/** The words are in the units and the format of the reader, times in the zone of the household. */
const fact = z.object({
  kind: z.enum(morningFactKinds),
  title: z.string(),
  /** More about it; '' for nothing. */
  text: z.string(),
  /** The series and the time that it is about. */
  curve: z.nullable(z.object({ seriesId: id, deviceId: id, from: timestamp, to: timestamp })),
  /** The newest alert that it is about. */
  episodeId: z.nullable(id),
  /** Of tasks. */
  plantIds: z.array(id),
})
export type MorningFact = z.infer<typeof fact>

/** `date`: in the zone of the household. */
export const morningNote = z.object({ date: z.string(), facts: z.array(fact) })
export type MorningNote = z.infer<typeof morningNote>

export const morningRoutes = {
  /** At most three facts: of the temperature, of the night, and of the tasks of the day. None twice in three days, if another is there. */
  get: route({
    method: 'GET',
    path: '/api/morning-note',
    access: 'member',
    query: ofHousehold,
    reply: morningNote,
  }),
}
