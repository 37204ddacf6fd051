import { plant, watering } from './examples.ts'
import type { Entries } from './route-entry.ts'
import { species } from './species-example.ts'

const ofPlant = { ids: { plantId: '$PLANT_ID' }, problems: ['plant.not-found'] } as const

const { speciesId, own: _own, ...speciesInput } = species
const ofSpecies = { ids: { speciesId: '$SPECIES_ID' }, problems: ['species.not-found'] } as const

export const plantEntries: Entries<'plant' | 'species'> = {
  species: {
    list: {
      does: 'Lists the species of a household, then those of the catalogue, each by name; with `q` those with every word in the name, the family, or a common name of any language.',
      reply: [species, { ...species, speciesId, own: false }],
    },
    create: {
      does: 'Adds a species of your own, perhaps as a copy of another. A range holds in one stage, or with `any` in each that has none of its own; `source` says where it was published. A household can have 200.',
      may: 'gardener',
      changes: ['species'],
      body: speciesInput,
      reply: species,
      problems: ['species.too-many'],
    },
    edit: {
      does: 'Changes a species of your own; the catalogue can’t be changed. `ranges` replaces all. Another name becomes that of its plants.',
      ...ofSpecies,
      may: 'gardener',
      changes: ['species', 'plants', 'tasks'],
      body: { waterEvery: 3 },
      reply: { ...species, waterEvery: 3 },
    },
    remove: {
      does: 'Deletes a species of your own. Its plants keep its name, and lose its ranges.',
      ...ofSpecies,
      may: 'gardener',
      changes: ['species', 'plants', 'tasks'],
    },
  },
  plant: {
    get: { does: 'Returns a plant.', ...ofPlant, reply: plant },
    list: {
      does: 'Lists your plants, dead ones included.',
      ids: { userId: '$USER_ID' },
      query: { userId: '$USER_ID' },
      reply: [plant],
      problems: ['user.not-you'],
    },
    create: {
      does: 'Adds a plant. `waterEvery` is in days; null for no schedule.',
      may: 'gardener',
      changes: ['plants', 'tasks', 'care'],
      body: { plantName: 'Sweet basil', plantType: 'Herb', planted: '2026-03-01', waterEvery: 3 },
      reply: plant,
      problems: ['plant.too-many'],
    },
    remove: {
      does: 'Deletes a plant for good.',
      ...ofPlant,
      may: 'owner',
      changes: ['plants', 'tasks', 'care', 'conditions', 'alerts'],
    },
    edit: {
      does: 'Changes a plant. What is left out, or null, stays as it is.',
      ...ofPlant,
      // A dead plant loses its condition.
      may: 'gardener',
      changes: ['plants', 'tasks', 'care', 'conditions', 'alerts'],
      body: { plantNotes: 'Moved to the window', waterEvery: 4 },
      reply: plant,
    },
    markDead: {
      does: 'Marks a plant as dead and deletes its condition.',
      ...ofPlant,
      may: 'gardener',
      changes: ['plants', 'tasks', 'care', 'conditions', 'alerts'],
      reply: { ...plant, isDead: true },
    },
    water: {
      does: 'Stores that a plant was watered now.',
      ids: { plantId: '$PLANT_ID' },
      may: 'carer',
      changes: ['plants', 'tasks', 'care', 'alerts'],
      reply: plant,
      problems: ['plant.not-found', 'plant.dead'],
    },
    waterAll: {
      does: 'Stores that all your living plants were watered now.',
      ids: { userId: '$USER_ID' },
      may: 'carer',
      changes: ['plants', 'tasks', 'care', 'alerts'],
      query: { userId: '$USER_ID' },
      reply: [plant],
      problems: ['user.not-you'],
    },
    undoWatering: {
      does: 'Takes back the watering of that instant: of one plant, or of all that were watered with it.',
      ids: { plantId: '$PLANT_ID' },
      may: 'carer',
      changes: ['plants', 'tasks', 'care', 'alerts'],
      query: { wateredAt: '$WATERED_AT', plantId: '$PLANT_ID' },
      reply: [plant],
      problems: ['plant.not-found', 'watering.not-found'],
    },
    waterings: {
      does: 'Lists when your plants were watered: all, one, or those of a chart. With `series`, ids with commas between them, those that were linked to one of these sensors then; with `deviceId` those without a link in the place of the device or below it.',
      ids: { plantId: '$PLANT_ID', series: '$SERIES_ID', deviceId: '$DEVICE_ID' },
      query: { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' },
      reply: [watering],
      problems: ['series.not-found', 'device.not-found'],
    },
  },
}
