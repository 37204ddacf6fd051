import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient, readingRoutes } from '@greenhouse/contract'
import { expect, onTestFinished, test } from 'vitest'
import { emptyFolder } from './data-folder.ts'
import { addDevice, register } from '../../testing/growers.ts'
import { spawnServer } from '../../testing/server-process.ts'

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly links?: ReadonlyArray<{ readonly traceId: string; readonly spanId: string }>
  readonly attributes: ReadonlyArray<{ readonly key: string; readonly value: { readonly intValue?: number } }>
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
}

interface Export {
  readonly resourceSpans: ReadonlyArray<{
    readonly resource: {
      readonly attributes: ReadonlyArray<{ readonly key: string; readonly value: { stringValue?: string } }>
    }
    readonly scopeSpans: ReadonlyArray<{ readonly spans: readonly Span[] }>
  }>
}

/** Takes traces as a collector does, by OTLP over HTTP in JSON. */
async function openCollector() {
  const exports: Export[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (request.url === '/v1/traces') exports.push(JSON.parse(Buffer.concat(chunks).toString()) as Export)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { exports, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** Sends one reading to a real server, stops it, and returns what the collector got. */
async function traced(env: Record<string, string>) {
  const collector = await openCollector()
  const server = spawnServer({
    dataDir: emptyFolder(),
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, NODE_ID: 'one', ...env },
  })
  onTestFinished(() => server.kill())
  const { url } = await server.listening
  const grower = await register(url)
  const { deviceToken } = await addDevice(grower, 'Balcony')
  const { call } = createClient({ origin: url, token: deviceToken })
  await call(readingRoutes.send, { body: { temperature: 21.5 } })
  expect(await server.stop()).toBe(0)
  const resources = collector.exports.flatMap(({ resourceSpans }) => resourceSpans)
  return { resources, spans: resources.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)) }
}

test('a collector receives the spans of a reading: received, committed, evaluated and followed', async () => {
  const { resources, spans } = await traced({
    OTEL_TRACES_SAMPLER_ARG: '1',
    OTEL_SERVICE_NAME: 'roses',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test',
  })
  const spanOf = (name: string) => spans.find((span) => span.name === name)!
  expect(spans.map(({ name }) => name).toSorted()).toEqual([
    'reading.received',
    'readings.committed',
    'readings.followed',
    'rules.evaluated',
  ])
  const [received, committed] = [spanOf('reading.received'), spanOf('readings.committed')]
  expect(received.links).toMatchObject([{ traceId: committed.traceId, spanId: committed.spanId }])
  expect(committed.links).toMatchObject([{ traceId: received.traceId, spanId: received.spanId }])
  expect(received.traceId).not.toBe(committed.traceId)
  for (const name of ['readings.followed', 'rules.evaluated'])
    expect(spanOf(name)).toMatchObject({ traceId: committed.traceId, parentSpanId: committed.spanId })
  const attributes = Object.fromEntries(committed.attributes.map(({ key, value }) => [key, Number(value.intValue)]))
  expect(attributes).toEqual({ 'greenhouse.partition': 0, 'greenhouse.seq': 1, 'greenhouse.messages': 1 })
  for (const span of [received, committed])
    expect(BigInt(span.endTimeUnixNano)).toBeGreaterThan(BigInt(span.startTimeUnixNano))
  expect(BigInt(received.startTimeUnixNano)).toBeLessThanOrEqual(BigInt(committed.startTimeUnixNano))
  const resource = Object.fromEntries(
    resources[0]!.resource.attributes.map(({ key, value }) => [key, value.stringValue]),
  )
  expect(resource).toMatchObject({
    'service.name': 'roses',
    'service.instance.id': 'one',
    'deployment.environment': 'test',
    'greenhouse.roles': 'gateway,worker,web,jobs',
  })
})

test('a group that is not sampled leaves no span', async () => {
  expect((await traced({ OTEL_TRACES_SAMPLER_ARG: '0' })).spans).toEqual([])
})
