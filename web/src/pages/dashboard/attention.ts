import type { Advice, Device, Episode } from '@greenhouse/contract'
import { silentDevices } from '../../shared/liveness/liveness.ts'

/** A device with the time of its newest value. */
export type SentDevice = Pick<Device, 'deviceId' | 'deviceName' | 'waitTime'> & { readonly time: string | null }
export type SilentDevice = SentDevice & { readonly time: string }

export type AttentionRow =
  | { readonly kind: 'episode'; readonly key: string; readonly episode: Episode }
  | { readonly kind: 'advice'; readonly key: string; readonly advice: Advice }
  /** `episode` is an acknowledged one. */
  | {
      readonly kind: 'silent'
      readonly key: string
      readonly device: SilentDevice
      readonly episode: Episode | undefined
    }
  | { readonly kind: 'together'; readonly key: string; readonly devices: readonly SilentDevice[] }

export interface Attention {
  /** By severity, of one severity advice first, then the newest; silent devices last. */
  readonly rows: readonly AttentionRow[]
  /** Rows that nobody has answered. */
  readonly unanswered: number
  /** Open episodes without silence. */
  readonly open: number
  readonly silent: readonly SilentDevice[]
}

const TOGETHER_MIN = 5
const TOGETHER_MS = 120_000
const SEVERITIES = ['critical', 'warning', 'info'] as const

/** Returns what needs a hand. Due plants are tasks, and notes have no end. Rain that fell asks, but needs nobody. */
export function attentionOf(
  open: readonly Episode[],
  devices: readonly SentDevice[],
  now: number,
  advice: readonly Advice[] = [],
): Attention {
  const silent = silentDevices(devices, now)
  const together = largestGroup(silent)
  const isTogether = new Set(together.map(({ deviceId }) => deviceId))
  const episodes = open.filter(({ kind }) => kind !== 'due' && kind !== 'note')
  const silenceOf = ({ deviceId }: SilentDevice) =>
    episodes.find((one) => one.kind === 'silent' && one.deviceId === deviceId)

  const unanswered = episodes
    .filter((one) => one.acknowledgedAt === null && !(one.kind === 'silent' && isTogether.has(one.deviceId ?? '')))
    .toSorted((one, other) => other.openedAt.localeCompare(one.openedAt))
  const others = silent
    .filter((device) => !isTogether.has(device.deviceId) && silenceOf(device)?.acknowledgedAt !== null)
    .map((device) => ({ kind: 'silent' as const, key: device.deviceId, device, episode: silenceOf(device) }))
  const isTogetherAnswered = together.every((device) => (silenceOf(device)?.acknowledgedAt ?? null) !== null)
  return {
    rows: [
      ...[...advice.map(adviceRow), ...unanswered.map(episodeRow)].toSorted(
        (one, other) => rankOf(one) - rankOf(other),
      ),
      ...(together.length === 0 ? [] : [{ kind: 'together' as const, key: 'together', devices: together }]),
      ...others,
    ],
    unanswered:
      unanswered.length +
      advice.filter(({ kind }) => kind !== 'rain').length +
      (isTogetherAnswered ? 0 : 1) +
      others.filter(({ episode }) => episode === undefined).length,
    open: unanswered.filter(({ kind }) => kind !== 'silent').length,
    silent,
  }
}

function adviceRow(advice: Advice) {
  return { kind: 'advice' as const, key: advice.adviceId, advice }
}

function episodeRow(episode: Episode) {
  return { kind: 'episode' as const, key: episode.episodeId, episode }
}

function rankOf(row: ReturnType<typeof adviceRow> | ReturnType<typeof episodeRow>): number {
  return SEVERITIES.indexOf((row.kind === 'advice' ? row.advice : row.episode).severity)
}

/** Returns the largest group of devices that went silent within two minutes; none below five. */
export function largestGroup(silent: readonly SilentDevice[]): readonly SilentDevice[] {
  const sorted = silent.toSorted((one, other) => one.time.localeCompare(other.time))
  let largest: readonly SilentDevice[] = []
  let first = 0
  for (const [index, { time }] of sorted.entries()) {
    while (Date.parse(time) - Date.parse(sorted[first]?.time ?? time) > TOGETHER_MS) first++
    if (index - first + 1 > largest.length) largest = sorted.slice(first, index + 1)
  }
  return largest.length < TOGETHER_MIN ? [] : largest
}
