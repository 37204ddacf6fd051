import { labelRoutes } from '@greenhouse/contract'
import jsQR from 'jsqr'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { PASSWORD, type Grower } from '../testing/growers.ts'
import { useApplication } from './application.ts'
import { addPlant } from './plants.ts'

const application = useApplication()

const PIXELS_PER_MM = 96 / 25.4
/** The pixels of one of paper on a printer of 192 dots per inch. */
const SCALE = 2

test('labels print 24 or 65 on one sheet of A4, and each code is read as the address of its plant', async () => {
  const grower = await application.register('Asta')
  for (let index = 1; index <= 65; index++) await addPlant(grower, `Plant ${index}`)
  const labels = await grower.call(labelRoutes.list)
  const { page, faults } = await application.openAs(grower, '/labels', { deviceScaleFactor: SCALE })
  await page.getByRole('button', { name: 'Print 65 labels' }).waitFor()
  expect(await printedPages(page)).toEqual([A4, A4, A4])
  await page.getByRole('button', { name: '65 on A4' }).click()
  expect(await printedPages(page)).toEqual([A4])
  const printed = await printedCodes(page)
  expect(Math.min(...printed.flatMap(({ size }) => size))).toBeGreaterThanOrEqual(20)
  const addresses = new Map(
    labels.map(({ plantName, code }) => [`QR code of ${plantName}`, `${application.server.url}/p/${code}`]),
  )
  expect(new Map(printed.map(({ label, text }) => [label, text]))).toEqual(addresses)

  const some = labels.slice(0, 24).map(({ plantId }) => plantId)
  await page.goto(`/labels?plants=${some.join(',')}`)
  await page.getByRole('button', { name: 'Print 24 labels' }).waitFor()
  expect(await printedPages(page)).toEqual([A4])
  const larger = await printedCodes(page)
  expect(larger.map(({ label, text }) => text === addresses.get(label))).toEqual(Array(24).fill(true))
  expect(faults).toEqual([])
})

test('a code opens its plant after the sign-in, and is a page that does not exist for another household', async () => {
  const grower = await application.register('Bo')
  await addPlant(grower, 'Lemon')
  const [label] = await grower.call(labelRoutes.list)
  const path = `/p/${label?.code}`
  const signIn = async (page: Page, { email }: Grower) => {
    await page.waitForURL('**/signin*')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('form', { name: 'Login' }).getByRole('button', { name: 'Login' }).click()
  }
  const { page, faults } = await application.visit()
  await page.goto(path)
  await signIn(page, grower)
  await page.waitForURL(`**${path}`)
  await page.getByRole('heading', { name: 'Lemon' }).waitFor()

  const stranger = await application.visit()
  await stranger.page.goto(path)
  await signIn(stranger.page, await application.register('Cai'))
  await stranger.page.waitForURL(`**${path}`)
  await stranger.page.getByRole('heading', { name: 'Nothing grows here' }).waitFor()
  expect(await stranger.page.getByText('Lemon').count()).toBe(0)
  expect([...faults, ...stranger.faults]).toEqual([])
})

const A4 = '210 × 297 mm'

/** Returns the sizes of the printed pages. */
async function printedPages(page: Page): Promise<string[]> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const boxes = pdf.match(/\/Type \/Page\b[^s][^]*?\/MediaBox \[[^\]]+\]/g) ?? []
  return boxes.map((box) => {
    const [width, height] =
      box
        .match(/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/)
        ?.slice(1)
        .map(Number) ?? []
    return `${millimetres(width)} × ${millimetres(height)} mm`
  })
}

function millimetres(points = 0): number {
  return Math.round((points / 72) * 25.4)
}

/** Reads the codes as they are printed. Sizes are millimetres. */
async function printedCodes(page: Page): Promise<Array<{ label: string; size: number[]; text: string | undefined }>> {
  await page.emulateMedia({ media: 'print' })
  const codes = await page.locator('.label-code').evaluateAll((images) =>
    images.map((image) => {
      const { left, top, width, height } = image.getBoundingClientRect()
      return { label: image.getAttribute('aria-label') ?? '', left: left + scrollX, top: top + scrollY, width, height }
    }),
  )
  const shot = (await page.screenshot({ fullPage: true })).toString('base64')
  await page.emulateMedia({ media: 'screen' })
  const parts = codes.map(({ left, top, width, height }) =>
    [left, top, width, height].map((length) => Math.round(length * SCALE)),
  )
  const crops = await page.evaluate(cropped, { shot, parts })
  return codes.map(({ label, width, height }, index) => {
    const [, , across = 0, down = 0] = parts[index] ?? []
    const pixels = Uint8ClampedArray.from(Buffer.from(crops[index] ?? '', 'base64'))
    const text = jsQR.default(pixels, across, down)?.data
    return { label, size: [width / PIXELS_PER_MM, height / PIXELS_PER_MM], text }
  })
}

/** Returns the pixels of parts of a picture, as base64 of RGBA. Runs in the browser, which decodes the picture. */
async function cropped({ shot, parts }: { shot: string; parts: number[][] }): Promise<string[]> {
  const bytes = Uint8Array.from(atob(shot), (letter) => letter.charCodeAt(0))
  const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
  canvas?.drawImage(picture, 0, 0)
  return parts.map(([left = 0, top = 0, width = 0, height = 0]) => {
    const { data = [] } = canvas?.getImageData(left, top, width, height) ?? {}
    let text = ''
    for (const byte of data) text += String.fromCharCode(byte)
    return btoa(text)
  })
}
