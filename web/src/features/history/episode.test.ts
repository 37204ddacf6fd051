import { describe, expect, test } from 'vitest'
import { episodeOf, type Opening } from './episode.ts'

const MINUTE = 60_000
const opening = (minute: number, more: Partial<Opening> = {}): Opening => ({
  at: minute * MINUTE,
  kind: 'above',
  limit: 30,
  next: undefined,
  isOpen: false,
  ...more,
})
const reading = (minute: number, value: number) => ({ time: minute * MINUTE, average: value, min: value, max: value })
/** Of ten minutes. */
const bucket = (index: number, min: number, max: number) => ({
  time: (index * 10 + 5) * MINUTE,
  average: (min + max) / 2,
  min,
  max,
})
const WIDTH = 10 * MINUTE

describe('the time after an alert, of readings', () => {
  test('ends with the first one back within the limit, and has the furthest value before it', () => {
    const points = [reading(0, 29), reading(1, 30), reading(2, 33), reading(3, 31), reading(4, 29.9), reading(5, 40)]
    expect(episodeOf(points, 0, opening(1))).toEqual({ to: 4 * MINUTE, hasEnded: true, extreme: 33 })
  })

  test('below a limit has the lowest value', () => {
    const points = [reading(0, 5), reading(1, 3), reading(2, 6)]
    const cold = opening(0, { kind: 'below', limit: 5 })
    expect(episodeOf(points, 0, cold)).toEqual({ to: 2 * MINUTE, hasEnded: true, extreme: 3 })
  })

  test('has not ended when no later one is within the limit', () => {
    const points = [reading(1, 31), reading(2, 32)]
    expect(episodeOf(points, 0, opening(1))).toEqual({ to: 2 * MINUTE, hasEnded: false, extreme: 32 })
  })

  test('is not known where the limit was another one, or the readings are gone', () => {
    expect(episodeOf([reading(1, 28), reading(2, 32)], 0, opening(1))).toBeUndefined()
    expect(episodeOf([reading(2, 32)], 0, opening(1))).toBeUndefined()
    expect(episodeOf([reading(0, 32)], 0, opening(1))).toBeUndefined()
  })

  test('goes on into readings that begin later while it is open, without a furthest value', () => {
    const points = [reading(5, 31), reading(6, 32)]
    const open = opening(1, { isOpen: true })
    expect(episodeOf(points, 0, open)).toEqual({ to: 6 * MINUTE, hasEnded: false, extreme: undefined })
  })
})

describe('the time after an alert, of buckets', () => {
  test('ends in the bucket that has a value within the limit', () => {
    const points = [bucket(0, 25, 31), bucket(1, 31, 34), bucket(2, 28, 35), bucket(3, 20, 28)]
    expect(episodeOf(points, WIDTH, opening(7))).toEqual({ to: 25 * MINUTE, hasEnded: true, extreme: 35 })
  })

  test('ends before a bucket that lies within the limit', () => {
    const points = [bucket(0, 25, 31), bucket(1, 20, 29)]
    expect(episodeOf(points, WIDTH, opening(7))).toEqual({ to: 10 * MINUTE, hasEnded: true, extreme: 31 })
  })

  test('ends before the next alert, whose bucket has the values of both', () => {
    const points = [bucket(0, 25, 31), bucket(1, 31, 32), bucket(2, 28, 39), bucket(3, 33, 40)]
    const first = opening(7, { next: 23 * MINUTE })
    expect(episodeOf(points, WIDTH, first)).toEqual({ to: 23 * MINUTE, hasEnded: true, extreme: 32 })
    const same = opening(2, { next: 7 * MINUTE })
    expect(episodeOf(points, WIDTH, same)).toMatchObject({ hasEnded: true, extreme: undefined })
  })
})
