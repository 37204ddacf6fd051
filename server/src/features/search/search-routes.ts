import { foldedWords, searchRoutes, type SearchReply } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { searchDevices, searchPlaces, searchPlants } from './search-store.ts'

const NOTHING: SearchReply = {
  plants: { total: 0, hits: [] },
  places: { total: 0, hits: [] },
  devices: { total: 0, hits: [] },
}

/** Tasks and notes of the care log join here, each as a kind of its own. */
export function serveSearch({ db, serve }: Context): void {
  serve(searchRoutes.find, async ({ query: { q } }, { householdId }) => {
    const words = foldedWords(q)
    // A text that is only marks has no words.
    if (words.length === 0) return NOTHING
    const [plants, places, devices] = await Promise.all([
      searchPlants(db, householdId, words),
      searchPlaces(db, householdId, words),
      searchDevices(db, householdId, words),
    ])
    return { plants, places, devices }
  })
}
