import { randomUUID } from 'node:crypto'
import { householdRoutes, photoRoutes, type Photo } from '@greenhouse/contract'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Grower } from '../testing/growers.ts'
import { addPlant } from './plants.ts'

/** Adds San Marzano, planted on 12 March 2026, to a garden in Copenhagen. */
export async function addTomato(grower: Grower): Promise<string> {
  const [household] = await grower.call(householdRoutes.list)
  const params = { householdId: household?.householdId ?? '' }
  await grower.call(householdRoutes.edit, { params, body: { timeZone: 'Europe/Copenhagen' } })
  return (await addPlant(grower, 'San Marzano', { planted: '2026-03-12T08:00:00.000Z' })).plantId
}

/** Sends a photo. */
export function send(grower: Grower, plantId: string, picture: Buffer, takenAt: string): Promise<Photo> {
  const body = new Blob([new Uint8Array(picture)])
  return grower.call(photoRoutes.add, { params: { plantId }, query: { photoId: randomUUID(), takenAt }, body })
}

export function photosOf(grower: Grower, plantId: string): Promise<Photo[]> {
  return grower.call(photoRoutes.list, { params: { plantId } })
}

/** Returns a picture as a file that is chosen in the browser. */
export function fileOf(name: string, buffer: Buffer) {
  return { name, mimeType: 'image/jpeg', buffer }
}

export const openForm = (page: Page) => page.getByRole('button', { name: 'Add note or photo' }).click()
export const photos = (page: Page) => page.getByRole('region', { name: 'Photos', exact: true })
export const chooseFiles = (page: Page) => page.getByLabel('Choose photos')

/** Waits until a picture is drawn. */
export async function isDrawn(page: Page, alt: string): Promise<void> {
  const image = page.getByAltText(alt).first()
  await expect.poll(() => image.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBeGreaterThan(1)
}
