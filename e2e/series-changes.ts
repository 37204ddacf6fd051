import { seriesRoutes } from '@greenhouse/contract'
import type { Page } from 'playwright-core'
import type { Change } from './changes.ts'

/** Changes of a series on the page of its device. */
export const SERIES_CHANGES: readonly Change[] = [
  {
    route: seriesRoutes.edit,
    path: '/mydevice',
    prepare: openTemperature('Edit label'),
    open: [],
    fill: { Label: 'Air' },
    submit: 'Save',
  },
  {
    route: seriesRoutes.edit,
    path: '/mydevice',
    prepare: openBench,
    submit: chooseOfTemperature('Hide'),
    says: ['The change could not be saved', 'The change could not be saved'],
  },
  {
    route: seriesRoutes.removeValues,
    path: '/mydevice',
    prepare: openTemperature('Delete values'),
    open: [],
    submit: 'Delete values',
  },
  {
    route: seriesRoutes.remove,
    path: '/mydevice',
    prepare: openTemperature('Remove series'),
    open: [],
    submit: 'Remove series',
  },
]

async function openBench(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Bench', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Bench', exact: true }).waitFor()
}

/** Chooses from the menu of the temperature, on the page of its device. */
function chooseOfTemperature(entry: string) {
  return async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Change Temperature', exact: true }).click()
    await page.getByRole('menuitem', { name: entry, exact: true }).click()
  }
}

function openTemperature(entry: string) {
  return async (page: Page): Promise<void> => {
    await openBench(page)
    await chooseOfTemperature(entry)(page)
  }
}
