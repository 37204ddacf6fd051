import type * as api from '../index.ts'
import { DEVICE_ID, place, TIME } from './examples.ts'

export const weatherPlace: api.WeatherPlace = { name: 'Aarhus', latitude: 56.16, longitude: 10.21 }
const hour = { time: TIME, temperature: 4.8, humidity: 87, rainChance: 20, wind: 5.2, weatherCode: 3 }
export const forecast: api.Forecast = {
  place: weatherPlace,
  fetchedAt: TIME,
  stale: false,
  current: { ...hour, windFrom: 225 },
  hours: [hour],
  days: [{ date: '2026-11-20', weatherCode: 61, max: 7.1, min: 2.4 }],
}
export const advice: api.Advice = {
  adviceId: '$ADVICE_ID',
  placeId: place.placeId,
  placeName: place.name,
  kind: 'frost',
  nightOf: '2026-11-20',
  value: -1.8,
  at: '2026-11-21T04:00:00.000Z',
  severity: 'warning',
  plants: [{ plantId: '$PLANT_ID', name: 'Lemon' }],
  endsAt: '2026-11-21T07:05:00.000Z',
  answeredAt: null,
}
const lowest = { value: -1.3, at: '2026-11-21T05:00:00.000Z' }
const curve = [{ time: TIME, temperature: 4.8 }]
export const nights: api.Nights = {
  outdoors: { tonight: lowest, lastNight: lowest, curve },
  places: [
    {
      placeId: place.placeId,
      name: place.name,
      offset: 2.3,
      knownNights: 14,
      tenderest: { name: 'Lemon', hardyTo: -2 },
      tonight: { ...lowest, value: 1 },
      lastNight: { ...lowest, value: 1.2 },
      curve: [{ time: TIME, temperature: 7.1 }],
      silentSince: null,
    },
  ],
  heated: ['Living room'],
}
export const morningNote: api.MorningNote = {
  date: '2026-11-21',
  facts: [
    {
      kind: 'coldest',
      title: 'Coldest: Cold frame, 1,2 °C at 05.00',
      text: 'outdoors −1,3 °C, 2,5 °C warmer',
      curve: {
        seriesId: DEVICE_ID,
        deviceId: DEVICE_ID,
        from: '2026-11-20T17:00:00.000Z',
        to: '2026-11-21T06:00:00.000Z',
      },
      episodeId: null,
      plantIds: [],
    },
  ],
}
