import { HOUR_MS, seriesRoutes, type Series } from '@greenhouse/contract'
import { sendReadings } from '../testing/boards.ts'
import { addDevice, type Grower } from '../testing/growers.ts'

/** Creates a device at 20 °C, with 31 °C for an hour at noon of four of the last 30 days. */
export async function withHotNoons(url: string, grower: Grower, deviceName = 'Tomato house'): Promise<Series> {
  const device = await addDevice(grower, deviceName, { waitTime: '900' })
  const now = Date.now()
  const hot = new Set([3, 10, 11, 20])
  const readings = Array.from({ length: 30 * 96 }, (_, index) => {
    const at = now - (index + 1) * (HOUR_MS / 4)
    const [day, quarter] = [Math.floor(index / 96), index % 96]
    return { time: new Date(at).toISOString(), temperature: hot.has(day) && quarter >= 48 && quarter < 52 ? 31 : 20 }
  })
  for (let from = 0; from < readings.length; from += 500)
    await sendReadings(url, device, readings.slice(from, from + 500))
  const [series] = await grower.call(seriesRoutes.newest)
  if (!series) throw new Error('The readings have no series')
  return series
}
