import fc from 'fast-check'
import type { NamedRoute } from '@greenhouse/contract/register'
import { fieldsOf, goodBodies, mention } from '../inputs.ts'
import { jsonFor, rarely, some } from './field-values.ts'
import { nastyJson } from './nasty.ts'

/** Returns a body, which is not always JSON. */
export function bodyOf(named: NamedRoute): fc.Arbitrary<string | undefined> {
  if (!named.route.body) return rarely(nastyJson)
  const object = objectOf(named)
  const good = fc.oneof(fc.constantFrom(...goodBodies(named).map((value) => JSON.stringify(value))), object)
  return fc.oneof(
    { weight: 30, arbitrary: good },
    { weight: 2, arbitrary: readingLists },
    { weight: 1, arbitrary: nastyJson },
    { weight: 1, arbitrary: fc.array(object, { maxLength: 3 }).map((all) => `[${all.join()}]`) },
    { weight: 1, arbitrary: fc.tuple(good, fc.nat(), fc.string({ maxLength: 3 })).map(damaged) },
    { weight: 1, arbitrary: fc.constantFrom(undefined, '') },
  )
}

function objectOf(named: NamedRoute): fc.Arbitrary<string> {
  const fields = fieldsOf(named.route.body).map((field) =>
    some(
      field,
      jsonFor(field, named).map((json) => `${JSON.stringify(field.name)}:${json}`),
    ),
  )
  return fc.tuple(fc.tuple(...fields), rarely(strayFields), fc.nat(30)).map(([given, strays, twist]) => {
    const all = [...given.filter((field) => field !== undefined), ...(strays ?? [])]
    // The same names twice, as no program would write them.
    return `{${[...all, ...(twist === 0 ? all.toReversed() : [])].join()}}`
  })
}

const strayFields = fc.array(
  fc
    .tuple(
      fc.constantFrom('__proto__', 'constructor', 'prototype', 'userId', 'role', 'isAdmin', 'toString', 'id', '', '\0'),
      fc.oneof(nastyJson, fc.constant(JSON.stringify(mention('ann', 'userId')))),
    )
    .map(([name, json]) => `${JSON.stringify(name)}:${json}`),
  { minLength: 1, maxLength: 2 },
)

const readingLists = fc
  .array(
    fc
      .record(
        {
          temperature: nastyJson,
          humidity: nastyJson,
          pressure: nastyJson,
          airQuality: nastyJson,
          time: fc.oneof(
            fc.date({ noInvalidDate: true }).map((at) => JSON.stringify(at.toISOString())),
            nastyJson,
          ),
          deviceId: fc.oneof(fc.constant(JSON.stringify(mention('own', 'deviceId'))), nastyJson),
        },
        { requiredKeys: [] },
      )
      .map(
        (fields) =>
          `{${Object.entries(fields)
            .map(([name, json]) => `"${name}":${json}`)
            .join()}}`,
      ),
    { maxLength: 20 },
  )
  .map((all) => `[${all.join()}]`)

function damaged([text, place, inserted]: [string, number, string]): string {
  const at = place % (text.length + 1)
  return place % 3 === 0 ? text.slice(0, at) : text.slice(0, at) + inserted + text.slice(at + (place % 2))
}
