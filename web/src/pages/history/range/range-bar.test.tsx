import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { readView } from '../view/history-view.ts'
import { RangeBar } from './range-bar.tsx'

const EVENING = new Date(2026, 10, 22, 18).getTime()

afterEach(cleanup)

test.each([
  ['range=1y', /^From 2[123]\/11\/2025 – 22\/11\/2026, change$/],
  ['range=30d', /^From 23\/10 – 22\/11\/2026, change$/],
  ['from=2026-11-01&to=2026-11-22', /^From 01\/11 – 22\/11\/2026, change$/],
  ['range=7d&end=' + new Date(2026, 10, 10, 12).getTime(), /^From 03\/11 – 10\/11\/2026, change$/],
])('the dates of %s end today at the latest', (address, dates) => {
  const view = readView(new URLSearchParams(address), EVENING)
  render(<RangeBar view={view} now={EVENING} show={() => {}} isOpen={false} onOpen={() => {}} />)
  expect(screen.getByRole('button', { name: dates })).toBeDefined()
})
