import { expect, test } from 'vitest'
import { changedSubjects } from './changes.ts'

test('a subject of a later version is ignored', () => {
  expect(changedSubjects.parse(['plants', 'moons'])).toEqual(['plants'])
})
