import { DUPLICATE_RULE, PROBLEM_PREFIX, ruleRoutes } from '@greenhouse/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aRule } from '../../../shared/rule/rule.fixture.ts'
import {
  DEVICE,
  HISTORY,
  HOUR,
  line,
  NOW,
  open,
  press,
  preview,
  RULE,
  SERIES,
  stubSizes,
  type,
  words,
} from './rule-screen.fixture.tsx'

beforeEach(stubSizes)
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('counts the firings of a rule on the last days without asking the server', async () => {
  const { asked } = open(`/rules/${RULE.ruleId}`)
  expect(await words()).toBe('28\u00a0°C')
  await waitFor(() => expect(screen.queryAllByText('would have fired 2 times, 6 h')).toHaveLength(2))
  expect(screen.getByText(/Longest 3\sh. 4 messages would have been sent./)).toBeDefined()
  const firings = within(screen.getByRole('table', { name: 'When it would have fired' })).getAllByRole('row')
  expect(firings.map(({ textContent }) => textContent)).toEqual([
    'Would have firedLastedHighest',
    expect.stringMatching(/3\u00a0h31,0\u00a0°C$/),
    expect.stringMatching(/3\u00a0h31,0\u00a0°C$/),
  ])
  fireEvent.keyDown(await line(), { key: 'PageUp' })
  expect(await words()).toBe('33\u00a0°C')
  expect(screen.getAllByText('would never have fired').length).toBeGreaterThan(0)
  expect(asked).toEqual([])
})

test('the level that ends an alert follows the line at its distance', async () => {
  const { sent } = open(`/rules/${RULE.ruleId}`)
  await line()
  press('Ends at: 27,5\u00a0°C')
  fireEvent.change(screen.getByRole('textbox', { name: 'Over at, °C' }), { target: { value: '25' } })
  press('Done')
  fireEvent.keyDown(await line(), { key: 'ArrowUp' })
  expect(await words()).toBe('28,5\u00a0°C')
  expect(screen.queryByRole('button', { name: 'Ends at: 25,5\u00a0°C' })).not.toBeNull()
  press(/^29,5\s°C/)
  expect(await words()).toBe('29,5\u00a0°C')
  press('Save changes')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject(['PATCH', expect.anything(), { limit: 29.5, clearAt: 26.5 }])
})

test('a line stays within the range of its quantity, and says why a typed number does not', async () => {
  open('/rules/new')
  await type('131')
  press('Save rule')
  await waitFor(() => expect(screen.queryByText('Value must be ≤ 130 °C')).not.toBeNull())
  await type('130')
  fireEvent.keyDown(await line(), { key: 'PageUp' })
  expect(await words()).toBe('130\u00a0°C')
})

test('the result names the number of days with readings', async () => {
  const time = Array.from({ length: 72 }, (_, index) => NOW - (71 - index) * HOUR)
  open(`/rules/${RULE.ruleId}`, {
    history: { ...HISTORY, time, mean: time.map((_, index) => (index === 9 ? 31 : 20)) },
  })
  expect((await screen.findAllByText('would have fired once in 3 days, 1 h')).length).toBeGreaterThan(0)
  expect(screen.getByText('3 of 30 days')).toBeDefined()
})

test('the server counts when there are too many readings for the browser', async () => {
  const { asked } = open(`/rules/${RULE.ruleId}`, { history: { ...HISTORY, resolution: 1296 } })
  await screen.findAllByText(/^would have fired about 2 times/)
  await waitFor(() => expect(asked).toEqual([28]))
  expect((await screen.findAllByText('would never have fired')).length).toBeGreaterThan(0)
})

test('the server counts when there are too many silences for the browser', async () => {
  const { asked } = open('/rules/new?kind=silent', { tried: preview({ count: 1001 }) })
  await waitFor(() => expect(asked).toEqual([60, undefined]))
  expect((await screen.findAllByText(/^would have fired 1001 times/)).length).toBeGreaterThan(0)
})

test('a new rule opens with the first limit, and names an equal rule under the number', async () => {
  const { sent } = open('/rules/new', {
    onSave: () =>
      Response.json({ type: `${PROBLEM_PREFIX}rule.duplicate`, title: DUPLICATE_RULE, status: 409 }, { status: 409 }),
  })
  expect(await words()).toBe('20\u00a0°C')
  press('outside')
  await type('5', 'Lower limit')
  await type('30', 'Upper limit')
  press('Active: always')
  fireEvent.click(screen.getByRole('radio', { name: 'By night' }))
  press('Done')
  press('Severity: warning')
  fireEvent.click(screen.getByRole('radio', { name: /^Critical/ }))
  press('Save rule')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(DUPLICATE_RULE))
  expect(sent).toEqual([
    [
      'POST',
      ruleRoutes.create.path,
      {
        seriesId: SERIES.seriesId,
        kind: 'outside',
        limit: 5,
        upperLimit: 30,
        clearAt: 29.5,
        holdSeconds: 600,
        name: 'Unusual temperature, Tomato house',
        when: 'night',
        severity: 'critical',
        repeatMinutes: 120,
        tellWhenOver: true,
        channelIds: [],
        mutedUntil: null,
        isOn: true,
      },
    ],
  ])
})

test('a rule is turned off and saved, and the list is shown', async () => {
  const { sent, history } = open(`/rules/${RULE.ruleId}`)
  fireEvent.click(await screen.findByRole('switch', { name: 'On' }))
  press('Save changes')
  await waitFor(() => expect(history.at(-1)).toMatch(/^\/myalertcondition/))
  expect(sent).toEqual([
    [
      'PATCH',
      `${ruleRoutes.list.path}/${RULE.ruleId}`,
      { seriesId: SERIES.seriesId, kind: 'above', isOn: false, limit: 28, clearAt: 27.5 },
    ],
  ])
})

test('a save leaves the options that the page did not change, since another browser may have changed them', async () => {
  const { sent } = open(`/rules/${RULE.ruleId}`)
  await line()
  press('Severity: warning')
  fireEvent.click(screen.getByRole('radio', { name: /^Critical/ }))
  press('Save changes')
  await waitFor(() => expect(sent).toHaveLength(1))
  const [, , body] = sent[0] as [string, string, object]
  expect(body).toEqual({ seriesId: SERIES.seriesId, kind: 'above', limit: 28, clearAt: 27.5, severity: 'critical' })
})

test('a rule is deleted after a question', async () => {
  const { sent, history } = open(`/rules/${RULE.ruleId}`)
  await line()
  press('Delete rule')
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText('Are you sure you want to delete this alert condition?')).toBeDefined()
  fireEvent.click(dialog.getByRole('button', { name: 'Delete rule' }))
  await waitFor(() => expect(history.at(-1)).toMatch(/^\/myalertcondition/))
  expect(sent).toEqual([['DELETE', `${ruleRoutes.list.path}/${RULE.ruleId}`, undefined]])
})

test('a missing rule is reported as such', async () => {
  open('/rules/0190a1b2-0000-4000-8000-00000000ffff')
  expect(await screen.findByRole('heading', { name: 'There is no such rule' })).toBeDefined()
})

test('a rule on silence starts with the default of its device, and keeps following it', async () => {
  const { sent } = open('/rules/new?kind=silent')
  expect(await words()).toBe('15\u00a0min')
  expect(screen.getByRole('form', { name: 'Rule' }).textContent).toMatch(
    /When Tomato house is silent for 15\u00a0min, it is /,
  )
  press('Save rule')
  await waitFor(() => expect(sent).toHaveLength(1))
  const [, , body] = sent[0] as [string, string, object]
  expect(body).toMatchObject({ deviceId: DEVICE.deviceId, kind: 'silent' })
  expect(body).not.toHaveProperty('limit')
})

test('the rule on any device applies to all devices but its exceptions', async () => {
  const more = { kind: 'silent', seriesId: null, deviceId: null, limit: 900, clearAt: null } as const
  const rule = aRule({ ...more, severity: 'critical', exceptDeviceIds: ['0190a1b2-0000-4000-8000-0000000000f1'] })
  const { sent, asked } = open(`/rules/${rule.ruleId}`, { rule })
  await screen.findByRole('heading', { name: 'Any device silent for 10 of its intervals' })
  expect(screen.queryByRole('button', { name: 'Delete rule' })).toBeNull()
  const watched = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Tomato house' })
  expect(watched.checked).toBe(true)
  fireEvent.click(watched)
  press('Save changes')
  await waitFor(() => expect(sent).toHaveLength(1))
  const [method, , body] = sent[0] as [string, string, object]
  expect([method, body]).toMatchObject([
    'PATCH',
    {
      kind: 'silent',
      deviceId: null,
      exceptDeviceIds: [...rule.exceptDeviceIds, DEVICE.deviceId],
    },
  ])
  expect(body).not.toHaveProperty('limit')
  expect(asked).toEqual([])
})

test('a part of the sentence that is wrong says why, and has the focus', async () => {
  const { sent } = open('/rules/new')
  await line()
  press('Hold: 10\u00a0min')
  fireEvent.change(screen.getByRole('textbox', { name: 'For at least, min' }), { target: { value: 'soon' } })
  press('Done')
  press('Save rule')
  await waitFor(() => expect(screen.queryAllByRole('alert').map(({ textContent }) => textContent)).toHaveLength(1))
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Hold: some minutes')
  expect(document.activeElement?.getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id)
  expect(sent).toEqual([])
})

test('a number that is refused has the focus at its line', async () => {
  open('/rules/new')
  await type('131')
  screen.getByRole('button', { name: 'Save rule' }).focus()
  press('Save rule')
  await waitFor(() => expect(screen.queryByText('Value must be ≤ 130 °C')).not.toBeNull())
  expect(document.activeElement).toBe(await line())
})

test('a rule is set by its number while the last days can’t be loaded', async () => {
  const { sent } = open('/rules/new', { history: null })
  await waitFor(() => expect(screen.queryByText('The last 30 days could not be loaded')).not.toBeNull())
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeNull()
  fireEvent.change(screen.getByRole('textbox', { name: 'At or above' }), { target: { value: '28' } })
  press('Save rule')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject(['POST', ruleRoutes.create.path, { kind: 'above', limit: 28 }])
})
