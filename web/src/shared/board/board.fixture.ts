import type { Board } from '@greenhouse/contract'

/** A board that sends a temperature every 30 seconds. */
export function aBoard(more: Partial<Board> = {}): Board {
  return {
    boardId: '0b0f2a54-6a5e-4c27-9d8e-3a3a1f0c7e0b',
    family: 'tasmota',
    externalId: 'tasmota_8F2A11',
    name: null,
    model: null,
    firmware: null,
    source: { kind: 'hub', id: '0b0f2a54-6a5e-4c27-9d8e-3a3a1f0c7e03', name: 'Shed' },
    firstSeen: '2026-06-16T12:02:00.000Z',
    lastSeen: '2026-06-16T12:19:56.000Z',
    everySeconds: 30,
    measures: [{ metric: 'temperature', channel: '', value: 24.6, unit: '°C' }],
    waiting: 36,
    notes: [],
    deviceId: null,
    ignored: false,
    ...more,
  }
}
