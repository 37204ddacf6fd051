import type * as api from '../index.ts'

export const species: api.Species = {
  speciesId: 'b7e0c5a2-3d1f-4c8e-9a64-5f2d7c1b8e30',
  own: true,
  name: 'Ocimum basilicum',
  family: 'Lamiaceae',
  names: { en: 'Basil', da: 'Basilikum' },
  hardyTo: 5,
  gddBase: 11,
  gddTop: 35,
  waterEvery: 2,
  ranges: [{ stage: 'any', metric: 'temperature', low: 18, high: 27, source: 'Own notes of three summers' }],
}
