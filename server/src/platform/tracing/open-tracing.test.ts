import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { openLog } from '../log.ts'
import { idsOfPosition } from './otel-provider.ts'
import { openTracing } from './open-tracing.ts'
import { NO_TRACING } from './tracing.ts'

const log = openLog('silent')
const options = { log, nodeId: 'one', roles: ['web'], version: '0.1.0', salt: Uint8Array.of(1) }

test.each([
  {},
  { OTEL_EXPORTER_OTLP_ENDPOINT: ' ' },
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://x', OTEL_SDK_DISABLED: 'true' },
])('traces nothing, and returns all functions unchanged, with %o', async (environment) => {
  const tracing = await openTracing({ ...options, environment })
  expect(tracing).toBe(NO_TRACING)
  const append = () => Promise.reject(new Error('no'))
  expect(tracing.appended(append)).toBe(append)
  expect(tracing.received('x', append)).toBe(append)
  expect(tracing.followed('x', append)).toBe(append)
})

test('gives a position the same ids in all processes of an installation, and others in another', () => {
  const ids = idsOfPosition(Uint8Array.of(1), 3, 7)
  expect(ids).toEqual(idsOfPosition(Uint8Array.of(1), 3, 7))
  expect([ids.traceId, ids.spanId]).toEqual([
    expect.stringMatching(/^[0-9a-f]{32}$/),
    expect.stringMatching(/^[0-9a-f]{16}$/),
  ])
  for (const other of [
    idsOfPosition(Uint8Array.of(2), 3, 7),
    idsOfPosition(Uint8Array.of(1), 37, 7),
    idsOfPosition(Uint8Array.of(1), 3, 8),
  ])
    expect(other.traceId).not.toBe(ids.traceId)
})

test('does not take the variables of the standard for misspelled settings', () => {
  const names = [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OTEL_SERVICE_NAME',
    'OTEL_TRACES_SAMPLER_ARG',
    'OTEL_RESOURCE_ATTRIBUTES',
  ]
  expect(() => readConfig(Object.fromEntries(names.map((name) => [name, 'x'])))).not.toThrow()
})
