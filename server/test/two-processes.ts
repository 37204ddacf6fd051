import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { BusNetwork } from './bus-network.ts'
import { openTestSqlite } from './databases.ts'
import { createWorld, portOf, type Person, type World } from './world.ts'

const SECRET = 'Kq3v9XbT0uYw7LsEo5hPzR2nGj8MdCf6'

/** Two processes that share a database and reach each other, and a person whom both know. */
export async function twoProcesses() {
  const network = new BusNetwork()
  const database = { ...(await openTestSqlite()), close: async () => {} }
  const open = async () => {
    const world = await createWorld({ secret: SECRET }, database, undefined, { bus: network.join() })
    await world.app.listen()
    return world
  }
  const [one, other] = [await open(), await open()]
  const ann = await one.as('ann')
  const annOnOther: Pick<Person, 'call'> = { call: (route, parts) => other.call(route, { ...parts, token: ann.token }) }
  return { network, one, other, ann, annOnOther }
}

/** Opens the live connection of a client with one of them. `closed` resolves with the code with which it ends. */
export async function openSocket(world: World, id: string) {
  const socket = new WebSocket(`ws://127.0.0.1:${portOf(world)}/ws?id=${id}`)
  onTestFinished(() => socket.terminate())
  const frames: Array<{ eventType: string; [name: string]: unknown }> = []
  socket.on('message', (bytes: Buffer) => frames.push(JSON.parse(bytes.toString())))
  const closed = once(socket, 'close').then(([code]) => code as number)
  await once(socket, 'open')
  return { frames, closed, isOpen: () => socket.readyState === WebSocket.OPEN }
}
