import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ForecastHour } from '@greenhouse/contract'

/** A stand-in for Open-Meteo with its documented shapes, which records its requests. */
export interface FakeOpenMeteo {
  readonly url: string
  readonly asked: URL[]
  /** Writes the replies; may be replaced. */
  answer: (request: IncomingMessage, response: ServerResponse) => void
  /** Returns what an hour has in place of the usual; an instant in milliseconds since 1970. */
  weatherAt: (at: number) => Partial<Omit<ForecastHour, 'at'>>
  close(): void
}

const HOUR_MS = 3_600_000
/** Its places are an hour ahead of UTC. */
const OFFSET_MS = HOUR_MS

/** Starts the stand-in. `now` returns the instant in the first hour of a forecast, milliseconds since 1970. */
export async function startOpenMeteo(now: () => number = Date.now): Promise<FakeOpenMeteo> {
  const asked: URL[] = []
  const fake: Omit<FakeOpenMeteo, 'url' | 'close'> = {
    asked,
    weatherAt: () => ({}),
    answer: documented(now, (at) => fake.weatherAt(at)),
  }
  const server = createServer((request, response) => {
    asked.push(new URL(request.url ?? '/', 'http://x'))
    fake.answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return Object.assign(fake, { url: `http://127.0.0.1:${port}`, close: () => close(server) })
}

function close(server: Server): void {
  server.close()
  server.closeAllConnections()
}

/** Returns what https://open-meteo.com/en/docs promises: local times without a zone, and the offset beside them. */
export function documented(
  now: () => number,
  weatherAt: FakeOpenMeteo['weatherAt'] = () => ({}),
): FakeOpenMeteo['answer'] {
  // From yesterday on, by hours and days from the present one.
  const hours = Array.from({ length: 264 }, (_, hour) => hour - 24)
  const days = [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
  return (request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.url?.startsWith('/v1/search')) return response.end(JSON.stringify(places(request.url)))
    const start = Math.floor((now() + OFFSET_MS) / HOUR_MS) * HOUR_MS
    const local = (hour: number) => new Date(start + hour * HOUR_MS).toISOString().slice(0, 16)
    const weather = hours.map((hour) => weatherAt(start - OFFSET_MS + hour * HOUR_MS))
    const values = (what: keyof ReturnType<typeof weatherAt>, usual: (hour: number) => number) =>
      hours.map((hour, index) => weather[index]?.[what] ?? usual(hour))
    response.end(
      JSON.stringify({
        utc_offset_seconds: OFFSET_MS / 1000,
        current: {
          time: local(0),
          temperature_2m: 4.8,
          relative_humidity_2m: 87,
          weather_code: 3,
          wind_speed_10m: 5.2,
          wind_direction_10m: 225,
        },
        hourly: {
          time: hours.map(local),
          temperature_2m: values('temperature', (hour) => 4 + ((hour + 24) % 24) / 4),
          relative_humidity_2m: hours.map(() => 87),
          precipitation_probability: values('rainChance', (hour) => (hour + 100) % 100),
          wind_speed_10m: values('wind', () => 5.2),
          weather_code: hours.map((hour) => (hour % 8 === 0 ? 61 : 3)),
          dew_point_2m: values('dewPoint', () => 2),
          cloud_cover: values('cloud', () => 90),
          precipitation: values('rain', (hour) => (hour % 8 === 0 ? 0.4 : 0)),
          et0_fao_evapotranspiration: hours.map(() => 0.1),
        },
        daily: {
          time: days.map((day) => local(day * 24).slice(0, 10)),
          weather_code: [0, 3, 61, 0, 45, 80, 2, 71, 1, 3, 95],
          temperature_2m_max: [7, 8, 9, 3, 5, 7, 6, 0.4, 5, 6, 8],
          temperature_2m_min: [3, 1, 2, -3.4, 0, 4, 3, -6.1, 2, 3, 4],
        },
      }),
    )
  }
}

function places(url: string) {
  const name = new URL(url, 'http://x').searchParams.get('name') ?? ''
  if (name === 'Nowhere') return { generationtime_ms: 0.4 }
  const found = (admin1: string, country: string, latitude: number) => ({
    name,
    latitude,
    longitude: 10.2,
    country,
    admin1,
  })
  return { results: [found('Central Jutland', 'Denmark', 56.16), found('Ohio', 'United States', 40.1)] }
}
