import { hubTopic } from '../../platform/live/topics.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openBoardChanges } from './report-boards.ts'

function openChanges() {
  vi.useFakeTimers()
  const told: string[] = []
  const changes = openBoardChanges({ publish: (topicId) => void told.push(topicId) })
  onTestFinished(() => {
    changes.close()
    vi.useRealTimers()
  })
  return { changes, told }
}

test('reports boards to browsers at once, then every three seconds while they send, and once after the last', () => {
  const { changes, told } = openChanges()
  for (let second = 0; second < 10; second++) {
    for (let message = 0; message < 100; message++) changes.note('ann')
    vi.advanceTimersByTime(1000)
  }
  // At 0, 3, 6 and 9 seconds.
  expect(told).toEqual(Array.from({ length: 4 }, () => hubTopic.changesOf('ann')))
  vi.advanceTimersByTime(60_000)
  expect(told).toHaveLength(5)
})

test('reports to a user without waiting for the boards of another', () => {
  const { changes, told } = openChanges()
  for (const householdId of ['ann', 'ann', 'bob']) changes.note(householdId)
  expect(told).toEqual([hubTopic.changesOf('ann'), hubTopic.changesOf('bob')])
})
