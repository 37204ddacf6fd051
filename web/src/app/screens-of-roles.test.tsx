import {
  alertRoutes,
  boardRoutes,
  careRoutes,
  conditionRoutes,
  deviceRoutes,
  episodeRoutes,
  householdRoles,
  plantRoutes,
  ruleRoutes,
  seriesRoutes,
  serverRoutes,
  settingRoutes,
  userRoutes,
  weatherRoutes,
  defaultSettings,
  type Device,
  type HouseholdRole,
  type Plant,
} from '@greenhouse/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Route, Switch } from 'wouter'
import { aBoard } from '../shared/board/board.fixture.ts'
import { anEpisode } from '../shared/episode/episode.fixture.ts'
import { clientAs } from '../shared/household/household.fixture.ts'
import { aRule } from '../shared/rule/rule.fixture.ts'
import { aSeries } from '../shared/series/series.fixture.ts'
import { aTask, aToday } from '../shared/task/task.fixture.ts'
import { writeToken } from '../lib/token.ts'
import { memberScreenAt, memberScreens } from './routes.tsx'

const AT = '2026-06-16T12:00:00.000Z'
const DEVICE: Device = {
  deviceId: aSeries().deviceId,
  userId: '0190a1b2-0000-4000-8000-0000000000a1',
  connected: false,
  deviceName: 'Tomato house',
  deviceDescription: '',
  waitTime: '60',
  createdAt: AT,
  lastSeenAt: null,
  refused: { count: 0, reason: null, at: null },
}
const BASIL: Plant = {
  plantId: '0190a1b2-0000-4000-8000-0000000000d1',
  plantName: 'Basil',
  plantType: 'Herb',
  species: '',
  plantNotes: '',
  planted: null,
  lastWatered: null,
  waterEvery: 7,
  isDead: false,
  createdAt: AT,
}
const DUE = anEpisode({
  episodeId: '0190a1b2-0000-4000-8000-0000000000e2',
  kind: 'due',
  plantId: BASIL.plantId,
  name: 'Basil',
  text: 'Basil needs water.',
  ruleId: null,
  deviceId: null,
  seriesId: null,
  metric: null,
  label: null,
})
const CONDITION = { conditionAlertPlantId: BASIL.plantId, plantId: BASIL.plantId, waterNotify: true }

const REPLIES: Readonly<Record<string, unknown>> = {
  [alertRoutes.years.path]: [],
  [boardRoutes.list.path]: [aBoard()],
  [conditionRoutes.plants.path]: [CONDITION],
  [careRoutes.today.path]: aToday({ tasks: [aTask({ plantId: BASIL.plantId, kind: 'feed', dueDate: '2026-06-13' })] }),
  [deviceRoutes.list.path]: [DEVICE],
  [plantRoutes.list.path]: [BASIL],
  [ruleRoutes.list.path]: [aRule({ firedCount: 1, firedSeconds: 60 })],
  [seriesRoutes.newest.path]: [aSeries({ newest: { value: 21, time: AT } })],
  [settingRoutes.get.path]: defaultSettings,
}
const FAILING = [userRoutes.get.path, weatherRoutes.forecast.path, serverRoutes.info.path]

beforeEach(() => {
  writeToken('x'.repeat(40))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    if (pathname === episodeRoutes.list.path) {
      return Response.json(searchParams.get('state') === 'open' ? [anEpisode(), DUE] : [])
    }
    if (FAILING.some((path) => pathname.startsWith(path))) return new Response('', { status: 500 })
    return Response.json(REPLIES[pathname] ?? [])
  })
})
afterEach(() => {
  cleanup()
  writeToken(null)
  vi.unstubAllGlobals()
})

async function show(path: string, role: HouseholdRole, ready: string): Promise<void> {
  window.history.replaceState(null, '', path)
  await memberScreenAt(window.location.pathname).load()
  await act(async () => {
    render(
      <QueryClientProvider client={clientAs(role)}>
        <Switch>
          {Object.entries(memberScreens).map(([pattern, component]) => (
            <Route key={pattern} path={pattern} component={component} />
          ))}
        </Switch>
      </QueryClientProvider>,
    )
  })
  await waitFor(() => expect(document.body.textContent).toContain(ready), { timeout: 3000 })
}

const plain = (text: string | null) => (text ?? '').trim().replaceAll('\u00a0', ' ')
const NOTE = 'You can look at this household, not change it. Ask Asta.'
/** Names of controls that change something, by the least role that has them. */
type Controls = Readonly<Partial<Record<HouseholdRole, readonly string[]>>>

const SCREENS: ReadonlyArray<readonly [path: string, ready: string, controls: Controls]> = [
  [
    '/',
    'Herb, every 7 days',
    {
      carer: ['Water Basil', 'Acknowledge', 'Done: feed Basil, 3 days overdue', 'More for feed Basil: snooze, skip'],
      gardener: ['Edit label', 'Calibrate', 'Hide'],
    },
  ],
  ['/tasks', 'Basil', { carer: ['Done: feed Basil, 3 days overdue', 'More for feed Basil: snooze, skip'] }],
  ['/plants', 'Basil', { carer: ['Water Basil', 'Water all plants'], gardener: ['Add a plant'] }],
  [
    `/plants/${BASIL.plantId}`,
    'Nothing logged yet.',
    {
      carer: ['Water', 'Add note or photo', 'Add a note'],
      gardener: ['Edit', 'Add to the plan', 'Remove plant', 'Change last watered'],
    },
  ],
  ['/history', 'Tomato house', {}],
  [
    '/alerts',
    'once, 1',
    {
      carer: ['Water Basil', 'Acknowledge', 'Mute 2 h'],
      gardener: ['New rule', 'Temperature at or above 28 °C, Tomato house'],
    },
  ],
  ['/myalertcondition', 'Basil', { gardener: ['Add Plant Condition', 'Delete the condition of Basil'] }],
  [
    '/mydevice',
    'Tomato house',
    {
      gardener: ['Edit Tomato house', 'Change the interval of Tomato house'],
      owner: ['Remove Tomato house', 'Add a device', 'Claim tasmota_8F2A11', 'Make a token', 'Connect a broker'],
    },
  ],
  [
    `/mydevice/${DEVICE.deviceId}`,
    'Connection',
    {
      gardener: ['Edit', 'Change preferences', 'Change Temperature', 'Save calibration', 'Name, description, interval'],
      owner: ['Connect a board', 'Renew token', 'Delete readings', 'Remove device', 'Delete values', 'Remove series'],
    },
  ],
  [`/rules/${aRule().ruleId}`, 'The rule', { gardener: ['Save changes', 'Cancel', 'Delete rule'] }],
]

test.each(
  SCREENS.flatMap(([path, ready, controls]) => householdRoles.map((role) => [path, role, ready, controls] as const)),
)('the screen %s shows the controls that a %s may use', async (path, role, ready, controls) => {
  await show(path, role, ready)
  const shown = new Set(
    ['button', 'link', 'switch', 'menuitem'].flatMap((kind) =>
      screen
        .queryAllByRole(kind, { hidden: true })
        .map((one) => plain(one.getAttribute('aria-label') ?? one.textContent)),
    ),
  )
  for (const [least, names] of Object.entries(controls) as Array<[HouseholdRole, string[]]>) {
    const may = householdRoles.indexOf(role) >= householdRoles.indexOf(least)
    expect(names.map((name) => [name, shown.has(name)])).toEqual(names.map((name) => [name, may]))
  }
  expect(document.body.textContent.split(NOTE)).toHaveLength(role === 'viewer' ? 2 : 1)
})

test.each<[HouseholdRole, boolean]>([
  ['viewer', true],
  ['carer', true],
  ['gardener', false],
])('the fields of a rule are closed for a %s: %s', async (role, isClosed) => {
  await show(`/rules/${aRule().ruleId}`, role, 'The rule')
  const fields = [screen.getByRole('switch', { name: 'On' }), screen.getByRole('combobox', { name: 'Quantity' })]
  expect(fields.map((field) => field.closest('fieldset[disabled]') !== null)).toEqual([isClosed, isClosed])
})

test('a carer who opens the page of a new rule sees the rules', async () => {
  await show('/rules/new', 'carer', 'Alert conditions')
  expect(window.location.pathname + window.location.search).toBe('/myalertcondition?view=devices')
})

test.each<[HouseholdRole, string[]]>([
  ['viewer', ['Close']],
  ['carer', ['Close', 'Water']],
  ['gardener', ['Close', 'Change last watered', 'Remove plant', 'Edit', 'Water']],
])('the dialog of a plant has these buttons for a %s: %j', async (role, names) => {
  await show('/plants', role, 'Basil')
  await act(async () => screen.getByRole('button', { name: 'Basil' }).click())
  const dialog = screen.getByRole('dialog', { name: 'Basil' })
  const buttons = within(dialog).getAllByRole('button')
  expect(buttons.map((one) => one.getAttribute('aria-label') ?? one.textContent)).toEqual(names)
})
