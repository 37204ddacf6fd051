import { expect, test } from 'vitest'
import { skyOf } from './weather-code.ts'

test.each([
  [0, 'sunny'],
  [1, 'partly-cloudy'],
  [2, 'partly-cloudy'],
  [3, 'cloudy'],
  [4, 'unknown'],
  [45, 'fog'],
  [48, 'fog'],
  [50, 'unknown'],
  [51, 'rain'],
  [67, 'rain'],
  [68, 'unknown'],
  [70, 'unknown'],
  [71, 'snow'],
  [77, 'snow'],
  [78, 'unknown'],
  [80, 'heavy-rain'],
  [85, 'snow-showers'],
  [86, 'snow-showers'],
  [87, 'heavy-rain'],
  [99, 'heavy-rain'],
  [100, 'unknown'],
  [null, 'unknown'],
])('the weather code %s is %s', (code, sky) => {
  expect(skyOf(code)).toBe(sky)
})
