import {
  NOT_RISING,
  SPECIES_PER_HOUSEHOLD_MAX,
  speciesFound,
  speciesRoutes,
  temperaturesRise,
  type Species,
  type SpeciesChange,
} from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { lockHousehold } from '../../platform/db/owners.ts'
import type { Tx } from '../../platform/db/schema.ts'
import { found, invalid, ProblemError } from '../../platform/problem.ts'
import { renameSpecies } from './plant-store.ts'
import { deleteSpecies, findOwnSpecies, insertSpecies, listSpecies, updateSpecies } from './species-store.ts'

const NO_ROOM = `A household can have ${SPECIES_PER_HOUSEHOLD_MAX} species of its own.`

export function serveSpecies({ db, newId, now, serve }: Context): void {
  serve(speciesRoutes.list, async ({ query: { q = '' } }, { householdId }) => {
    const all = await listSpecies(db, householdId)
    return q === '' ? all : speciesFound(all, q)
  })

  serve(speciesRoutes.create, ({ body }, { householdId }) =>
    db.transaction().execute(async (tx) => {
      await lockHousehold(tx, householdId)
      const species = { speciesId: newId(), own: true, ...body }
      if (!(await insertSpecies(tx, householdId, { ...species, createdAt: now(), max: SPECIES_PER_HOUSEHOLD_MAX })))
        throw new ProblemError(409, 'species.too-many', NO_ROOM)
      return stored(tx, householdId, species.speciesId)
    }),
  )

  serve(speciesRoutes.edit, ({ params: { speciesId }, body }, { householdId }) =>
    db.transaction().execute(async (tx) => {
      await lockHousehold(tx, householdId)
      const species = changed(await stored(tx, householdId, speciesId), body)
      await updateSpecies(tx, householdId, species)
      await renameSpecies(tx, householdId, species)
      return stored(tx, householdId, speciesId)
    }),
  )

  serve(speciesRoutes.remove, ({ params: { speciesId } }, { householdId }) =>
    db.transaction().execute(async (tx) => {
      await lockHousehold(tx, householdId)
      found(await deleteSpecies(tx, householdId, speciesId), 'species')
    }),
  )
}

async function stored(tx: Tx, householdId: string, speciesId: string): Promise<Species> {
  return found(await findOwnSpecies(tx, householdId, speciesId), 'species')
}

function changed(known: Species, change: SpeciesChange): Species {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const species = { ...known, ...given }
  if (!temperaturesRise(species)) throw invalid('gddTop', NOT_RISING)
  return species
}
