import { randomUUID } from 'node:crypto'
import { careRoutes, taskRoutes } from '@greenhouse/contract'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Grower } from '../testing/growers.ts'
import { useApplication } from './application.ts'
import { PHONE } from './browser.ts'
import { addPlant, daysAgo } from './plants.ts'
import { settled } from './settled.ts'

const application = useApplication()
let grower: Grower
let lemon: string

beforeAll(async () => {
  grower = await application.register('Asta')
  lemon = (await addPlant(grower, 'Lemon', { lastWatered: daysAgo(9) })).plantId
  await addPlant(grower, 'Fern', { lastWatered: daysAgo(7) })
  await addPlant(grower, 'Basil', { lastWatered: daysAgo(3) })
  await addPlant(grower, 'Cactus', { waterEvery: null })
  const feeding = { kind: 'feed', repeat: 'after', every: 14, startsOn: daysAgo(16).slice(0, 10) } as const
  await grower.call(taskRoutes.create, { query: {}, body: { ...feeding, plantId: lemon } })
  await grower.call(careRoutes.add, { body: { careId: randomUUID(), kind: 'prune', plantIds: [lemon] } })
})

async function open(path: string): Promise<Page> {
  const { page } = await application.openAs(grower, path, { viewport: PHONE, hasTouch: true })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await settled(page)
  return page
}

/** Returns what a screen reader reads of a part of the page, a line for each element, without addresses and moments. */
async function readingOf(page: Page, region: string): Promise<string[]> {
  const tree = await page.getByRole('region', { name: region, exact: true }).ariaSnapshot()
  return tree
    .split('\n')
    .map((line) => line.trim().replace(/^- '(.*)'$/, '- $1'))
    .filter((line) => !line.startsWith('- /url'))
    .map((line) => line.replaceAll(/\d\d\/\d\d\/\d{4}, \d\d\.\d\d/g, '<moment>').replace(/"?\d\d\.\d\d"?$/, '<time>'))
}

const waterRow = (name: string, facts: string, more = '') => [
  '- listitem:',
  '- paragraph:',
  `- link "Water ${name}":`,
  `- paragraph: ${facts}`,
  `- button "More for water ${name}: snooze, skip"`,
  `- button "Done: water ${name}${more}"`,
]
const feedRow = [
  '- listitem:',
  '- paragraph:',
  '- link "Feed Lemon":',
  '- paragraph: 2 days overdue',
  '- button "More for feed Lemon: snooze, skip"',
  '- button "Done: feed Lemon, 2 days overdue"',
]

test('a screen reader reads what is due on the dashboard, and how much of it', async () => {
  const page = await open('/')
  const reading = await readingOf(page, 'To do')
  expect(reading.slice(0, 5)).toEqual([
    '- region "To do":',
    '- heading "To do" [level=2]',
    '- link "See the week":',
    '- heading "Overdue 2 tasks" [level=3]',
    '- list "Overdue":',
  ])
  expect(reading.join('\n')).toContain(waterRow('Lemon', '2 days overdue', ', 2 days overdue').join('\n'))
  expect(reading.join('\n')).toContain(feedRow.join('\n'))
  expect(reading.join('\n')).toContain(
    ['- heading "Today 0 of 1 done" [level=3]', '- list "Today":', ...waterRow('Fern', 'every 7 days')].join('\n'),
  )
})

test('a screen reader reads the days of the tasks with their counts, and who did what', async () => {
  const page = await open('/tasks')
  const headings = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
  expect(headings.map((words) => words.replace(/^\w+ \d\d\/\d\d(?=\d)/, '<day> '))).toEqual([
    'Overdue2 tasks',
    'Today1 task',
    '<day> 1 task',
    'Done today1 task',
  ])
  expect(await readingOf(page, 'Done today')).toEqual([
    '- region "Done today":',
    '- heading "Done today 1 task" [level=2]',
    '- list "Done today":',
    '- listitem:',
    '- time: <time>',
    '- text: Pruned Lemon by Asta',
  ])
})

test('a screen reader reads each plant with its dates and one act, and how many a section has', async () => {
  const page = await open('/plants')
  const card = (name: string, ...facts: string[]) => [
    '- article:',
    `- heading "${name}" [level=3]:`,
    `- button "${name}"`,
    ...facts.map((words) => `- paragraph: ${words}`),
    `- button "Water ${name}"`,
  ]
  const head = (title: string) => [`- region "${title}":`, `- heading "${title}" [level=2]`, '- text: 1 plant']
  expect(await readingOf(page, 'Overdue')).toEqual([
    ...head('Overdue'),
    ...card('Lemon', 'every 7 days', '2 days overdue'),
  ])
  expect(await readingOf(page, 'No plan')).toEqual([
    ...head('No plan'),
    ...card('Cactus', 'No schedule'),
    '- button "Add a plant"',
  ])
})

test('a screen reader reads which buttons change the plan of a plant, and which do it', async () => {
  const page = await open(`/plants/${lemon}`)
  expect(await readingOf(page, 'Care plan')).toEqual([
    '- region "Care plan":',
    '- heading "Care plan" [level=2]',
    '- button "Add to the plan"',
    '- list:',
    '- listitem:',
    '- paragraph:',
    '- button "Feed, change the plan": Feed',
    '- paragraph: every 14 days',
    '- paragraph: 2 days overdue',
    '- button "Done: Feed"',
    '- listitem:',
    '- paragraph:',
    '- button "Water, change the plan": Water',
    '- paragraph: every 7 days',
    '- paragraph: 2 days overdue',
    '- button "Done: Water"',
  ])
  const log = await readingOf(page, 'Care log')
  expect(log.filter((line) => /button|paragraph: \w/.test(line))).toEqual([
    '- paragraph: Pruned',
    '- button "More for Pruned, <moment>"',
    '- paragraph: Watered',
    '- button "More for Watered, <moment>"',
  ])
})

test('a done row says what happened to it, and when it is due again', async () => {
  const page = await open('/tasks')
  await page.getByRole('button', { name: /^Done: feed Lemon/ }).click()
  const row = page.getByRole('region', { name: 'Overdue' }).getByRole('status')
  await row.getByText('next on').waitFor()
  expect((await row.ariaSnapshot()).replace(/\d\d\/\d\d(?:\/\d{4})?/, '<date>')).toMatch(
    /^- status: Fed Lemon just now, next on <date>, 8 s$/,
  )
  await page.getByRole('button', { name: 'Undo: fed Lemon' }).click()
  await page.getByRole('button', { name: /^Done: feed Lemon/ }).waitFor()
})
