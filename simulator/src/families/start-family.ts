import { connectAsync, type MqttClient } from 'mqtt'
import type { Board } from '../board.ts'
import { everySeconds } from '../every-seconds.ts'
import type { BoardValues } from '../sensors.ts'
import type { Family, FamilyBoard, FamilyMessage, HttpFamily, MqttFamily } from './family.ts'

export interface FamilyOptions {
  readonly boards: readonly FamilyBoard[]
  /** `mqtt://127.0.0.1:1883` or `http://127.0.0.1:8080`. */
  readonly url: string
  /** The token of a hub; for a broker the password. */
  readonly token: string
  /** The user of a broker; by default the token. */
  readonly user?: string | undefined
  readonly intervalSeconds: number
  /** Returns the values at an instant (milliseconds since 1970); undefined for none. */
  readonly measure: (board: FamilyBoard, at: number) => BoardValues | undefined
  /** Stops after this number of reports. */
  readonly count?: number
  readonly onEvent?: (event: { sent: string } | { trouble: string }) => void
}

/** Throws when the boards are refused. */
export async function startFamily(family: Family, options: FamilyOptions): Promise<Board> {
  if (family.over === 'http') return startHttp(family, options)
  const groups = family.isGateway ? [options.boards] : options.boards.map((board) => [board])
  const connections: Board[] = []
  for (const boards of groups) connections.push(await startMqtt(family, boards, options))
  return {
    done: allOf(connections.map(({ done }) => done)),
    stop: () => allOf(connections.map((connection) => connection.stop())),
  }
}

async function allOf(promises: ReadonlyArray<Promise<void>>): Promise<void> {
  await Promise.all(promises)
}

/** One connection, for one board or for those of a gateway. */
async function startMqtt(family: MqttFamily, boards: readonly FamilyBoard[], options: FamilyOptions): Promise<Board> {
  const { url, token, user = token, measure, onEvent } = options
  const [first] = boards
  const will = first && family.will?.(first)
  const client = await connectAsync(url, {
    username: user,
    password: token,
    reconnectPeriod: 2000,
    ...(will && { will: { ...will, payload: Buffer.from(will.payload), qos: 1, retain: will.retain === true } }),
  })
  client.on('error', ({ message }) => onEvent?.({ trouble: message }))
  await publish(client, family.born(boards))
  return everySeconds({
    ...options,
    report: async (at) => {
      for (const board of boards) {
        const values = measure(board, at)
        if (!values) continue
        const messages = family.report(board, values, at)
        await publish(client, messages)
        for (const { topic } of messages) onEvent?.({ sent: topic })
      }
    },
    onTrouble: (trouble) => onEvent?.({ trouble }),
    onStop: async () => {
      // A board that loses power sends its will.
      const { promise: lost, resolve } = Promise.withResolvers<void>()
      client.once('close', resolve)
      if (will && client.connected) await Promise.race([publish(client, [will]), lost])
      await Promise.race([client.endAsync(!client.connected), lost])
    },
  })
}

async function publish(client: MqttClient, messages: readonly FamilyMessage[]): Promise<void> {
  await Promise.all(
    messages.map(({ topic, payload, retain }) =>
      client.publishAsync(topic, payload, { qos: 1, retain: retain === true }),
    ),
  )
}

function startHttp(family: HttpFamily, options: FamilyOptions): Board {
  const { url, token, boards, measure, onEvent } = options
  const address = new URL(family.path(token), url)
  const headers = {
    'content-type': family.contentType,
    ...(family.hasTokenHeader && { authorization: `Token ${token}` }),
  }
  return everySeconds({
    ...options,
    report: async (at) => {
      for (const board of boards) {
        const values = measure(board, at)
        if (!values) continue
        const response = await fetch(address, { method: 'POST', headers, body: family.body(board, values, at) })
        if (!response.ok) throw new Error(`The server answered ${response.status} to ${board.name}.`)
        onEvent?.({ sent: board.name })
      }
    },
    onTrouble: (trouble) => onEvent?.({ trouble }),
    onStop: async () => {},
  })
}
