import { adviceRoutes, careRoutes } from '@greenhouse/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { toast } from 'react-hot-toast/headless'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aSharedHousehold } from '../../shared/household/household.fixture.ts'
import { queryKeys } from '../../shared/query-keys.ts'
import { answering, clientWith } from '../../shared/task/task.fixture.ts'
import { anAdvice } from '../../shared/place/advice.fixture.ts'
import { adviceTitle } from '../../shared/weather/advice-words.ts'
import { Toaster } from '../../ui/toaster.tsx'
import { AdviceRow } from './advice-row.tsx'

const FROST = anAdvice()
const RAIN = anAdvice({ kind: 'rain', value: 7.2, placeName: 'Bed' })
const CARE_ID = '0190a1b2-0000-4000-8000-000000000701'
let calls: Array<{ path: string; body: unknown }>

beforeEach(() => void (calls = []))
afterEach(() => {
  toast.remove()
  vi.unstubAllGlobals()
})

function show(advice = FROST, { role = 'carer', fails = false }: { role?: 'viewer' | 'carer'; fails?: boolean } = {}) {
  const answers: Parameters<typeof answering>[0] = {
    ...(fails && { '/advice/': () => new Response(null, { status: 500 }) }),
    '/covered': () => ({ ...FROST, answeredAt: '2026-06-16T14:00:00.000Z' }),
    '/rain': () => ({ advice: { ...RAIN, answeredAt: '2026-06-16T14:00:00.000Z' }, careId: CARE_ID }),
    [`${careRoutes.list.path}/${CARE_ID}`]: () => undefined,
  }
  vi.stubGlobal('fetch', answering(answers, calls))
  render(
    <QueryClientProvider client={clientWith([[queryKeys.households, [aSharedHousehold(role)]]])}>
      <AdviceRow advice={advice} celsius />
      <Toaster />
    </QueryClientProvider>,
  )
}

const sent = () => calls.map(({ path }) => path)

test('a row of frost names the plants at risk, says that they are covered and leads to them', async () => {
  show()
  expect(document.body.textContent).toContain('2 plants at risk: Lemon and Basil. Bring in or cover.')
  expect(screen.getByRole('link').getAttribute('href')).toBe(`/plants?place=${FROST.placeId}`)
  fireEvent.click(screen.getByRole('button', { name: 'Covered' }))
  await waitFor(() => expect(sent()).toEqual([`POST ${adviceRoutes.cover.path.replace(':adviceId', FROST.adviceId)}`]))
})

test('a row of rain counts it as a watering after a tap, with an offer to undo all', async () => {
  show(RAIN)
  expect(calls).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Count it' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sent().at(-1)).toBe(`DELETE ${careRoutes.list.path}/${CARE_ID}`))
  expect(calls[0]).toMatchObject({ body: { counts: true } })
})

test.each([
  [FROST, 'Covered'],
  [RAIN, 'Count it'],
])('a row says that its answer was refused, and can be pressed again (%#)', async (advice, name) => {
  show(advice, { fails: true })
  fireEvent.click(screen.getByRole('button', { name }))
  await screen.findByText('An unexpected server error occurred.')
  await waitFor(() => expect(screen.getByRole('button', { name }).getAttribute('aria-busy')).not.toBe('true'))
})

test('a row has no buttons for a viewer', () => {
  show(FROST, { role: 'viewer' })
  expect(screen.queryByRole('button')).toBeNull()
})

test.each([
  [FROST, /^Frost tonight in Cold frame: −1,8 °C about \d\d\.\d\d$/],
  [anAdvice({ kind: 'ground-frost', value: 3.2 }), /^Ground frost possible in Cold frame tonight: 3,2 °C about /],
  [anAdvice({ kind: 'heat', value: 31 }), /^Heat today in Cold frame: 31,0 °C about /],
  [RAIN, /^It has rained 7 mm in Bed: count as watered\?$/],
])('the title of an advice says what is expected or was (%#)', (advice, words) => {
  expect(adviceTitle(advice, true).replaceAll('\u00a0', ' ')).toMatch(words)
})
