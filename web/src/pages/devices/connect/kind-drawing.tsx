import type { ReactNode } from 'react'
import type { KindId } from './kinds.ts'

/** Drawings of boards, in a square of 48. */
const DRAWINGS: Readonly<Record<Exclude<KindId, 'others'>, ReactNode>> = {
  esphome: (
    <>
      <rect x="9" y="4" width="30" height="37" rx="3" />
      <path d="M15 4v4m6-4v4m6-4v4m6-4v4M14 41v4m7-4v4m6-4v4m7-4v4" />
      <rect x="16" y="12" width="16" height="12" rx="1.5" />
      <path d="M20 12v4l4 4 4-4v-4M15 31h6m6 0h6m-18 4h6m6 0h6" />
    </>
  ),
  shelly: (
    <>
      <circle cx="24" cy="24" r="19" />
      <circle cx="24" cy="24" r="13" />
      <path d="M22 28.5V18a2 2 0 0 1 4 0v10.5a3.5 3.5 0 1 1-4 0zM24 24v6M30 18h3m-3 4h2" />
    </>
  ),
  zigbee: (
    <>
      <rect x="16" y="3" width="11" height="17" rx="1.5" />
      <path d="M19.5 20v5h4v-5M14 27h15l-2.5 18h-10zM19 33h5" />
      <path d="M32 8a8 8 0 0 1 0 10M36.5 5a14 14 0 0 1 0 16M41 2.5a19 19 0 0 1 0 21" />
    </>
  ),
  tasmota: (
    <>
      <rect x="5" y="12" width="38" height="24" rx="3" />
      <path d="M12 12V7m8 5V7m8 5V7m8 5V7M12 41v-5m8 5v-5m8 5v-5m8 5v-5" />
      <path d="M17 28l4-8 6 8 4-8" />
    </>
  ),
  'weather-station': (
    <>
      <path d="M24 8v37M17 45h14M24 14H9m15 0h15" />
      <circle cx="6.5" cy="14" r="3" />
      <circle cx="41.5" cy="14" r="3" />
      <circle cx="24" cy="6" r="2.5" />
      <rect x="19" y="23" width="10" height="7" rx="1" />
      <path d="M19 35h10" />
    </>
  ),
  own: <path d="M15 13L4 24l11 11M33 13l11 11-11 11M28 7l-8 34" />,
}

export function KindDrawing({ kind }: { kind: keyof typeof DRAWINGS }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 48 48"
      className="size-14 fill-none stroke-leaf stroke-[1.75] [stroke-linecap:round] [stroke-linejoin:round]"
    >
      {DRAWINGS[kind]}
    </svg>
  )
}
