import { describe, expect, test, vi } from 'vitest'
import { heldRange, watchTaps } from './chart-touch.ts'

const range = { from: 1000, to: 2000 }

describe('two fingers on a chart', () => {
  test('that move apart show less time, around what they hold', () => {
    expect(
      heldRange(range, 500, [
        [200, 300],
        [100, 400],
      ]),
    ).toEqual({ from: 1333, to: 1667 })
  })

  test('that move together show more', () => {
    expect(
      heldRange(range, 500, [
        [100, 400],
        [200, 300],
      ]),
    ).toEqual({ from: 0, to: 3000 })
  })

  test('that move sideways move the range', () => {
    expect(
      heldRange(range, 500, [
        [200, 300],
        [250, 350],
      ]),
    ).toEqual({ from: 900, to: 1900 })
  })

  test('may come in either order', () => {
    expect(
      heldRange(range, 500, [
        [300, 200],
        [350, 250],
      ]),
    ).toEqual({ from: 900, to: 1900 })
  })
})

describe('a double tap', () => {
  const at = (timeStamp: number, clientX = 100) => ({ timeStamp, clientX, clientY: 100 })
  function watch() {
    const onDoubleTap = vi.fn<() => void>()
    const taps = watchTaps(onDoubleTap)
    const tap = (time: number, x?: number) => {
      taps.down(at(time, x), 1)
      taps.up(at(time + 50, x))
    }
    return { ...taps, tap, onDoubleTap }
  }

  test('is two taps at one place, and a third begins another one', () => {
    const { tap, onDoubleTap } = watch()
    tap(0)
    expect(onDoubleTap).not.toHaveBeenCalled()
    tap(200)
    tap(400)
    expect(onDoubleTap).toHaveBeenCalledTimes(1)
  })

  test('is neither two slow taps, nor two taps at different places', () => {
    const { tap, onDoubleTap } = watch()
    tap(0)
    tap(1000)
    tap(1200, 300)
    expect(onDoubleTap).not.toHaveBeenCalled()
  })

  test('is neither two pinches in a hurry, nor a finger that moves', () => {
    const { down, up, onDoubleTap } = watch()
    for (const time of [0, 200]) {
      down(at(time), 1)
      down(at(time, 200), 2)
      up(at(time + 50))
      up(at(time + 50, 200))
    }
    for (const time of [400, 600]) {
      down(at(time), 1)
      up(at(time + 50, 200))
    }
    expect(onDoubleTap).not.toHaveBeenCalled()
  })
})
