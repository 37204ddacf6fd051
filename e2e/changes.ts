import { randomUUID } from 'node:crypto'
import {
  authRoutes,
  careRoutes,
  channelRoutes,
  conditionRoutes,
  episodeRoutes,
  exportRoutes,
  plantRoutes,
  ruleRoutes,
  secondFactorRoutes,
  seriesRoutes,
  settingRoutes,
  userRoutes,
  weatherRoutes,
} from '@greenhouse/contract'
import { replyOf } from '@greenhouse/contract/register'
import type { Page } from 'playwright-core'
import { both, on, show, type Change } from './change.ts'
import { chooseInChartMenu } from './chart-menu.ts'
import { CHANGES_OF_DEVICES } from './changes-of-devices.ts'
import { CHANGES_OF_HOUSEHOLDS } from './changes-of-households.ts'
import { PASSWORD } from '../testing/growers.ts'

const password = { Password: PASSWORD }
const addPasskey = { open: ['Add a passkey'], fill: { Name: 'Phone', ...password }, submit: 'Continue' }
const secured = { fill: password, hasSecondFactors: true } as const
const REMOVE_APP = 'Remove authenticator app'

async function leaveRule(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
}

/** By the part of the application that they belong to. */
export const CHANGES: Readonly<Record<string, readonly Change[]>> = {
  plants: [
    ...on('/plants', [
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
    ]),
    ...on('/plants?dead=1', [{ route: plantRoutes.remove, open: ['Moss', 'Delete plant'], submit: 'Delete plant' }]),
  ],
  ...CHANGES_OF_DEVICES,
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
    { route: episodeRoutes.acknowledgeMany, prepare: showFiveAlerts, submit: 'Acknowledge all' },
    { route: episodeRoutes.mute, prepare: show(episodeRoutes.list, '?state=open*'), submit: 'Mute 2 h' },
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
      {
        route: ruleRoutes.create,
        choose: { Device: 'Window' },
        fill: { 'At or above': '30' },
        submit: 'Save rule',
        leave: leaveRule,
      },
      {
        route: seriesRoutes.add,
        choose: { Device: 'Window', Quantity: 'Humidity' },
        fill: { 'At or above': '30' },
        submit: 'Save rule',
        leave: leaveRule,
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
    {
      route: exportRoutes.prepareValues,
      path: '/history',
      submit: (page) => chooseInChartMenu(page, 'All values (CSV)'),
    },
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

async function showFiveAlerts(page: Page): Promise<void> {
  const [example] = replyOf(episodeRoutes.list) as object[]
  const open = Array.from({ length: 5 }, () => ({ ...example, episodeId: randomUUID() }))
  await page.route(`**${episodeRoutes.list.path}?state=open*`, (call) => call.fulfill({ json: open }))
  await page.reload()
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

let searches = 0

/** Searches for a city that was not searched for before. */
async function searchCity(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Search city' }).fill(`Aarhus ${++searches}`)
}

async function chooseCity(page: Page): Promise<void> {
  await searchCity(page)
  await page.getByRole('option').first().click()
}
