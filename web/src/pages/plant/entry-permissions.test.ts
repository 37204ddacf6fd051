import type { Care, HouseholdRole } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { mayEdit, mayUndo } from './entry-permissions.ts'

const NOW = Date.parse('2026-06-16T12:00:00Z')
const KIM = 'kim'

function entry(kind: Care['kind'], userId: string | null, daysAgo: number) {
  return { kind, by: { userId, name: 'Somebody' }, at: new Date(NOW - daysAgo * 86_400_000).toISOString() }
}

test.each<[HouseholdRole, Care['kind'], string | null, number, { edit: boolean; undo: boolean }]>([
  ['carer', 'feed', KIM, 0, { edit: true, undo: true }],
  ['carer', 'feed', KIM, 30, { edit: true, undo: true }],
  ['carer', 'feed', KIM, 31, { edit: false, undo: false }],
  ['carer', 'note', 'asta', 0, { edit: false, undo: false }],
  ['carer', 'water', null, 0, { edit: false, undo: false }],
  ['carer', 'skipped', KIM, 0, { edit: false, undo: true }],
  ['gardener', 'feed', 'asta', 400, { edit: true, undo: true }],
  ['owner', 'note', null, 400, { edit: true, undo: true }],
  ['carer', 'photo', KIM, 0, { edit: true, undo: true }],
  ['carer', 'photo', 'asta', 0, { edit: false, undo: false }],
  ['owner', 'died', KIM, 0, { edit: false, undo: false }],
  ['owner', 'move', KIM, 0, { edit: false, undo: false }],
  ['viewer', 'feed', KIM, 0, { edit: false, undo: false }],
])('a %s and an entry %s of %s, %i days old: %o', (role, kind, by, daysAgo, may) => {
  const one = entry(kind, by, daysAgo)
  const reader = { userId: KIM, role, now: NOW }
  expect({ edit: mayEdit(one, reader), undo: mayUndo(one, reader) }).toEqual(may)
})

test('a reader who is not known yet owns no entry without a person', () => {
  expect(mayUndo(entry('feed', null, 0), { userId: undefined, role: 'carer', now: NOW })).toBe(false)
})
