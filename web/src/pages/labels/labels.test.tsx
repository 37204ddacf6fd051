import { labelRoutes, serverRoutes, type PlantLabel } from '@greenhouse/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import jsQR from 'jsqr'
import { afterEach, expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import styles from './labels.css?raw'
import { LabelsScreen } from './labels-screen.tsx'

const aLabel = (plantName: string, end: string): PlantLabel => ({
  plantId: `0190a1b2-0000-4000-8000-0000000000${end}`,
  plantName,
  species: plantName === 'Basil' ? 'Ocimum basilicum' : '',
  code: `7QK4MN${end.toUpperCase()}`,
})
const [BASIL, MINT, DEAD] = [aLabel('Basil', '2b'), aLabel('Mint', '3c'), aLabel('Old mint', '4d')]

afterEach(() => vi.unstubAllGlobals())

function open(path = '/labels', publicUrl: string | null = 'https://greenhouse.example.org/') {
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    if (pathname === serverRoutes.info.path)
      return Response.json({ registrationOpen: true, sendsMail: false, publicUrl, mqttPort: 1883, mqttTls: false })
    if (pathname !== labelRoutes.list.path) return new Response(null, { status: 204 })
    const wanted = searchParams.get('plants')?.split(',')
    const all = [BASIL, MINT, DEAD].filter(({ plantId }) => wanted?.includes(plantId))
    return Response.json(wanted ? all : [BASIL, MINT])
  })
  const { hook, searchHook } = memoryLocation({ path })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Router hook={hook} searchHook={searchHook}>
        <LabelsScreen />
      </Router>
    </QueryClientProvider>,
  )
  return print
}

const codes = async () => (await screen.findAllByRole('img')).map((image) => image.getAttribute('aria-label'))

test('all living plants are chosen, and each label has name, species and code', async () => {
  const print = open()
  expect(await codes()).toEqual(['QR code of Basil', 'QR code of Mint'])
  expect(screen.getByText('7QK4-MN2B')).toBeDefined()
  expect(screen.getByText('Ocimum basilicum')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Print 2 labels' }))
  expect(print).toHaveBeenCalledOnce()
})

test('the address chooses plants, also dead ones', async () => {
  open(`/labels?plants=${DEAD.plantId}`)
  expect(await codes()).toEqual(['QR code of Old mint'])
  expect(screen.getByText('1 of 3 plants')).toBeDefined()
})

test('a plant can be left out, and an empty choice can’t be printed', async () => {
  open()
  await codes()
  fireEvent.click(screen.getByLabelText('Mint'))
  expect(await codes()).toEqual(['QR code of Basil'])
  fireEvent.click(screen.getByRole('button', { name: 'None' }))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Print 0 labels' }).disabled).toBe(true)
})

test('the format is that of the paper', async () => {
  open()
  await codes()
  const formats = () => [...document.querySelectorAll('.label-sheet')].map((sheet) => sheet.getAttribute('data-format'))
  expect(formats()).toEqual(['a4-24'])
  fireEvent.click(screen.getByRole('button', { name: '62 mm roll' }))
  expect(formats()).toEqual(['roll-62', 'roll-62'])
})

test.each([
  ['http://localhost:3000', null, true],
  ['http://localhost:3000', 'https://greenhouse.example.org', false],
  ['http://192.168.1.20:8080', null, false],
])('the page at %s with the public address %s warns that no phone opens the code: %s', async (here, url, warns) => {
  vi.stubGlobal('location', Object.assign(new URL(here), { assign: () => {} }))
  open('/labels', url)
  await codes()
  expect(screen.queryByText('A phone can’t open this address') !== null).toBe(warns)
})

test.each([
  'http://192.168.1.20:3000',
  'https://greenhouse.example.org',
  'https://greenhouse.house-12.allotments-north.example.org:8443',
])('a QR code of the smallest label is read as the address of its plant on %s', async (origin) => {
  open(`/labels?plants=${[BASIL, MINT, DEAD].map(({ plantId }) => plantId).join(',')}`, origin)
  const images = await screen.findAllByRole('img')
  const read = images.map((image) => [image.getAttribute('aria-label'), readPrinted(image, smallestCode(styles))])
  expect(read).toEqual(
    [BASIL, MINT, DEAD].map(({ plantName, code }) => [`QR code of ${plantName}`, `${origin}/p/${code}`]),
  )
})

/** Of a phone that sees the width of A4 in a video of 1080 pixels. */
const PIXELS_PER_MM = 1080 / 210
/** Samples across a pixel, whose mean it is. */
const SAMPLES = 4
/** Pixels around a label, of the dark thing that it is on. */
const AROUND = 8

/** Returns the width of the smallest QR code in millimetres. */
function smallestCode(css: string): number {
  return Math.min(...[...css.matchAll(/--code: ([\d.]+)mm/g)].map(([, width]) => Number(width)))
}

/** Reads a printed code with a phone; undefined when it can't be read. */
function readPrinted(code: Element, width: number): string | undefined {
  const lightAt = lightOf(code)
  const across = Math.round(width * PIXELS_PER_MM) + 2 * AROUND
  const pixels = new Uint8ClampedArray(4 * across * across).fill(255)
  const place = (sample: number) => (sample / SAMPLES - AROUND) / (across - 2 * AROUND)
  for (let pixel = 0; pixel < across * across; pixel++) {
    const [left, top] = [pixel % across, Math.floor(pixel / across)].map((start) => start * SAMPLES + 0.5)
    let light = 0
    for (let sample = 0; sample < SAMPLES ** 2; sample++)
      light += lightAt(place((left ?? 0) + (sample % SAMPLES)), place((top ?? 0) + Math.floor(sample / SAMPLES)))
    pixels.fill(light / SAMPLES ** 2, 4 * pixel, 4 * pixel + 3)
  }
  return jsQR(pixels, across, across, { inversionAttempts: 'dontInvert' })?.data
}

/** Returns the lightness, 0 to 255, at a place of a code of squares, whose width and height are 1. */
function lightOf(code: Element): (x: number, y: number) => number {
  const modules = Number(code.getAttribute('viewBox')?.split(' ')[2])
  const [paper = 0, ink = 0] = ['rect', 'path'].map((part) => greyOf(code.querySelector(part)))
  const dark = new Set(
    code
      .querySelector('path')
      ?.getAttribute('d')
      ?.match(/(?<=M)\d+ \d+(?=h1v1h-1z)/g),
  )
  return (x, y) => {
    if (Math.min(x, y) < 0 || Math.max(x, y) >= 1) return 0
    return dark.has(`${Math.floor(x * modules)} ${Math.floor(y * modules)}`) ? ink : paper
  }
}

/** Returns 0 for `#000` to 255 for `#fff`. */
function greyOf(part: Element | null): number {
  return Number.parseInt(part?.getAttribute('fill')?.slice(1, 2) ?? '', 16) * 17
}
