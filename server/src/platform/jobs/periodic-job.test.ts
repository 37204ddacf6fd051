import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openPeriodicJob } from './periodic-job.ts'

const MINUTE = 60_000

describe('a periodic job', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('runs after each pause, and at the start on request', async () => {
    const runs = { atOnce: 0, later: 0 }
    const onError = vi.fn<(error: unknown) => void>()
    const atOnce = openPeriodicJob(() => runs.atOnce++, { everyMs: MINUTE, runsAtStart: true, onError })
    const later = openPeriodicJob(() => runs.later++, { everyMs: MINUTE, onError })
    atOnce.start()
    later.start()
    await vi.advanceTimersByTimeAsync(0)
    expect(runs).toEqual({ atOnce: 1, later: 0 })
    await vi.advanceTimersByTimeAsync(3 * MINUTE)
    expect(runs).toEqual({ atOnce: 4, later: 3 })
  })

  test('runs once at a time, and once more for all requests meanwhile', async () => {
    const ends: Array<() => void> = []
    const job = openPeriodicJob(() => new Promise<void>((resolve) => ends.push(resolve)), {
      everyMs: MINUTE,
      onError: () => {},
    })
    const first = job.runNow()
    await vi.advanceTimersByTimeAsync(0)
    const others = [job.runNow(), job.runNow()]
    await vi.advanceTimersByTimeAsync(5 * MINUTE)
    expect(ends).toHaveLength(1)
    ends[0]?.()
    await first
    await vi.advanceTimersByTimeAsync(0)
    expect(ends).toHaveLength(2)
    ends[1]?.()
    await Promise.all(others)
    expect(ends).toHaveLength(2)
  })

  test('reports the error of a run, and runs again', async () => {
    const thrown: unknown[] = []
    let runs = 0
    const job = openPeriodicJob(
      () => {
        runs++
        throw new Error('no')
      },
      { everyMs: MINUTE, onError: (error) => thrown.push(error) },
    )
    job.start()
    await vi.advanceTimersByTimeAsync(2 * MINUTE)
    expect([runs, thrown]).toEqual([2, [new Error('no'), new Error('no')]])
    await job.runNow()
    expect(runs).toBe(3)
  })

  test('runs when it is due, and on request', async () => {
    let [runs, due] = [0, false]
    const job = openPeriodicJob(() => runs++, { everyMs: MINUTE, isDue: () => due, onError: () => {} })
    job.start()
    await vi.advanceTimersByTimeAsync(2 * MINUTE)
    expect(runs).toBe(0)
    await job.runNow()
    expect(runs).toBe(1)
    due = true
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(runs).toBe(2)
  })

  test('calls for the length of the pause after each run', async () => {
    let [runs, pause] = [0, 10]
    const job = openPeriodicJob(() => runs++, { everyMs: () => pause, onError: () => {} })
    job.start()
    await vi.advanceTimersByTimeAsync(20)
    expect(runs).toBe(2)
    pause = 1000
    await vi.advanceTimersByTimeAsync(100)
    expect(runs).toBe(3)
    await vi.advanceTimersByTimeAsync(1000)
    expect(runs).toBe(4)
  })

  test('aborts and awaits the current run on close, and starts no other', async () => {
    let [runs, hasEnded] = [0, false]
    const job = openPeriodicJob(
      async (signal) => {
        runs++
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        hasEnded = true
      },
      { everyMs: MINUTE, runsAtStart: true, onError: () => {} },
    )
    job.start()
    await vi.advanceTimersByTimeAsync(0)
    const waiting = job.runNow()
    await job.close()
    await waiting
    expect(hasEnded).toBe(true)
    await job.runNow()
    await vi.advanceTimersByTimeAsync(5 * MINUTE)
    expect(runs).toBe(1)
  })
})
