import * as z from 'zod/mini'
import { id, ofHousehold, oneLine } from './fields.ts'
import { PLANTS_PER_USER_MAX } from './plants.ts'
import { route } from './route.ts'

/** Crockford’s base32: no letter is taken for a digit. */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 8
export const LABELS_AT_ONCE_MAX = 200

/** Returns the code that a person typed or scanned as it is stored. */
export function plantCodeOf(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')
}

/** Returns `7QK4-MN2P`. */
export function shownPlantCode(code: string): string {
  return `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`
}

/** Of a query: ids with commas between them. */
const plantIdList = z.pipe(
  z.pipe(
    z
      .string()
      .check(
        z.maxLength(37 * LABELS_AT_ONCE_MAX, `At most ${LABELS_AT_ONCE_MAX} labels of chosen plants in one request`),
      ),
    z.transform((text) => text.split(',')),
  ),
  z.array(id),
)

/** The printed facts of a plant. Its code is unique on the server. */
export const plantLabel = z.object({ plantId: id, plantName: z.string(), species: z.string(), code: z.string() })
export type PlantLabel = z.infer<typeof plantLabel>

export const labelRoutes = {
  /** Of these plants, by default of all living ones, by name. */
  list: route({
    method: 'GET',
    path: '/api/labels',
    access: 'member',
    query: z.extend(ofHousehold, { plants: z.optional(plantIdList) }),
    reply: z.array(plantLabel).check(z.maxLength(PLANTS_PER_USER_MAX)),
  }),
  /** Of any household of the caller. Case, hyphens and spaces do not matter, O is 0, I and L are 1. */
  plant: route({
    method: 'GET',
    path: '/api/plants/by-code/:code',
    access: 'member',
    params: z.object({ code: z.string().check(z.maxLength(40, 'Not a valid code'), oneLine()) }),
    reply: z.object({ plantId: id, householdId: id }),
  }),
}
