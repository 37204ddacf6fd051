import { toFahrenheit } from '@greenhouse/contract'
import { valueOf, type HttpFamily } from './family.ts'

/** Hectopascals of an inch of mercury. */
const IN_HG = 33.86388640341

/** An Ecowitt gateway with a soil probe, which posts a form in °F and inches of mercury. */
export const ecowitt: HttpFamily = {
  over: 'http',
  sensors: ['temperature', 'humidity', 'airPressure', 'soilMoisture:1'],
  intervalSeconds: 60,
  contentType: 'application/x-www-form-urlencoded',
  path: (token) => `api/ingest/ecowitt/${token}`,
  body: ({ address }, values, at) =>
    new URLSearchParams({
      PASSKEY: address.toUpperCase().padStart(32, 'C'),
      stationtype: 'GW1000A_V1.6.8',
      dateutc: new Date(at).toISOString().slice(0, 19).replace('T', ' '),
      tempf: toFahrenheit(valueOf(values, 'temperature')).toFixed(1),
      humidity: String(Math.round(valueOf(values, 'humidity'))),
      baromrelin: (valueOf(values, 'pressure') / IN_HG).toFixed(3),
      baromabsin: (valueOf(values, 'pressure') / IN_HG).toFixed(3),
      soilmoisture1: String(valueOf(values, 'soil_moisture_1')),
      model: 'GW1000_Pro',
    }).toString(),
}
