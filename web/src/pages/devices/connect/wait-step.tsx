import { connectionRoutes, type Device, type UnknownToken } from '@greenhouse/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/call.ts'
import { classes } from '../../../lib/classes.ts'
import { formatShortAge } from '../../../lib/format.ts'
import { serverNow } from '../../../lib/server-clock.ts'
import { useNow } from '../../../lib/use-now.ts'
import { useOnline } from '../../../lib/use-online.ts'
import { longIntervalWords } from '../../../shared/device/reporting-interval.ts'
import { queryKeys } from '../../../shared/query-keys.ts'
import { ClaimableBoards } from './claimable-boards.tsx'
import type { Draft, DraftDevice } from './draft.ts'
import type { Kind } from './kinds.ts'
import type { ServerAddress } from './snippets/server-address.ts'
import { httpPort } from './snippets/server-address.ts'
import './wait-step.css'

const REFUSED_EVERY_MS = 3000
const CHECKS_AFTER_MS = 60_000

/** Counts on while the clock of the browser is set. */
const countTicks = () => performance.now()

interface WaitStepProps {
  kind: Kind
  draft: Draft
  server: ServerAddress | undefined
  celsius: boolean
  onClaimed: (device: Device) => void
}

export function WaitStep({ kind, draft, server, celsius, onClaimed }: WaitStepProps) {
  const ticks = useNow(1000, countTicks)
  const [start] = useState(() => ({ at: ticks, byServer: serverNow() }))
  const waitedMs = ticks - start.at
  const device = kind.uses === 'device' ? draft.device : undefined
  const seconds = Number(device?.waitTime ?? 60)
  const { data: tokens } = useQuery(unknownTokensQuery)
  const attempts = tokens?.attempts.filter(({ lastAt }) => Date.parse(lastAt) >= start.byServer) ?? []
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="grid justify-items-center gap-1 pt-4 text-center">
        <Pulse />
        <h3 className="mt-6 font-serif text-xl font-semibold">
          {device ? 'Waiting for the first reading' : 'Waiting for the first board'}
        </h3>
        <p className="text-ink-soft">
          {formatShortAge(waitedMs)} so far.{' '}
          {device ? `Flash the board, it sends every ${longIntervalWords(seconds)}.` : 'It appears here by its name.'}
        </p>
        <NetworkNote />
      </div>
      <output className="grid gap-2 empty:hidden">
        {device && <Refusals device={device} since={device.isNew ? 0 : start.byServer} />}
        <UnknownTokens attempts={attempts} />
      </output>
      {!device && draft.hub && <ClaimableBoards hubId={draft.hub.hubId} celsius={celsius} onClaimed={onClaimed} />}
      <Checks kind={kind} server={server} isDue={waitedMs >= CHECKS_AFTER_MS} showsTokens={tokens?.isKnown === true} />
    </div>
  )
}

/** Three rings that spread; still when motion is reduced. */
function Pulse() {
  return (
    <span aria-hidden className="relative grid size-36 place-items-center text-leaf">
      {[0, 1, 2].map((ring) => (
        <span key={ring} className={classes('pulse-ring absolute rounded-pill border', RINGS[ring])} />
      ))}
      <span className="size-6 rounded-pill bg-leaf forced-colors:bg-[CanvasText]" />
    </span>
  )
}

const RINGS = ['size-16 border-leaf', 'size-26 border-leaf/50', 'size-36 border-leaf/25']

function NetworkNote() {
  const isOnline = useOnline()
  if (isOnline) return undefined
  return <p className="mt-2 text-sm">No network here. The reading is shown as soon as this page is back.</p>
}

const unknownTokensQuery = queryOptions({
  queryKey: queryKeys.connections.unknownTokens,
  queryFn: ({ signal }) => call(connectionRoutes.unknownTokens, { signal }),
  refetchInterval: REFUSED_EVERY_MS,
})

/** Polled, because no message reports refusals. */
function connectionQuery(deviceId: string) {
  return queryOptions({
    queryKey: queryKeys.connections.of(deviceId),
    queryFn: ({ signal }) => call(connectionRoutes.get, { params: { deviceId }, signal }),
    refetchInterval: REFUSED_EVERY_MS,
  })
}

/** Says at once what was refused of the board, a wrong token included, and that it is connected. */
function Refusals({ device, since }: { device: DraftDevice; since: number }) {
  const { data } = useQuery(connectionQuery(device.deviceId))
  const refused = data?.refused.filter(({ lastAt }) => Date.parse(lastAt) >= since) ?? []
  return (
    <>
      {data?.connected === true && <p className="text-center text-ok">The board is connected.</p>}
      {refused.length > 0 && (
        <ul className={REFUSED}>
          {refused.map(({ reason, topic, count }) => (
            <li key={`${topic} ${reason}`} className="break-words">
              <b className="font-semibold">{reason}</b> <bdi>{topic}</bdi>
              {count > 1 && `, ${count} times`}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const REFUSED = 'grid gap-1 rounded-control bg-danger-wash px-4 py-3 text-sm text-danger'

/** Says which networks tried a token that nobody has: one that was mistyped names no device. */
function UnknownTokens({ attempts }: { attempts: readonly UnknownToken[] }) {
  if (attempts.length === 0) return undefined
  return (
    <ul className={REFUSED}>
      {attempts.map(({ way, network, count }) => (
        <li key={`${way} ${network}`} className="break-words">
          <b className="font-semibold">A token that nobody has was tried</b> over {way} from <bdi>{network}</bdi>
          {count > 1 && `, ${count} times`}. Copy the block again.
        </li>
      ))}
    </ul>
  )
}

interface ChecksProps {
  kind: Kind
  server: ServerAddress | undefined
  isDue: boolean
  /** Whether an unknown token of any sender is shown. */
  showsTokens: boolean
}

function Checks({ kind, server, isDue, showsTokens }: ChecksProps) {
  if (!server) return undefined
  const isHttp = kind.id === 'weather-station'
  return (
    <section className="border-t border-line pt-4">
      <h3 className="font-sans text-md font-semibold tracking-normal">Nothing after a minute?</h3>
      <ul
        className={classes(
          'mt-1 grid list-["–__"] gap-1 ps-4 text-sm',
          isDue ? 'font-semibold text-ink' : 'text-ink-soft',
        )}
      >
        <li>
          {isHttp
            ? `Does the gateway name ${server.host}, port ${httpPort(server)}?`
            : `Does the board’s log say “connected” to ${server.host}, port ${server.mqttPort}?`}
        </li>
        <li>Is it in the same network, and not the guest Wi-Fi?</li>
        {(showsTokens || kind.id === 'esphome') && <li>A wrong token is shown here as soon as it is tried.</li>}
      </ul>
    </section>
  )
}
