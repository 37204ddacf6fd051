import { once } from 'node:events'
import { connect } from 'node:net'
import { authRoutes, deviceRoutes, liveRoutes, readingRoutes, signInRoutes } from '@greenhouse/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { PASSWORD } from '../../testing/growers.ts'
import { liveWorld } from './live-world.ts'
import type { World } from './world.ts'

const readingsOf = (deviceId: string) => `GreenhouseSensorData/${deviceId}`
const send = (world: World, token: string, temperature: number) =>
  world.call(readingRoutes.send, { body: { temperature }, token })

describe('a live connection', () => {
  test('delivers only the new readings of a subscribed device, on / and on /ws', async () => {
    const world = await liveWorld()
    const ann = await world.as('ann')
    const { deviceId, deviceToken } = await world.aDevice(ann)
    const other = await world.aDevice(ann, 'Cold frame')
    const [one, two] = [await world.open('one'), await world.open('two', { path: '/' })]
    expect(await world.subscribe(ann, 'one', readingsOf(deviceId))).toBe(204)
    expect(await world.subscribe(ann, 'two', readingsOf(deviceId))).toBe(204)
    await send(world, other.deviceToken, 3)
    await send(world, deviceToken, 21.4)
    for (const { frames } of [one, two]) {
      await expect.poll(() => frames.length).toBe(1)
      expect(frames[0]).toMatchObject({
        eventType: 'ServerBroadcastsLiveDataToDashboard',
        logs: [{ deviceId, deviceName: 'Tomato house', sensorHistoryRecords: [{ temperature: 21.4, humidity: null }] }],
      })
    }
  })

  test('subscribes to no topic of a list that contains one of another user', async () => {
    const world = await liveWorld()
    const [ann, bob] = [await world.as('ann'), await world.as('bob')]
    const [own, foreign] = [await world.aDevice(ann), await world.aDevice(bob)]
    const { frames } = await world.open('one')
    for (const name of [
      readingsOf(foreign.deviceId),
      `alerts-${bob.userId}`,
      `Dashboard/${ann.userId}`,
      readingsOf('#'),
      'anything',
    ]) {
      expect(await world.subscribe(ann, 'one', readingsOf(own.deviceId), name)).toBe(403)
    }
    await send(world, own.deviceToken, 20)
    await send(world, foreign.deviceToken, 20)
    expect(await world.subscribe(ann, 'one', readingsOf(own.deviceId))).toBe(204)
    await send(world, own.deviceToken, 22)
    await expect.poll(() => frames.length).toBe(1)
    expect(JSON.stringify(frames)).toContain('22')
  })

  test('a live connection belongs to the user who subscribed first, and others may not use it', async () => {
    const world = await liveWorld()
    const [ann, bob] = [await world.as('ann'), await world.as('bob')]
    const device = await world.aDevice(bob)
    await world.open('one')
    expect(await world.subscribe(ann, 'one', 'Dashboard')).toBe(204)
    expect(await world.subscribe(bob, 'one', readingsOf(device.deviceId))).toBe(403)
    expect((await bob.call(liveRoutes.unsubscribe, { body: { clientId: 'one', topicIds: [] } })).status).toBe(403)
    expect(await world.subscribe(ann, 'unknown', 'Dashboard')).toBe(404)
  })

  test('a closed live connection may still be unsubscribed', async () => {
    const ann = await (await liveWorld()).as('ann')
    const { status } = await ann.call(liveRoutes.unsubscribe, { body: { clientId: 'gone', topicIds: ['Dashboard'] } })
    expect(status).toBe(204)
  })

  test('a live connection is replaced by a newer one of the same id, which starts without subscriptions', async () => {
    const world = await liveWorld()
    const ann = await world.as('ann')
    const { deviceId, deviceToken } = await world.aDevice(ann)
    const older = await world.open('one')
    await world.subscribe(ann, 'one', readingsOf(deviceId))
    const closed = once(older.socket, 'close')
    const newer = await world.open('one')
    expect((await closed)[0]).toBe(4001)
    await send(world, deviceToken, 20)
    await world.subscribe(ann, 'one', readingsOf(deviceId))
    await send(world, deviceToken, 21)
    await expect.poll(() => newer.frames.length).toBe(1)
    expect(older.frames).toEqual([])
  })

  test('a live connection replies to pings, and sends an error for messages that it does not understand', async () => {
    const { open } = await liveWorld()
    const { socket, frames } = await open('one')
    socket.send(JSON.stringify({ eventType: 'PING', requestId: 'r1' }))
    socket.send(JSON.stringify({ eventType: 'Sing', requestId: 'r2' }))
    socket.send('{')
    socket.send(Buffer.from([0xff, 0xfe]), { binary: true })
    await expect.poll(() => frames.length).toBe(4)
    expect(frames[0]).toEqual({ eventType: 'Pong', requestId: 'r1' })
    expect(frames[1]).toMatchObject({ eventType: 'ServerSendsErrorMessage', requestId: 'r2' })
    expect(frames[2]?.eventType).toBe('ServerSendsErrorMessage')
    expect(frames[3]?.eventType).toBe('ServerSendsErrorMessage')
  })

  test('a live connection from a page of another site is refused', async () => {
    const { port } = await liveWorld()
    for (const origin of ['https://evil.example.org', 'http://127.0.0.1.evil.example.org', 'null']) {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/ws?id=x`, { origin })
      const [error] = (await once(socket, 'error')) as [Error]
      expect(error.message).toContain('403')
    }
  })

  test('a refused live connection leaves no socket open, even when bytes follow its request', async () => {
    const { app, port } = await liveWorld()
    const openConnections = () =>
      new Promise((resolve) => app.http.fastify.server.getConnections((_error, count) => resolve(count)))
    for (const path of ['/nowhere?id=1', '/ws?id=']) {
      const socket = connect(port, '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      const lines = ['Host: x', 'Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13']
      socket.write([`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
      const [answer] = (await once(socket, 'data')) as [Buffer]
      expect(answer.toString()).toMatch(/^HTTP\/1\.1 4/)
      socket.end('x'.repeat(5000))
    }
    await expect.poll(openConnections).toBe(0)
  })

  test('a live connection that sends a frame of more than 32 KB, or too many frames, is closed', async () => {
    const { open } = await liveWorld()
    const large = await open('large')
    const tooBig = once(large.socket, 'close')
    large.socket.send('x'.repeat(33 * 1024))
    expect((await tooBig)[0]).toBe(1009)
    const busy = await open('busy')
    const tooMany = once(busy.socket, 'close')
    for (let index = 0; index < 60; index++) busy.socket.send('{"eventType":"ping"}')
    expect((await tooMany)[0]).toBe(1008)
  })

  test('a user may have ten live connections, with 200 topics in all', async () => {
    const world = await liveWorld()
    const ann = await world.as('ann')
    for (let index = 0; index < 11; index++) {
      await world.open(`c${index}`)
      expect(await world.subscribe(ann, `c${index}`, 'Dashboard')).toBe(index < 10 ? 204 : 429)
    }
    expect(await world.subscribe(ann, 'c0', ...Array.from({ length: 201 }, (_, index) => `topic-${index}`))).toBe(400)
    const devices: Array<{ deviceId: string }> = []
    // One after another: at once, some would wait longer for a connection to PostgreSQL than the server lets them.
    while (devices.length < 192) devices.push(await world.aDevice(ann))
    const names = devices.map(({ deviceId }) => readingsOf(deviceId))
    expect(await world.subscribe(ann, 'c0', ...names.slice(0, 190))).toBe(204)
    expect(await world.subscribe(ann, 'c1', ...names.slice(190))).toBe(429)
  })

  test('a live connection receives nothing more of a deleted device', async () => {
    const world = await liveWorld()
    const ann = await world.as('ann')
    const { deviceId } = await world.aDevice(ann)
    const { frames } = await world.open('one')
    await world.subscribe(ann, 'one', readingsOf(deviceId))
    await ann.call(deviceRoutes.remove, { query: { userDeviceId: deviceId } })
    world.app.context.hub.publish(readingsOf(deviceId), { eventType: 'ServerBroadcastsLiveDataToDashboard', logs: [] })
    expect(await world.subscribe(ann, 'one', readingsOf(deviceId))).toBe(403)
    expect(frames.filter(({ eventType }) => eventType === 'ServerBroadcastsLiveDataToDashboard')).toEqual([])
  })

  test('reports deleted readings to their owner only', async () => {
    const world = await liveWorld()
    const [ann, bob] = [await world.as('ann'), await world.as('bob')]
    const { deviceId } = await world.aDevice(ann)
    const [mine, theirs] = [await world.open('mine'), await world.open('theirs')]
    await world.subscribe(ann, 'mine', 'Dashboard')
    await world.subscribe(bob, 'theirs', 'Dashboard')
    await ann.call(readingRoutes.remove, { query: { deviceId } })
    await expect.poll(() => mine.frames).toEqual([{ eventType: 'AdminHasDeletedData' }])
    expect(theirs.frames).toEqual([])
  })

  test('a live connection ends with its own session, and no other', async () => {
    const world = await liveWorld()
    const ann = await world.as('ann')
    const second = await world.call(signInRoutes.login, { body: { email: 'ann@example.org', password: PASSWORD } })
    const [one, two] = [await world.open('one'), await world.open('two')]
    await world.subscribe(ann, 'one', 'Dashboard')
    await world.call(liveRoutes.subscribe, {
      body: { clientId: 'two', topicIds: ['Dashboard'] },
      token: second.body.jwt,
    })
    const closed = once(one.socket, 'close')
    await ann.call(authRoutes.logout)
    expect((await closed)[0]).toBe(4003)
    expect(two.socket.readyState).toBe(WebSocket.OPEN)
  })

  test('a live connection is closed with the status of a restart when the server stops', async () => {
    const { app, open } = await liveWorld()
    const { socket } = await open('one')
    const closed = once(socket, 'close')
    await app.close()
    expect((await closed)[0]).toBe(1012)
  })

  test('a live connection that does not read is dropped, and others are not affected', async () => {
    const world = await liveWorld()
    const ann = await world.as('ann')
    const { deviceId } = await world.aDevice(ann)
    const [paused, reading] = [await world.open('paused'), await world.open('reading')]
    await world.subscribe(ann, 'paused', readingsOf(deviceId), 'Dashboard')
    await world.subscribe(ann, 'reading', readingsOf(deviceId))
    paused.socket.pause()
    const record = { temperature: 1, humidity: 2, airPressure: 3, airQuality: 4, time: '2026-11-20T09:41:00.000Z' }
    const logs = [
      { deviceId, deviceName: 'x'.repeat(30), sensorHistoryRecords: Array.from({ length: 400 }, () => record) },
    ]
    const before = process.memoryUsage().rss
    const frames = 600
    for (let index = 0; index < frames; index++) {
      world.app.context.hub.publish(readingsOf(deviceId), { eventType: 'ServerBroadcastsLiveDataToDashboard', logs })
      if (index % 10 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    await expect.poll(() => reading.frames.length).toBeGreaterThan(0)
    // Twenty megabytes were sent to a client that did not read.
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
    expect(reading.socket.readyState).toBe(WebSocket.OPEN)
    const closed = once(paused.socket, 'close')
    paused.socket.resume()
    expect((await closed)[0]).toBe(1013)
    expect(paused.frames.length).toBeLessThan(frames / 2)
  })
})
