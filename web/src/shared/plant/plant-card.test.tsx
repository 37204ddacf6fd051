import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { writeToken } from '../../lib/token.ts'
import { aCare } from '../care/care.fixture.ts'
import { tellCare } from '../care/heard-care.ts'
import { aPlant } from './plant.fixture.ts'
import { PlantCard } from './plant-card.tsx'

const MINUTE_MS = 60_000
const ASTA = aCare().by

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  act(() => void vi.runAllTimers())
  vi.useRealTimers()
  writeToken(null)
})

function show() {
  render(<PlantCard plant={aPlant()} now={Date.now()} onOpen={() => {}} onWater={undefined} />)
}

const card = () => screen.getByRole('article').textContent
const hear = (care: Array<ReturnType<typeof aCare>>, removed: string[] = []) =>
  act(() => tellCare({ eventType: 'care', householdId: aPlant().plantId, care, removed, tasks: [], watered: [] }))

test('a card says for a minute who watered its plant elsewhere', () => {
  show()
  expect(card()).toContain('Tomato, every 2 days')
  hear([aCare({ by: { ...ASTA, name: 'Kim' } })])
  expect(card()).toContain('Watered by Kim')
  expect(card()).not.toContain('every 2 days')
  act(() => void vi.advanceTimersByTime(MINUTE_MS))
  expect(card()).toContain('Tomato, every 2 days')
})

test('a card says “just now” of one’s own watering and names a probe, but no other work and no other plant', () => {
  writeToken(`header.${btoa(JSON.stringify({ Id: ASTA.userId }))}.signature`)
  show()
  hear([aCare({ kind: 'feed' }), aCare({ plantId: ASTA.userId })])
  expect(card()).toContain('Tomato, every 2 days')
  hear([aCare()])
  expect(card()).toContain('Watered just now')
  hear([aCare({ careId: ASTA.userId ?? '', source: 'probe', by: { userId: null, name: 'Probe' } })])
  expect(card()).toContain('Watered, seen by a probe')
})

test('a card says nothing of a watering that was undone', () => {
  show()
  hear([aCare()])
  hear([], [aCare().careId])
  expect(card()).toContain('Tomato, every 2 days')
})
