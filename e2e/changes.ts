import {
  authRoutes,
  conditionRoutes,
  deviceRoutes,
  exportRoutes,
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
import type { Page } from 'playwright-core'
import { BOARD_CHANGES } from './board-changes.ts'
import { CHANNEL_CHANGES } from './channel-changes.ts'
import { EPISODE_CHANGES } from './episode-changes.ts'
import { UNEXPECTED, UNREACHABLE } from './opening-calls.ts'
import { SERIES_CHANGES } from './series-changes.ts'
import { PASSWORD } from '../testing/growers.ts'

/** A call that a person makes on a screen, in a dialog or by a button. */
export interface Change {
  readonly route: Route
  readonly path: string
  /** The buttons that lead to the dialog, one after the other; none when the call is made on the screen itself. */
  readonly open?: ReadonlyArray<string | RegExp>
  /** What has to be done first, while the server is there. */
  readonly prepare?: (page: Page) => Promise<void>
  /** What is typed or chosen, by label. */
  readonly fill?: Readonly<Record<string, string>>
  readonly choose?: Readonly<Record<string, string>>
  readonly submit: string | ((page: Page) => Promise<void>)
  /** What is said when the server refuses, and when it is away; the sentences for any call when left out. */
  readonly says?: readonly [refused: string, away: string]
  /** What the profile shows as second steps, instead of those of this person. */
  readonly hasSecondFactors?: true
}

const both = (says: string) => [says, says] as const
const password = { Password: PASSWORD }
const profile = { path: '/profile', fill: password }
const addPasskey = {
  path: '/profile',
  open: ['Add a passkey'],
  fill: { Name: 'Phone', ...password },
  submit: 'Continue',
}
const secured = { ...profile, hasSecondFactors: true } as const

/** By the part of the application that they belong to. */
export const CHANGES: Readonly<Record<string, readonly Change[]>> = {
  plants: [
    { route: plantRoutes.water, path: '/plants', submit: 'Water Lemon' },
    { route: plantRoutes.waterAll, path: '/plants', submit: 'Water all plants' },
    {
      route: plantRoutes.undoWatering,
      path: '/plants',
      submit: undoWatering,
    },
    {
      route: plantRoutes.create,
      path: '/plants',
      open: ['Add a plant'],
      fill: { Name: 'Fern', Type: 'Fern' },
      submit: 'Add plant',
    },
    {
      route: plantRoutes.edit,
      path: '/plants',
      open: ['Lemon', 'Edit'],
      fill: { Name: 'Lime' },
      submit: 'Save changes',
    },
    {
      route: plantRoutes.markDead,
      path: '/plants',
      open: ['Lemon', 'Remove plant'],
      submit: 'Remove plant',
      says: both('Could not remove plant'),
    },
    {
      route: plantRoutes.remove,
      path: '/plants',
      prepare: (page) => page.getByRole('switch', { name: 'View dead' }).click(),
      open: ['Moss', 'Delete plant'],
      submit: 'Delete plant',
    },
  ],
  devices: [
    {
      route: deviceRoutes.create,
      path: '/mydevice',
      open: ['Add a device'],
      fill: { Name: 'Shelf' },
      submit: 'Add device',
    },
    {
      route: deviceRoutes.edit,
      path: '/mydevice',
      open: ['Edit Bench'],
      fill: { Name: 'Table' },
      submit: 'Save changes',
    },
    {
      route: deviceRoutes.changePreferences,
      path: '/mydevice',
      open: ['Edit Bench'],
      fill: { 'Report every': '20' },
      submit: 'Save changes',
    },
    {
      route: deviceRoutes.replaceToken,
      path: '/mydevice',
      open: ['Edit Bench', 'Connect'],
      fill: password,
      submit: 'Create a new token',
    },
    {
      route: readingRoutes.remove,
      path: '/mydevice',
      open: ['Edit Bench', 'Delete readings'],
      submit: 'Delete readings',
    },
    {
      route: deviceRoutes.remove,
      path: '/mydevice',
      open: ['Remove Bench'],
      submit: 'Remove device',
      says: [`Failed to remove device: ${UNEXPECTED}`, `Failed to remove device: ${UNREACHABLE}`],
    },
  ],
  boards: BOARD_CHANGES,
  channels: CHANNEL_CHANGES,
  episodes: EPISODE_CHANGES,
  series: SERIES_CHANGES,
  conditions: [
    {
      route: conditionRoutes.createForPlant,
      path: '/myalertcondition',
      open: ['Add Plant Condition'],
      choose: { Plant: 'Lemon' },
      submit: 'Add condition',
    },
    {
      route: ruleRoutes.create,
      path: '/myalertcondition?view=devices',
      open: ['Add Device Condition'],
      choose: { Device: 'Window' },
      fill: { 'Threshold, °C': '30' },
      submit: 'Add condition',
    },
    {
      route: seriesRoutes.add,
      path: '/myalertcondition?view=devices',
      open: ['Add Device Condition'],
      choose: { Device: 'Window', Sensor: 'Humidity' },
      fill: { 'Threshold, %': '30' },
      submit: 'Add condition',
    },
    {
      route: ruleRoutes.edit,
      path: '/myalertcondition?view=devices',
      submit: (page) => page.getByRole('switch').first().click(),
    },
  ],
  settings: [
    {
      route: settingRoutes.set,
      path: '/profile',
      submit: toggleCelsius,
      says: ['Something went wrong', 'Not saved. The server can’t be reached.'],
    },
    { route: exportRoutes.confirmedAccount, path: '/profile', submit: 'Account, plants and alerts (JSON)' },
    { route: exportRoutes.createTicket, path: '/profile', submit: 'All readings (CSV)' },
    { route: exportRoutes.prepareValues, path: '/history', submit: 'All values (CSV)' },
  ],
  account: [
    {
      route: userRoutes.changeEmail,
      path: '/profile',
      open: ['Change e-mail'],
      fill: { 'Current email': 'asta@example.org', 'New email': 'new@example.org', ...password },
      submit: 'Change e-mail',
    },
    {
      route: userRoutes.changePassword,
      path: '/profile',
      open: ['Change password'],
      fill: { 'Old password': PASSWORD, 'New password': 'Sprout-43!', 'Confirm password': 'Sprout-43!' },
      submit: 'Change password',
    },
    { route: userRoutes.remove, ...profile, open: ['Delete my account'], submit: 'Delete my account' },
    { route: authRoutes.endSession, ...profile, open: [/^Sign out, /], submit: 'Sign out' },
    {
      route: authRoutes.endOtherSessions,
      ...profile,
      open: ['Sign out everywhere else'],
      submit: 'Sign out everywhere else',
    },
  ],
  'second factors': [
    { route: secondFactorRoutes.beginTotp, ...profile, open: ['Add an authenticator app'], submit: 'Continue' },
    {
      route: secondFactorRoutes.confirmTotp,
      path: '/profile',
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
    {
      route: secondFactorRoutes.removeTotp,
      ...secured,
      open: ['Remove authenticator app'],
      submit: 'Remove authenticator app',
    },
    { route: secondFactorRoutes.renewRecoveryCodes, ...secured, open: ['Make new ones'], submit: 'Make new codes' },
  ],
  weather: [
    { route: weatherRoutes.search, path: '/weather', submit: searchCity, says: both('Weather error') },
    { route: weatherRoutes.setPlace, path: '/weather', submit: chooseCity, says: both('Weather error') },
  ],
}

async function toggleCelsius(page: Page): Promise<void> {
  await page.getByRole('switch', { name: 'Celsius' }).click()
}

async function undoWatering(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Water Lemon' }).click()
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
