import { weatherRoutes } from '@greenhouse/contract'
import { expect, onTestFinished, test } from 'vitest'
import { sourcesOf } from '../../scripts/imports.ts'
import { register } from '../../testing/growers.ts'
import { startServer } from '../../testing/running-server.ts'
import { environmentOf } from '../../testing/server-process.ts'
import { testConfig } from './world.ts'

const START = ['server', 'start.mjs'].join('/')
/** An address of the real service, as in a setting. */
const OUTSIDE = /https:\/\/(?:geocoding-)?api\.open-meteo\.com/

const isHere = (url: string | undefined) => new URL(url ?? '').hostname === '127.0.0.1'

test('a server of a test requests the weather from this machine', async () => {
  const { weatherUrl, geocodingUrl } = testConfig()
  const { WEATHER_URL, GEOCODING_URL } = environmentOf('')
  expect([weatherUrl, geocodingUrl, WEATHER_URL, GEOCODING_URL].filter((url) => !isHere(url))).toEqual([])

  const server = await startServer()
  onTestFinished(() => server.close())
  const grower = await register(server.url)
  const { current } = await grower.call(weatherRoutes.forecast)
  await grower.call(weatherRoutes.search, { query: { name: 'Aarhus' } })
  expect(current.temperature).toBe(4.8)
  expect(server.weather.asked.map(({ pathname }) => pathname)).toEqual(['/v1/forecast', '/v1/search'])
})

test('every server of a test, a journey or a bench is started by the one starter', () => {
  const sources = ['bench', 'e2e', 'scripts', 'server/test', 'simulator', 'testing', 'timeseries'].flatMap(sourcesOf)
  const starting = sources.filter(({ text }) => text.includes(START)).map(({ file }) => file)
  expect(starting).toEqual(['testing/server-process.ts'])
  const naming = sources.filter(({ text }) => OUTSIDE.test(text)).map(({ file }) => file)
  expect(naming).toEqual([])
})
