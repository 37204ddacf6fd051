import {
  calendarFeedRoutes,
  careRoutes,
  householdRoutes,
  invitationRoutes,
  placeRoutes,
  speciesRoutes,
  taskRoutes,
} from '@greenhouse/contract'
import type { Page } from 'playwright-core'
import { PASSWORD } from '../testing/growers.ts'
import { on, show, type Change } from './change.ts'

const MONTH_MS = 30 * 86_400_000

/** On the pages of a household with a carer Kim, its places and its tasks. */
export const CHANGES_OF_HOUSEHOLDS: Readonly<Record<string, readonly Change[]>> = {
  household: on('/household', [
    { route: householdRoutes.create, open: ['New household'], fill: { Name: 'Allotment' }, submit: 'Add household' },
    { route: householdRoutes.edit, open: ['Edit'], fill: { Name: 'Allotment' }, submit: 'Save' },
    {
      route: householdRoutes.remove,
      open: ['Delete household'],
      fill: { Password: PASSWORD },
      submit: 'Delete household',
    },
    { route: householdRoutes.handOver, open: ['Hand over'], submit: 'Hand over' },
    { route: householdRoutes.editMember, submit: switchMessages },
    {
      route: householdRoutes.removeMember,
      prepare: (page) => chooseFor(page, 'Kim', 'Remove Kim'),
      isInPlace: true,
      submit: 'Remove',
    },
    { route: invitationRoutes.create, isInPlace: true, submit: 'Make a link' },
    { route: invitationRoutes.withdraw, submit: 'Withdraw' },
    { route: calendarFeedRoutes.create, isInPlace: true, submit: 'Make a calendar link' },
    { route: calendarFeedRoutes.remove, submit: deleteLink },
  ]),
  tasks: on('/tasks', [
    { route: taskRoutes.create, open: ['Add a task'], submit: 'Save task' },
    { route: careRoutes.done, isKept: true, submit: 'Done: water Lemon' },
    { route: careRoutes.skip, isKept: true, submit: skipLemon },
    { route: taskRoutes.snooze, isKept: true, submit: snoozeLemon },
    { route: careRoutes.remove, isKept: true, prepare: haveSkipped, submit: 'Undo: water Lemon' },
  ]),
  species: on('/species', [
    {
      route: speciesRoutes.create,
      open: ['Add a species'],
      fill: { 'Botanical name': 'Mentha spicata' },
      submit: 'Add species',
    },
    { route: speciesRoutes.edit, prepare: showOwnSpecies, open: ['Edit Ocimum basilicum'], submit: 'Save changes' },
    { route: speciesRoutes.remove, prepare: showOwnSpecies, open: ['Delete Ocimum basilicum'], submit: 'Delete' },
  ]),
  places: on('/places', [
    {
      route: placeRoutes.create,
      prepare: (page) => page.getByRole('button', { name: 'Add place' }).first().click(),
      fill: { Name: 'South end' },
      isInPlace: true,
      submit: (page) => page.getByRole('region', { name: 'Place' }).getByRole('button', { name: 'Add place' }).click(),
    },
    {
      route: placeRoutes.edit,
      prepare: (page) => chooseFor(page, 'North end', 'Edit'),
      isInPlace: true,
      submit: 'Save place',
    },
    {
      route: placeRoutes.remove,
      prepare: (page) => chooseFor(page, 'North end', 'Delete'),
      isInPlace: true,
      submit: 'Delete',
    },
    {
      route: placeRoutes.movePlant,
      prepare: (page) => chooseFor(page, 'Lemon', 'Move to…'),
      open: [],
      submit: 'No place',
    },
    {
      route: placeRoutes.moveDevice,
      prepare: (page) => chooseFor(page, 'Bench', 'Move to…'),
      open: [],
      submit: 'No place',
    },
  ]),
}

async function showOwnSpecies(page: Page): Promise<void> {
  await show(speciesRoutes.list)(page)
  await page.getByRole('region', { name: 'Your own' }).getByText('Basil', { exact: true }).click()
}

/** Chooses from the menu of a person, a place or a thing in one. */
async function chooseFor(page: Page, name: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

async function deleteLink(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Delete the link of / }).click()
}

async function switchMessages(page: Page): Promise<void> {
  await page.getByRole('switch', { name: 'Tell me about alerts of this household' }).click()
}

async function skipLemon(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More for water Lemon: snooze, skip' }).click()
  await page.getByRole('button', { name: /^Skip/ }).click()
}

async function snoozeLemon(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More for water Lemon: snooze, skip' }).click()
  await page.getByRole('button', { name: 'Pick a date' }).click()
  const [year, month, day] = new Date(Date.now() + MONTH_MS).toISOString().slice(0, 10).split('-')
  await page.getByLabel('Date', { exact: true }).fill(`${day}/${month}/${year}`)
  await page.getByRole('button', { name: 'Snooze', exact: true }).click()
}

/** An act of its own, unlike a watering so soon after that of another change. */
async function haveSkipped(page: Page): Promise<void> {
  await skipLemon(page)
  await page.getByText('skipped, next on').waitFor()
}
