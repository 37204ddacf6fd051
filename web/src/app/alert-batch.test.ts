import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AlertBatch } from './alert-batch.ts'

describe('alerts that come in quick succession', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('announces alerts together after 1.5 s without another', () => {
    const announced: number[] = []
    const batch = new AlertBatch((count) => announced.push(count))
    batch.add(1)
    vi.advanceTimersByTime(1400)
    batch.add(2)
    vi.advanceTimersByTime(1499)
    expect(announced).toEqual([])
    vi.advanceTimersByTime(1)
    expect(announced).toEqual([3])
    batch.add(1)
    batch.clear()
    vi.advanceTimersByTime(5000)
    expect(announced).toEqual([3])
  })
})
