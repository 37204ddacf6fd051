import { valueOf, type HttpFamily } from './family.ts'

/** Line protocol with a tag for the sensor and nanoseconds, as Telegraf writes it. */
export const lineProtocol: HttpFamily = {
  over: 'http',
  sensors: ['temperature', 'humidity', 'co2'],
  intervalSeconds: 10,
  contentType: 'text/plain; charset=utf-8',
  hasTokenHeader: true,
  path: () => 'api/v2/write?bucket=greenhouse',
  body: ({ name }, values, at) => {
    const fields = ['temperature', 'humidity', 'co2'].map((field) => `${field}=${valueOf(values, field)}`)
    return `airSensors,sensor_id=${name} ${fields.join(',')} ${at}000000`
  },
}
