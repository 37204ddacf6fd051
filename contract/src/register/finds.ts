import { place, plant } from './examples.ts'
import type { Entries } from './route-entry.ts'

export const findEntries: Entries<'label' | 'search'> = {
  label: {
    list: {
      does: 'Lists what is printed on the labels of plants, by name: of those in `plants`, ids with commas between them, else of all living ones.',
      ids: { plants: '$PLANT_ID' },
      reply: [{ plantId: plant.plantId, plantName: 'San Marzano', species: 'Solanum lycopersicum', code: '7QK4MN2P' }],
      problems: ['plant.not-found'],
    },
    plant: {
      does: 'Finds the plant with the code of a label, in any of your households. Case, hyphens and spaces do not matter, O is read as 0, I and L as 1.',
      params: { code: '$PLANT_CODE' },
      reply: { plantId: '$PLANT_ID', householdId: '$HOUSEHOLD_ID' },
      problems: ['plant.not-found'],
    },
  },
  search: {
    find: {
      does: 'Finds plants, places and devices of a household in which every word of `q` occurs, ten of a kind: those with a word that starts so first, dead plants last. Case and accents do not matter.',
      query: { q: 'tomato' },
      reply: {
        plants: {
          total: 1,
          hits: [
            {
              plantId: plant.plantId,
              plantName: 'San Marzano',
              plantType: 'Tomato',
              species: 'Solanum lycopersicum',
              isDead: false,
              placeId: place.placeId,
            },
          ],
        },
        places: {
          total: 1,
          hits: [{ placeId: place.placeId, name: 'Tomato house', kind: 'greenhouse', parentId: null }],
        },
        devices: { total: 0, hits: [] },
      },
    },
  },
}
