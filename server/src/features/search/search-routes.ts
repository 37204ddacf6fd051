import { foldedWords, searchRoutes, type SearchReply } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { searchCare, searchDevices, searchPlaces, searchPlants, searchSpecies, searchTasks } from './search-store.ts'

const NOTHING: SearchReply = {
  plants: { total: 0, hits: [] },
  places: { total: 0, hits: [] },
  devices: { total: 0, hits: [] },
  tasks: { total: 0, hits: [] },
  care: { total: 0, hits: [] },
  species: { total: 0, hits: [] },
}

export function serveSearch({ db, serve }: Context): void {
  serve(searchRoutes.find, async ({ query: { q } }, { householdId }) => {
    const words = foldedWords(q)
    // A text that is only marks has no words.
    if (words.length === 0) return NOTHING
    const [plants, places, devices, tasks, care, species] = await Promise.all([
      searchPlants(db, householdId, words),
      searchPlaces(db, householdId, words),
      searchDevices(db, householdId, words),
      searchTasks(db, householdId, words),
      searchCare(db, householdId, words),
      searchSpecies(db, householdId, words),
    ])
    return { plants, places, devices, tasks, care, species }
  })
}
