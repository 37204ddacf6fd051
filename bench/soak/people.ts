import { setTimeout as wait } from 'node:timers/promises'
import { ClientError } from '@greenhouse/contract'
import { register, type Grower } from '../../testing/growers.ts'
import type { RunningServer } from '../../testing/running-server.ts'
import { ACTIONS } from './actions.ts'
import { openPage } from './page.ts'

const PAUSE_MS = 400

/** The outcomes of all requests of all people. */
export interface Outcomes {
  done: number
  /** Refused with 429, or with 503 during the start. */
  later: number
  /** Lost during a restart. */
  cut: number
  /** All other failures by request, which must be none. */
  readonly faults: Map<string, number>
  frames: number
}

export interface SoakPerson {
  readonly grower: Grower
  begin(deviceIds: readonly string[]): void
  stop(): Promise<void>
}

export interface Restarts {
  /** Number of restarts until now. */
  count: number
  isDown: boolean
}

export async function startPerson(
  server: RunningServer,
  name: string,
  { outcomes, restarts }: { outcomes: Outcomes; restarts: Restarts },
): Promise<SoakPerson> {
  const grower = await register(server.url, name)
  const stopping = new AbortController()
  let acting: Promise<void> | undefined
  let page: { close(): void } | undefined

  async function act(deviceIds: readonly string[]): Promise<void> {
    const plants: string[] = []
    for (let turn = 0; !stopping.signal.aborted; turn++) {
      const before = restarts.count
      const action = ACTIONS[Math.floor(Math.random() * ACTIONS.length)] ?? ACTIONS[0]
      try {
        await action({ grower, server, plants, deviceId: deviceIds[turn % deviceIds.length] ?? '' })
        outcomes.done++
      } catch (error) {
        note(error, restarts.count !== before || restarts.isDown)
      }
      await wait(PAUSE_MS * (0.5 + Math.random()))
    }
  }

  function note(error: unknown, isRestarting: boolean): void {
    const status = error instanceof ClientError ? error.status : 0
    if (status === 429 || (isRestarting && status === 503)) outcomes.later++
    else if (isRestarting && status === 0) outcomes.cut++
    else {
      const what = `${status} ${String(error)}`.slice(0, 160)
      outcomes.faults.set(what, (outcomes.faults.get(what) ?? 0) + 1)
    }
  }

  return {
    grower,
    begin(deviceIds) {
      page = openPage(server, grower, { clientId: name, deviceIds, onFrame: () => outcomes.frames++ })
      acting = act(deviceIds)
    },
    async stop() {
      stopping.abort()
      page?.close()
      await acting
    },
  }
}
