import * as z from 'zod/mini'
import { id, nothing, ofHousehold, oneLine, requiredLine, severalLines, timestamp } from './fields.ts'
import { route } from './route.ts'
import { seriesIdList } from './series.ts'
import { WATER_EVERY_MAX_DAYS } from './watering.ts'

export const PLANTS_PER_USER_MAX = 1000

const plantName = requiredLine('Name', 100)
const plantType = requiredLine('Type', 50)
const species = z
  .string()
  .check(z.trim(), z.maxLength(100, { error: 'Species cannot be longer than 100 characters', abort: true }), oneLine())
const plantNotes = z
  .string()
  .check(z.maxLength(1000, { error: 'Notes cannot be longer than 1000 characters', abort: true }), severalLines())
/** Days between waterings; null for no schedule. */
export const waterEvery = z.nullable(
  z
    .int('Water every must be a whole number of days')
    .check(
      z.minimum(1, 'Water every must be at least 1 day'),
      z.maximum(WATER_EVERY_MAX_DAYS, `Water every cannot be more than ${WATER_EVERY_MAX_DAYS} days`),
    ),
)

const wrongHardiness = 'Enter a temperature from -40 to 20'
/** The lowest temperature that a plant survives, in °C. */
export const hardyTo = z.number(wrongHardiness).check(z.minimum(-40, wrongHardiness), z.maximum(20, wrongHardiness))

export const plantInput = z.object({
  plantName,
  plantType,
  species: z.optional(species),
  plantNotes: z._default(plantNotes, ''),
  planted: z._default(z.nullable(timestamp), null),
  lastWatered: z._default(z.nullable(timestamp), null),
  waterEvery: z._default(waterEvery, null),
  isDead: z._default(z.boolean(), false),
})
export type PlantInput = z.infer<typeof plantInput>

/**
 * A null date stays: clients send back what they loaded, perhaps before a watering. '' removes it. `lastWatered` removes later
 * waterings.
 */
export const plantChange = z.partial(
  z.object({
    plantName,
    plantType,
    species,
    plantNotes,
    planted: z.nullable(z.union([timestamp, z.literal('')])),
    waterEvery,
    lastWatered: z.nullable(z.union([timestamp, z.literal('')])),
    isDead: z.boolean(),
  }),
)
export type PlantChange = z.infer<typeof plantChange>

export const plant = z.object({
  plantId: id,
  plantName: z.string(),
  plantType: z.string(),
  species: z.optional(z.string()),
  plantNotes: z.string(),
  planted: z.nullable(timestamp),
  lastWatered: z.nullable(timestamp),
  waterEvery: z.nullable(z.number()),
  isDead: z.boolean(),
  /** The watering schedule starts here when the plant was neither planted nor watered. */
  createdAt: timestamp,
  placeId: z.optional(id),
  /** Of the catalogue, or of the household. */
  speciesId: z.optional(id),
  /** Of this plant; without it that of the species counts. */
  hardyTo: z.optional(z.number()),
})
export type Plant = z.infer<typeof plant>

export const wateringEvent = z.object({ plantId: id, plantName: z.string(), time: timestamp })
export type WateringEvent = z.infer<typeof wateringEvent>

const ofPlant = z.object({ plantId: id })
/**
 * Plants that were linked to one of the sensors then; and, with a device, those without a link in its place or below it, or
 * all without one for a device in no place.
 */
export const ofChart = { series: z.optional(seriesIdList), deviceId: z.optional(id) }
/** An own `userId` is accepted, which older clients send. */
export const ofUser = z.extend(ofHousehold, { userId: z.optional(id) })

export const plantRoutes = {
  get: route({ method: 'GET', path: '/api/Plant/GetPlant', access: 'member', query: ofPlant, reply: plant }),
  list: route({
    method: 'GET',
    path: '/api/Plant/GetAllPlants',
    access: 'member',
    query: ofUser,
    reply: z.array(plant),
  }),
  create: route({
    method: 'POST',
    path: '/api/Plant/CreatePlant',
    access: 'member',
    query: ofHousehold,
    body: plantInput,
    reply: plant,
  }),
  remove: route({ method: 'DELETE', path: '/api/Plant/DeletePlant', access: 'member', query: ofPlant, reply: nothing }),
  edit: route({
    method: 'PATCH',
    path: '/api/Plant/EditPlant',
    access: 'member',
    query: ofPlant,
    body: plantChange,
    reply: plant,
  }),
  markDead: route({
    method: 'PATCH',
    path: '/api/Plant/MarkPlantAsDead',
    access: 'member',
    query: ofPlant,
    reply: plant,
  }),
  water: route({ method: 'PATCH', path: '/api/Plant/WaterPlant', access: 'member', query: ofPlant, reply: plant }),
  waterAll: route({
    method: 'PATCH',
    path: '/api/Plant/WaterAllPlants',
    access: 'member',
    query: ofUser,
    reply: z.array(plant),
  }),
  /** Undoes the waterings of an instant, of one plant or of all. 404 without any. */
  undoWatering: route({
    method: 'PATCH',
    path: '/api/Plant/UndoWatering',
    access: 'member',
    query: z.extend(ofHousehold, { wateredAt: timestamp, plantId: z.optional(id) }),
    reply: z.array(plant),
  }),
  /** Newest first, at most 500. With `series` or `deviceId`, of what belongs to a chart. */
  waterings: route({
    method: 'GET',
    path: '/api/Plant/GetWaterings',
    access: 'member',
    query: z.extend(ofHousehold, {
      from: timestamp,
      to: timestamp,
      plantId: z.optional(id),
      ...ofChart,
    }),
    reply: z.array(wateringEvent),
  }),
}
