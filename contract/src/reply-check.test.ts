import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { id, timestamp } from './fields.ts'
import { namedRoutes, withSamples } from './register/index.ts'
import { openReplyCheck } from './reply-check.ts'

const plain = z.object({
  id,
  at: timestamp,
  kind: z.enum(['water', 'feed']),
  note: z.string(),
  every: z.number(),
  label: z.optional(z.string().check(z.maxLength(5))),
  reminds: z.nullable(z.boolean()),
  days: z.array(z.number()),
})
const value = {
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  at: '2026-06-16T08:00:00.000Z',
  kind: 'water',
  note: '',
  every: 7,
  reminds: null,
  days: [1, 2],
}

test('returns a reply that is as the schema says as it is', () => {
  const reply = [value, { ...value, label: 'Basil', reminds: true }]
  expect(openReplyCheck(z.array(plain))(reply)).toBe(reply)
})

test.each([
  ['an unknown field', { secret: 'x' }, { secret: undefined }],
  ['another form of a time', { at: '2026-06-16T10:00:00+02:00' }, {}],
])('returns a copy without %s', (_, more, less) => {
  const checked = openReplyCheck(plain)({ ...value, ...more })
  expect(JSON.parse(JSON.stringify(checked))).toEqual(JSON.parse(JSON.stringify({ ...value, ...less })))
})

test.each([
  { id: 'x' },
  { at: 'soon' },
  { kind: 'sing' },
  { note: null },
  { note: undefined },
  { every: Number.NaN },
  { label: 'too long' },
  { reminds: 1 },
  { days: ['1'] },
  { days: {} },
])('throws for a reply with %j', (wrong) => {
  expect(() => openReplyCheck(plain)({ ...value, ...wrong })).toThrow(Error)
})

test.each(namedRoutes)('changes the reply of $name as parsing it does', ({ route, entry }) => {
  const reply: unknown = withSamples(entry.reply)
  const isBytes = reply instanceof Uint8Array
  const isObject = typeof reply === 'object' && reply !== null && !Array.isArray(reply) && !isBytes
  const known = isObject ? { ...reply, unknownField: 1 } : reply
  for (const one of [reply, known]) expect(openReplyCheck(route.reply)(one)).toEqual(route.reply.parse(one))
})
