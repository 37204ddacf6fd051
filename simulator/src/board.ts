import { connectAsync } from 'mqtt'
import type { BoardValues } from './sensors.ts'

export interface BoardOptions {
  /** `mqtt://127.0.0.1:1883` */
  readonly url: string
  readonly deviceId: string
  readonly token: string
  /** The interval until the server sets another. */
  readonly intervalSeconds: number
  /** Returns the values at an instant (milliseconds since 1970); undefined for none. */
  readonly measure: (at: number) => BoardValues | undefined
  /** Stops after this number of reports. */
  readonly count?: number
  readonly onEvent?: (event: { sent: BoardValues } | { intervalSeconds: number } | { trouble: string }) => void
}

/** A board with client id and both credentials, QoS 1, which follows the interval of the server. */
export interface Board {
  /** Resolves when the last report is acknowledged, or the board was stopped. */
  readonly done: Promise<void>
  stop(): Promise<void>
}

/** @throws when the server refuses the board */
export async function startBoard(options: BoardOptions): Promise<Board> {
  const { url, deviceId, token, count = Infinity, onEvent } = options
  const client = await connectAsync(url, {
    clientId: deviceId,
    username: token,
    password: token,
    reconnectPeriod: 2000,
  })
  let { intervalSeconds } = options
  let sent = 0
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const { promise: done, resolve: finish } = Promise.withResolvers<void>()

  client.on('message', (_, payload) => {
    const asked = askedInterval(payload)
    if (asked === undefined || asked === intervalSeconds) return
    intervalSeconds = asked
    onEvent?.({ intervalSeconds })
    wait()
  })
  client.on('error', ({ message }) => onEvent?.({ trouble: message }))
  await client.subscribeAsync(`Device/${deviceId}/ChangePreferences`, { qos: 1 })

  async function report(): Promise<void> {
    const now = Date.now()
    const measured = options.measure(now)
    if (measured) {
      const reading = { deviceId, ...measured, timestamp: new Date(now).toISOString() }
      await client.publishAsync(`Device/${deviceId}/SensorData`, JSON.stringify(reading), { qos: 1 })
      onEvent?.({ sent: measured })
    }
    sent += 1
    if (sent >= count) await stop()
    else wait()
  }

  /** Sets the only timer, also when a new interval arrives during a report. */
  function wait() {
    clearTimeout(timer)
    if (stopped) return
    timer = setTimeout(() => report().catch(reportTrouble), intervalSeconds * 1000)
  }

  function reportTrouble(error: unknown) {
    // A report may be unacknowledged once the board is stopped.
    if (stopped) return
    onEvent?.({ trouble: error instanceof Error ? error.message : String(error) })
    wait()
  }

  async function stop() {
    if (stopped) return done
    stopped = true
    clearTimeout(timer)
    // Disconnecting waits for the last acknowledgement, or a lost connection.
    const { promise: lost, resolve } = Promise.withResolvers<void>()
    client.once('close', resolve)
    await Promise.race([client.endAsync(!client.connected), lost])
    finish()
  }

  void report().catch(reportTrouble)
  return { done, stop }
}

/** The interval of a `ChangePreferences` message in seconds; undefined for anything else. */
export function askedInterval(payload: Uint8Array): number | undefined {
  try {
    const message: unknown = JSON.parse(new TextDecoder().decode(payload))
    const interval =
      typeof message === 'object' && message !== null && 'interval' in message ? message.interval : undefined
    const seconds = Number(interval)
    return Number.isInteger(seconds) && seconds >= 1 ? seconds : undefined
  } catch {
    return undefined
  }
}
