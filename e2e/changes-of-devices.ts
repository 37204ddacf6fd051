import {
  boardRoutes,
  brokerRoutes,
  deviceRoutes,
  hubRoutes,
  readingRoutes,
  seriesRoutes,
  serverRoutes,
} from '@greenhouse/contract'
import type { Page } from 'playwright-core'
import { both, on, show, type Change } from './change.ts'
import { UNEXPECTED, UNREACHABLE } from './opening-calls.ts'
import { PASSWORD } from '../testing/growers.ts'

const ESPHOME = 'ESPHome ESP32, ESP8266'
const REMOVAL = 'Failed to remove device'
const password = { Password: PASSWORD }

/** On the pages of devices, of boards that are not devices, and of their series. */
export const CHANGES_OF_DEVICES: Readonly<Record<string, readonly Change[]>> = {
  devices: on('/mydevice', [
    { route: deviceRoutes.create, open: ['Add a device'], submit: ESPHOME },
    {
      route: serverRoutes.setNetworkAccess,
      prepare: show(serverRoutes.networkAccess),
      open: ['Add a device', ESPHOME],
      submit: openNetwork,
    },
    { route: deviceRoutes.edit, open: ['Edit Bench'], fill: { Name: 'Table' }, submit: 'Save changes' },
    {
      route: deviceRoutes.changePreferences,
      open: ['Edit Bench'],
      fill: { 'Report every': '20' },
      submit: 'Save changes',
    },
    {
      route: deviceRoutes.replaceToken,
      open: ['Edit Bench', 'Connect', ESPHOME],
      fill: password,
      submit: 'Create a new token',
    },
    { route: readingRoutes.remove, open: ['Edit Bench', 'Delete readings'], submit: 'Delete readings' },
    {
      route: deviceRoutes.remove,
      open: ['Remove Bench'],
      submit: 'Remove device',
      says: [`${REMOVAL}: ${UNEXPECTED}`, `${REMOVAL}: ${UNREACHABLE}`],
    },
  ]),
  // Boards that wait to be claimed, and the ways in which they reach the server.
  boards: on('/mydevice', [
    { route: boardRoutes.claim, prepare: show(boardRoutes.list), open: ['Claim Herb shelf'], submit: 'Claim board' },
    {
      route: boardRoutes.ignore,
      prepare: show(boardRoutes.list),
      submit: 'Ignore Herb shelf',
      says: both('Herb shelf could not be ignored'),
    },
    { route: hubRoutes.create, open: ['Make a token'], fill: { Name: 'Shed' }, submit: 'Make token' },
    { route: hubRoutes.remove, prepare: show(hubRoutes.list), open: [/^Remove Zigbee/], submit: 'Remove token' },
    {
      route: brokerRoutes.create,
      open: ['Connect a broker'],
      fill: { Address: 'mqtt://192.168.1.10:1883' },
      submit: 'Connect broker',
    },
    {
      route: brokerRoutes.edit,
      prepare: show(brokerRoutes.list),
      open: [/^Edit mqtts:/],
      fill: { 'User name': 'gardener' },
      submit: 'Save changes',
    },
    { route: brokerRoutes.remove, prepare: show(brokerRoutes.list), open: [/^Remove mqtts:/], submit: 'Remove broker' },
  ]),
  series: on('/mydevice', [
    { route: seriesRoutes.edit, prepare: openSeries('Edit label'), open: [], fill: { Label: 'Air' }, submit: 'Save' },
    {
      route: seriesRoutes.edit,
      prepare: openBench,
      submit: chooseOfTemperature('Hide'),
      says: both('The change could not be saved'),
    },
    { route: seriesRoutes.removeValues, prepare: openSeries('Delete values'), open: [], submit: 'Delete values' },
    { route: seriesRoutes.remove, prepare: openSeries('Remove series'), open: [], submit: 'Remove series' },
  ]),
}

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

function openSeries(entry: string) {
  return async (page: Page): Promise<void> => {
    await openBench(page)
    await chooseOfTemperature(entry)(page)
  }
}

async function openNetwork(page: Page): Promise<void> {
  const field = page.getByLabel('Your Greenhouse password')
  if ((await field.count()) === 0) await page.getByRole('switch', { name: 'Answer in my network' }).click()
  await field.fill(PASSWORD)
  await page.getByRole('button', { name: 'Answer in my network', exact: true }).click()
}
