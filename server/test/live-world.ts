import { once } from 'node:events'
import { liveRoutes } from '@greenhouse/contract'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { createWorld, portOf, type Person } from './world.ts'

/** A live message. */
interface Frame {
  eventType: string
  [name: string]: unknown
}

/** A listening world whose live connections record their messages. */
export async function liveWorld() {
  const world = await createWorld()
  await world.app.listen()
  const port = portOf(world)
  const open = async (id: string, { path = '/ws', origin = `http://127.0.0.1:${port}` } = {}) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}?id=${id}`, { origin })
    onTestFinished(() => socket.terminate())
    const frames: Frame[] = []
    socket.on('message', (bytes: Buffer) => frames.push(JSON.parse(bytes.toString()) as Frame))
    await once(socket, 'open')
    return { socket, frames }
  }
  const subscribe = async (person: Person, clientId: string, ...topicIds: string[]) =>
    (await person.call(liveRoutes.subscribe, { body: { clientId, topicIds } })).status
  return { ...world, port, open, subscribe }
}
