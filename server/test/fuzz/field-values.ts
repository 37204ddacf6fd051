import fc from 'fast-check'
import type { NamedRoute } from '@greenhouse/contract/register'
import { goodValues, mention, thingOf, type Field } from '../inputs.ts'
import { nastyJson } from './nasty.ts'

/**
 * Returns JSON for one field: mostly a valid value, sometimes an id of another user, sometimes a text that is known to
 * break servers.
 */
export function jsonFor(field: Field, named: NamedRoute): fc.Arbitrary<string> {
  const [ordinary, ...others] = goodValues(field, named).map((value) => JSON.stringify(value))
  if (ordinary === undefined) return nastyJson
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant(ordinary) },
    { weight: 8, arbitrary: fc.constantFrom(ordinary, ...others) },
    ...(field.isId ? [{ weight: 4, arbitrary: foreignIds(field, named) }] : []),
    { weight: 3, arbitrary: nastyJson },
  )
}

function foreignIds({ name }: Field, named: NamedRoute): fc.Arbitrary<string> {
  const thing = thingOf(name, named)
  return fc
    .constantFrom(
      mention('ann', thing),
      mention('ann', 'userId'),
      mention('gone', thing),
      mention('own', 'plantId'),
      mention('loud', thing),
      `${mention('ann', thing)} `,
      `{${mention('ann', thing)}}`,
      `${mention('ann', thing)}' or '1'='1`,
    )
    .map((text) => JSON.stringify(text))
}

/** Omits required fields one time in twenty, and optional ones half of the time. */
export function some<Value>({ required }: Field, value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.option(value, { nil: undefined, freq: required ? 20 : 1 })
}

/** Omits the value but for one time in twenty-one. */
export function rarely<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.oneof({ weight: 20, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })
}
