import type { Advice, AdviceNow } from '@greenhouse/contract'

/** By default frost tonight in the cold frame, with two plants at risk. */
export function anAdvice(more: Partial<Advice> = {}): Advice {
  return {
    adviceId: '0190a1b2-0000-4000-8000-000000000901',
    placeId: '0190a1b2-0000-4000-8000-000000000002',
    placeName: 'Cold frame',
    kind: 'frost',
    nightOf: '2026-06-16',
    value: -1.8,
    at: '2026-06-17T03:00:00.000Z',
    severity: 'warning',
    plants: [
      { plantId: '0190a1b2-0000-4000-8000-000000000301', name: 'Lemon' },
      { plantId: '0190a1b2-0000-4000-8000-000000000302', name: 'Basil' },
    ],
    endsAt: '2026-06-17T04:00:00.000Z',
    answeredAt: null,
    ...more,
  }
}

export function adviceNow(more: Partial<AdviceNow> = {}): AdviceNow {
  return { advice: [], rain: [], forecastAt: '2026-06-16T12:00:00.000Z', isStale: false, ...more }
}
