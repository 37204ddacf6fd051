import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const tokens = readFileSync(new URL('../web/src/styles/tokens.css', import.meta.url), 'utf8')
const [light = '', dark = ''] = tokens.split("[data-theme='dark']")

type Vector = readonly [number, number, number]

/** The sRGB values of a token, linear, from 0 to 1. */
function linear(sheet: string, name: string): Vector {
  const hex = new RegExp(`--${name}: #([0-9a-f]{6});`).exec(sheet)?.[1]
  if (hex === undefined) throw new Error(`There is no colour --${name}`)
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return [r, g, b]
}

/** Simulations of full severity by Machado, Oliveira and Fernandes (2009), for linear sRGB. */
const SIGHTS: Record<string, readonly [Vector, Vector, Vector]> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}
const TO_XYZ: readonly [Vector, Vector, Vector] = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
]
const WHITE: Vector = [0.95047, 1, 1.08883]

function times([x, y, z]: readonly [Vector, Vector, Vector], [a, b, c]: Vector): Vector {
  const row = ([p, q, r]: Vector) => p * a + q * b + r * c
  return [row(x), row(y), row(z)]
}

function toLab(rgb: Vector): Vector {
  const within = rgb.map((value) => Math.min(Math.max(value, 0), 1)) as unknown as Vector
  const [x = 0, y = 0, z = 0] = times(TO_XYZ, within).map((value, index) => {
    const share = value / (WHITE[index] ?? 1)
    return share > 216 / 24389 ? Math.cbrt(share) : (share * 24389) / 27 / 116 + 16 / 116
  })
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

const radians = (degrees: number) => (degrees * Math.PI) / 180
const hue = (a: number, b: number) => ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360

/** The distance of two colours after Sharma, Wu and Dalal (2005). */
function ciede2000([l1, a1, b1]: Vector, [l2, a2, b2]: Vector): number {
  const meanC = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2
  const g = 1.5 - 0.5 * Math.sqrt(meanC ** 7 / (meanC ** 7 + 25 ** 7))
  const [c1, c2] = [Math.hypot(g * a1, b1), Math.hypot(g * a2, b2)]
  const [h1, h2] = [hue(g * a1, b1), hue(g * a2, b2)]
  const turn = c1 * c2 === 0 ? 0 : ((h2 - h1 + 540) % 360) - 180
  const bigH = 2 * Math.sqrt(c1 * c2) * Math.sin(radians(turn / 2))
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2]
  const h = c1 * c2 === 0 ? h1 + h2 : h1 + turn / 2
  const cosine = (factor: number, shift: number) => Math.cos(radians(factor * h + shift))
  const t = 1 - 0.17 * cosine(1, -30) + 0.24 * cosine(2, 0) + 0.32 * cosine(3, 6) - 0.2 * cosine(4, -63)
  const sL = 1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2)
  const sC = 1 + 0.045 * c
  const sH = 1 + 0.015 * c * t
  const bend = 60 * Math.exp(-((((h + 360) % 360) - 275) ** 2) / 625)
  const rT = -2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)) * Math.sin(radians(bend))
  const [dL, dC, dH] = [(l2 - l1) / sL, (c2 - c1) / sC, bigH / sH]
  return Math.sqrt(dL ** 2 + dC ** 2 + dH ** 2 + rT * dC * dH)
}

function contrast(one: Vector, other: Vector): number {
  const [low = 0, high = 0] = [one, other]
    .map(([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b)
    .toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

test('the distance of two colours is that of the published pairs', () => {
  expect(ciede2000([50, 2.6772, -79.7751], [50, 0, -82.7485])).toBeCloseTo(2.0425, 4)
  expect(ciede2000([50, 2.5, 0], [73, 25, -18])).toBeCloseTo(27.1492, 4)
  expect(ciede2000([2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514])).toBeCloseTo(0.9082, 4)
})

describe.each([
  { theme: 'light', sheet: light, surface: [0.986, 0.989, 0.983] as const },
  { theme: 'dark', sheet: dark, surface: [0.0115, 0.0132, 0.012] as const },
])('the colours of series in $theme', ({ sheet, surface }) => {
  const all = Array.from({ length: 8 }, (_, index) => linear(sheet, `series-${index + 1}`))

  test.each([
    ['normal', 17.5],
    ['protanopia', 11.5],
    ['deuteranopia', 11.5],
    ['tritanopia', 11],
  ])('the colours of series differ with %s sight by at least %f', (sight, least) => {
    const matrix = SIGHTS[sight]
    if (!matrix) throw new Error(sight)
    const labs = all.map((colour) => toLab(times(matrix, colour)))
    const distances = labs.flatMap((one, index) => labs.slice(index + 1).map((other) => ciede2000(one, other)))
    expect(distances).toHaveLength(28)
    expect(Math.min(...distances)).toBeGreaterThan(least)
  })

  test('the colours of series have a contrast of at least 3 to the surface of a panel', () => {
    for (const colour of [...all, linear(sheet, 'ghost')]) expect(contrast(colour, surface)).toBeGreaterThan(3)
  })
})
