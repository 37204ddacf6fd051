import * as z from 'zod/mini'
import { device } from './devices.ts'
import { id, nothing, ofHousehold, requiredLine } from './fields.ts'
import { lightSources } from './light.ts'
import { hardyTo, plant } from './plants.ts'
import { route } from './route.ts'
import { latitude, longitude } from './weather.ts'

export const PLACE_NAME_MAX = 60
export const PLACES_PER_HOUSEHOLD_MAX = 500
export const PLACE_DEPTH_MAX = 5
/** °C by which leaves may be warmer or colder than the air. */
export const LEAF_OFFSET_MAX = 10

export const placeKinds = [
  'greenhouse',
  'polytunnel',
  'cold-frame',
  'room',
  'garden',
  'balcony',
  'zone',
  'bed',
  'bench',
  'other',
] as const
export type PlaceKind = (typeof placeKinds)[number]

/** From frost and rain to a heated room. */
export const shelters = ['outdoors', 'cold', 'frost-free', 'heated'] as const
export type Shelter = (typeof shelters)[number]

/** Whether rain there is proposed as a watering. */
export const rainSettings = ['off', 'propose'] as const
export type RainSetting = (typeof rainSettings)[number]

const name = requiredLine('Name', PLACE_NAME_MAX)
const kind = z.enum(placeKinds, 'Unknown kind of place')
const shelter = z.enum(shelters, 'Unknown shelter')
const LEAF = `Enter a number from −${LEAF_OFFSET_MAX} to ${LEAF_OFFSET_MAX}`
const leafOffset = z.number(LEAF).check(z.minimum(-LEAF_OFFSET_MAX, LEAF), z.maximum(LEAF_OFFSET_MAX, LEAF))
const lightSource = z.enum(lightSources, 'Unknown light source')
const rain = z.enum(rainSettings, 'Unknown setting of rain')
const position = 'position must be a whole number from 0'

const fields = {
  name,
  kind,
  shelter,
  parentId: z.nullable(id),
  /** Both or neither; without them those of the place above count. */
  latitude: z.nullable(latitude),
  longitude: z.nullable(longitude),
  /** °C by which leaves are warmer than the air; without it that of the place above counts, else 0. */
  leafOffset: z.nullable(leafOffset),
  /** Without it that of the place above counts, else the sun. */
  lightSource: z.nullable(lightSource),
  rain,
}

export const placeInput = z
  .object({
    name,
    kind: z._default(kind, 'other'),
    shelter: z._default(shelter, 'outdoors'),
    parentId: z._default(fields.parentId, null),
    latitude: z._default(fields.latitude, null),
    longitude: z._default(fields.longitude, null),
    leafOffset: z._default(fields.leafOffset, null),
    lightSource: z._default(fields.lightSource, null),
    rain: z._default(rain, 'propose'),
  })
  .check(bothCoordinates())
export type PlaceInput = z.infer<typeof placeInput>

/** `position` is the place among its siblings, counted from 0; those behind it move on by one. */
export const placeChange = z
  .partial(
    z.object({
      ...fields,
      position: z.int(position).check(z.minimum(0, position), z.maximum(PLACES_PER_HOUSEHOLD_MAX, position)),
    }),
  )
  .check(bothCoordinates())
export type PlaceChange = z.infer<typeof placeChange>

function bothCoordinates<T extends { latitude?: number | null | undefined; longitude?: number | null | undefined }>() {
  return z.refine<T>(
    ({ latitude: north, longitude: east }) => ((north ?? null) === null) === ((east ?? null) === null),
    { error: 'Latitude and longitude belong together', path: ['latitude'] },
  )
}

export const place = z.object({
  placeId: id,
  parentId: z.nullable(id),
  name: z.string(),
  kind,
  position: z.number(),
  shelter,
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  leafOffset: z.nullable(z.number()),
  lightSource: z.nullable(lightSource),
  rain,
})
export type Place = z.infer<typeof place>

const ofPlace = z.object({ placeId: id })
const placed = z.object({ placeId: z.nullable(id) })

export const placeRoutes = {
  /** Sorted by position among siblings. */
  list: route({ method: 'GET', path: '/api/places', access: 'member', query: ofHousehold, reply: z.array(place) }),
  create: route({
    method: 'POST',
    path: '/api/places',
    access: 'member',
    query: ofHousehold,
    body: placeInput,
    reply: place,
  }),
  edit: route({
    method: 'PATCH',
    path: '/api/places/:placeId',
    access: 'member',
    params: ofPlace,
    body: placeChange,
    reply: place,
  }),
  /** Places, devices and plants in it move to the place above. */
  remove: route({
    method: 'DELETE',
    path: '/api/places/:placeId',
    access: 'member',
    params: ofPlace,
    reply: nothing,
  }),
  /** A species gives the plant its botanical name. */
  movePlant: route({
    method: 'PATCH',
    path: '/api/plants/:plantId',
    access: 'member',
    params: z.object({ plantId: id }),
    body: z.partial(z.extend(placed, { speciesId: z.nullable(id), hardyTo: z.nullable(hardyTo) })),
    reply: plant,
  }),
  moveDevice: route({
    method: 'PATCH',
    path: '/api/devices/:deviceId',
    access: 'member',
    params: z.object({ deviceId: id }),
    body: placed,
    reply: device,
  }),
}
