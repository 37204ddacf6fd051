import type { Decoder } from '../board-report.ts'
import { externalIdOf, namedBy } from './fields.ts'
import { formField, formFields } from './form.ts'
import { utcTime } from './times.ts'
import { BoardValues } from './values.ts'
import { weatherFields } from './weather-fields.ts'

/**
 * Decodes the query that stations send to Weather Underground, or a form with the same fields. Never reads its
 * PASSWORD.
 * @see https://support.weather.com/s/article/PWS-Upload-Protocol
 */
export const decodeWunderground: Decoder = ({ query = '', text, work }) => {
  const fields = formFields(query === '' ? text : query)
  const externalId = externalIdOf(formField(fields, 'ID')) ?? 'station'
  const values = new BoardValues(work)
  work.fields += fields.length
  for (const [name, sent] of fields) weatherFields.add(values, name, sent)
  if (values.values.length === 0) return undefined
  const time = utcTime(formField(fields, 'dateutc'))
  return [
    {
      board: { family: 'wunderground', externalId, ...namedBy({ model: formField(fields, 'softwaretype') }) },
      readings: [{ ...(time !== undefined && { time }), values: values.values }],
    },
  ]
}
