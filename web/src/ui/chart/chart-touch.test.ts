import { describe, expect, test, vi } from 'vitest'
import { pinchedRange, watchTaps } from './chart-touch.ts'

const range = { from: 1000, to: 2000 }

describe('two fingers on a chart', () => {
  test('a pinch outward zooms in around the fingers', () => {
    expect(
      pinchedRange(range, 500, [
        [200, 300],
        [100, 400],
      ]),
    ).toEqual({ from: 1333, to: 1667 })
  })

  test('a pinch inward zooms out', () => {
    expect(
      pinchedRange(range, 500, [
        [100, 400],
        [200, 300],
      ]),
    ).toEqual({ from: 0, to: 3000 })
  })

  test('two fingers moved sideways move the range', () => {
    expect(
      pinchedRange(range, 500, [
        [200, 300],
        [250, 350],
      ]),
    ).toEqual({ from: 900, to: 1900 })
  })

  test('a pinch works in either order of the fingers', () => {
    expect(
      pinchedRange(range, 500, [
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

  test('a double tap is two taps at one place, and a third starts another', () => {
    const { tap, onDoubleTap } = watch()
    tap(0)
    expect(onDoubleTap).not.toHaveBeenCalled()
    tap(200)
    tap(400)
    expect(onDoubleTap).toHaveBeenCalledTimes(1)
  })

  test('two slow taps and two taps at different places are no double tap', () => {
    const { tap, onDoubleTap } = watch()
    tap(0)
    tap(1000)
    tap(1200, 300)
    expect(onDoubleTap).not.toHaveBeenCalled()
  })

  test('two quick pinches and a moved finger are no double tap', () => {
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
