import { expect, test } from 'vitest'
import { changed } from './series-changes.ts'
import { aSeries } from './series.fixture.ts'

const [a, b, c] = ['a', 'b', 'c'].map((seriesId, order) => aSeries({ seriesId, deviceId: 'one', order })) as [
  ReturnType<typeof aSeries>,
  ReturnType<typeof aSeries>,
  ReturnType<typeof aSeries>,
]
const other = aSeries({ seriesId: 'x', deviceId: 'two' })

test('a moved series takes its place among those of its device', () => {
  const ids = (order: number) => changed([a, b, c, other], a, { order }).map((one) => `${one.seriesId}${one.order}`)
  expect(ids(1)).toEqual(['b0', 'a1', 'c2', 'x0'])
  expect(ids(2)).toEqual(['b0', 'c1', 'a2', 'x0'])
  expect(ids(63)).toEqual(['b0', 'c1', 'a2', 'x0'])
})

test('a hidden series stays in its place', () => {
  expect(changed([a, b], b, { visible: false })).toEqual([a, { ...b, visible: false }])
})
