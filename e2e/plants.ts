import { DAY_MS, plantRoutes, type PlantInput } from '@greenhouse/contract'
import type { Locator, Page } from 'playwright-core'
import type { Grower } from '../testing/growers.ts'

/** Adds a herb that is watered every week, unless `more` says otherwise. */
export function addPlant(grower: Grower, plantName: string, more: Partial<PlantInput> = {}) {
  return grower.call(plantRoutes.create, { body: { plantName, plantType: 'Herb', waterEvery: 7, ...more } })
}

export async function lastWateredOf(grower: Grower) {
  return (await grower.call(plantRoutes.list)).map(({ lastWatered }) => lastWatered)
}

export function cardOf(page: Page, name: string): Locator {
  return page.getByRole('article').filter({ hasText: name })
}

/** Returns the visible elements of exactly this text. */
export function visibleText(place: Locator, text: string): Locator {
  return place.getByText(text, { exact: true }).filter({ visible: true })
}

export function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString()
}
