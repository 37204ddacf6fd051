import {
  authRoutes,
  boardRoutes,
  brokerRoutes,
  careRoutes,
  channelRoutes,
  conditionRoutes,
  deviceRoutes,
  episodeRoutes,
  exportRoutes,
  hubRoutes,
  plantRoutes,
  readingRoutes,
  ruleRoutes,
  secondFactorRoutes,
  seriesRoutes,
  settingRoutes,
  userRoutes,
  weatherRoutes,
  type Route,
} from '@greenhouse/contract'
import { replyOf } from '@greenhouse/contract/register'
import type { Page } from 'playwright-core'
import { on, type Change } from './change.ts'
import { CHANGES_OF_HOUSEHOLDS } from './changes-of-households.ts'
import { UNEXPECTED, UNREACHABLE } from './opening-calls.ts'
import { PASSWORD } from '../testing/growers.ts'

const both = (says: string) => [says, says] as const
const password = { Password: PASSWORD }
const addPasskey = { open: ['Add a passkey'], fill: { Name: 'Phone', ...password }, submit: 'Continue' }
const secured = { fill: password, hasSecondFactors: true } as const
const REMOVE_APP = 'Remove authenticator app'
const REMOVAL = 'Failed to remove device'

/** By the part of the application that they belong to. */
export const CHANGES: Readonly<Record<string, readonly Change[]>> = {
  plants: on('/plants', [
    { route: careRoutes.add, isKept: true, submit: 'Water Lemon' },
    { route: plantRoutes.waterAll, submit: 'Water all plants' },
    { route: plantRoutes.undoWatering, submit: undoWatering },
    { route: plantRoutes.create, open: ['Add a plant'], fill: { Name: 'Fern', Type: 'Fern' }, submit: 'Add plant' },
    { route: plantRoutes.edit, open: ['Lemon', 'Edit'], fill: { Name: 'Lime' }, submit: 'Save changes' },
    {
      route: plantRoutes.markDead,
      open: ['Lemon', 'Remove plant'],
      submit: 'Remove plant',
      says: both('Could not remove plant'),
    },
    {
      route: plantRoutes.remove,
      prepare: (page) => page.getByRole('switch', { name: 'View dead' }).click(),
      open: ['Moss', 'Delete plant'],
      submit: 'Delete plant',
    },
  ]),
  devices: on('/mydevice', [
    { route: deviceRoutes.create, open: ['Add a device'], fill: { Name: 'Shelf' }, submit: 'Add device' },
    { route: deviceRoutes.edit, open: ['Edit Bench'], fill: { Name: 'Table' }, submit: 'Save changes' },
    {
      route: deviceRoutes.changePreferences,
      open: ['Edit Bench'],
      fill: { 'Report every': '20' },
      submit: 'Save changes',
    },
    {
      route: deviceRoutes.replaceToken,
      open: ['Edit Bench', 'Connect'],
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
  channels: on('/notifications', [
    {
      route: channelRoutes.create,
      open: ['Set up Gotify'],
      fill: { Server: 'https://gotify.example.org', Token: 'a token' },
      submit: 'Set up',
    },
    { route: channelRoutes.edit, open: ['Edit Barn'], fill: { Name: 'Shed' }, submit: 'Save changes' },
    { route: channelRoutes.remove, open: ['Remove Barn'], submit: 'Remove channel' },
    { route: channelRoutes.test, submit: 'Send test to Barn' },
    {
      route: channelRoutes.setQuietHours,
      submit: (page) => page.getByRole('switch', { name: 'Quiet at night' }).click(),
    },
  ]),
  // No board of these tests has opened an episode.
  episodes: on('/alerts', [
    { route: episodeRoutes.acknowledge, prepare: show(episodeRoutes.list, '?state=open*'), submit: 'Acknowledge' },
    { route: episodeRoutes.mute, prepare: show(episodeRoutes.list, '?state=open*'), submit: 'Mute 2 h' },
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
  conditions: [
    ...on('/myalertcondition', [
      {
        route: conditionRoutes.createForPlant,
        open: ['Add Plant Condition'],
        choose: { Plant: 'Lemon' },
        submit: 'Add condition',
      },
    ]),
    ...on('/rules/new', [
      { route: ruleRoutes.create, choose: { Device: 'Window' }, fill: { 'At or above': '30' }, submit: 'Save rule' },
      {
        route: seriesRoutes.add,
        choose: { Device: 'Window', Quantity: 'Humidity' },
        fill: { 'At or above': '30' },
        submit: 'Save rule',
      },
    ]),
    ...on('/myalertcondition?view=devices', [
      { route: ruleRoutes.edit, submit: (page) => page.getByRole('switch').first().click() },
    ]),
  ],
  settings: [
    ...on('/profile', [
      {
        route: settingRoutes.set,
        submit: (page) => page.getByRole('switch', { name: 'Celsius' }).click(),
        says: ['Something went wrong', 'Not saved. The server can’t be reached.'],
      },
      { route: exportRoutes.confirmedAccount, submit: 'Account, plants and alerts (JSON)' },
      { route: exportRoutes.createTicket, submit: 'All readings (CSV)' },
    ]),
    { route: exportRoutes.prepareValues, path: '/history', submit: 'All values (CSV)' },
  ],
  account: on('/profile', [
    {
      route: userRoutes.changeEmail,
      open: ['Change e-mail'],
      fill: { 'Current email': 'asta@example.org', 'New email': 'new@example.org', ...password },
      submit: 'Change e-mail',
    },
    {
      route: userRoutes.changePassword,
      open: ['Change password'],
      fill: { 'Old password': PASSWORD, 'New password': 'Sprout-43!', 'Confirm password': 'Sprout-43!' },
      submit: 'Change password',
    },
    { route: userRoutes.remove, open: ['Delete my account'], fill: password, submit: 'Delete my account' },
    { route: authRoutes.endSession, open: [/^Sign out, /], fill: password, submit: 'Sign out' },
    {
      route: authRoutes.endOtherSessions,
      open: ['Sign out everywhere else'],
      fill: password,
      submit: 'Sign out everywhere else',
    },
  ]),
  'second factors': on('/profile', [
    { route: secondFactorRoutes.beginTotp, open: ['Add an authenticator app'], fill: password, submit: 'Continue' },
    {
      route: secondFactorRoutes.confirmTotp,
      prepare: showQrCode,
      open: [],
      fill: { Code: '123456' },
      submit: 'Confirm',
    },
    { route: secondFactorRoutes.beginPasskey, ...addPasskey },
    { route: secondFactorRoutes.addPasskey, ...addPasskey },
    {
      route: secondFactorRoutes.renamePasskey,
      ...secured,
      open: ['Rename Phone'],
      fill: { Name: 'Key ring' },
      submit: 'Save',
    },
    { route: secondFactorRoutes.removePasskey, ...secured, open: ['Remove Phone'], submit: 'Remove passkey' },
    { route: secondFactorRoutes.removeTotp, ...secured, open: [REMOVE_APP], submit: REMOVE_APP },
    { route: secondFactorRoutes.renewRecoveryCodes, ...secured, open: ['Make new ones'], submit: 'Make new codes' },
  ]),
  ...CHANGES_OF_HOUSEHOLDS,
  weather: on('/weather', [
    { route: weatherRoutes.search, submit: searchCity, says: both('Weather error') },
    { route: weatherRoutes.setPlace, submit: chooseCity, says: both('Weather error') },
  ]),
}

/** Opens the page again with the list that the register has as an example. */
function show(route: Route, query = '') {
  return async (page: Page) => {
    await page.route(`**${route.path}${query}`, (call) =>
      call.request().method() === 'GET' ? call.fulfill({ json: replyOf(route) }) : call.fallback(),
    )
    await page.reload()
  }
}

async function undoWatering(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Water all plants' }).click()
  await page.getByRole('button', { name: 'Undo' }).first().click()
}

async function showQrCode(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add an authenticator app' }).click()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('img', { name: /^QR code/ }).waitFor()
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

let searches = 0

/** Searches for a city that was not searched for before. */
async function searchCity(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Search city' }).fill(`Aarhus ${++searches}`)
}

async function chooseCity(page: Page): Promise<void> {
  await searchCity(page)
  await page.getByRole('option').first().click()
}
