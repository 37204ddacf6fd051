import { metrics } from '@greenhouse/contract'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const css = readFileSync(join(import.meta.dirname, '../web/src/styles/tokens.css'), 'utf8')

/** Returns the colours of a theme by name, as [lightness, chroma, hue]. */
function themeOf(selector: string): Map<string, [number, number, number]> {
  const block = css.slice(css.indexOf(selector)).split('}')[0] ?? ''
  const found = block.matchAll(/--([\w-]+): oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)/g)
  return new Map([...found].map(([, name = '', l, c, h]) => [name, [Number(l) / 100, Number(c), Number(h)]]))
}

/** OKLCH to linear sRGB, https://bottosson.github.io/posts/oklab/; then relative luminance as WCAG defines it. */
function luminance([lightness, chroma, hue]: [number, number, number]): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const within = (value: number) => Math.min(Math.max(value, 0), 1)
  const red = within(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)
  const green = within(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s)
  const blue = within(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const TEXT = 4.5
const SIGN = 3
/** Two tokens, and the least contrast between them. */
type Row = [front: string, back: string, least: number]

describe.each([
  ['light', ':root'],
  ['dark', "[data-theme='dark']"],
])('in the %s theme', (_, selector) => {
  const theme = themeOf(selector)
  test.each<Row>([
    ['ink', 'surface', 7],
    ['ink', 'paper', 7],
    ['ink-soft', 'paper', TEXT],
    ['ink-soft', 'surface', TEXT],
    ['ink-soft', 'sunken', TEXT],
    ['on-leaf', 'leaf', TEXT],
    ['leaf', 'surface', TEXT],
    ['leaf', 'paper', TEXT],
    ['leaf-strong', 'leaf-wash', TEXT],
    ['danger', 'surface', TEXT],
    ['danger', 'danger-wash', TEXT],
    ['sun-ink', 'sun-wash', TEXT],
    ['line-strong', 'surface', SIGN],
    ...[...new Set(metrics.map(({ colour }) => colour))].map((colour): Row => [colour, 'surface', TEXT]),
  ])('%s on %s can be read', (front, back, least) => {
    const [one, other] = [theme.get(front), theme.get(back)]
    if (!one || !other) throw new Error(`There is no ${front} or ${back}`)
    const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
    expect((high + 0.05) / (low + 0.05)).toBeGreaterThanOrEqual(least)
  })
})
