import { place, plant, TIME } from './examples.ts'
import { CONFIRMED, type Entries } from './route-entry.ts'

const feed = { feedId: '6d1e9a40-2c7b-4b55-8f3e-0a9d4c6b7e21', mine: false, createdAt: TIME, lastReadAt: null }

export const findEntries: Entries<'calendarFeed' | 'label' | 'search'> = {
  calendarFeed: {
    list: { does: 'Lists your own calendar feeds of a household, the newest first.', reply: [feed] },
    create: {
      does: 'Makes an address at which a calendar program reads the tasks of a household, with `mine` only those that are assigned to you; `url` is shown this once. You can have 10 in a household. They are deleted when you leave it.',
      may: 'viewer',
      changes: ['calendar-feeds'],
      body: { mine: false, password: '$PASSWORD' },
      reply: { ...feed, url: 'the address of the feed' },
      problems: ['calendar-feed.too-many', ...CONFIRMED],
    },
    remove: {
      does: 'Deletes one of your calendar feeds: its address stops working at once.',
      ids: { feedId: '$CALENDAR_FEED_ID' },
      may: 'self',
      changes: ['calendar-feeds'],
      problems: ['calendar-feed.not-found'],
    },
    read: {
      does: 'Returns the tasks of the next 60 days as a calendar of RFC 5545, each as if it were done on its day; overdue ones stand on today. At most 500 events, and 60 requests an hour.',
      params: { token: '$CALENDAR_TOKEN' },
      reply: 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\n…',
      problems: ['calendar-feed.not-found', 'calendar-feed.too-many-reads'],
    },
  },
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
      does: 'Finds plants, places, devices, tasks, entries of the care log and own species of a household in which every word of `q` occurs, ten of a kind: those with a word that starts so first, dead plants last. Case and accents do not matter.',
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
        tasks: { total: 0, hits: [] },
        care: { total: 0, hits: [] },
        species: { total: 0, hits: [] },
      },
    },
  },
}
