import { encode } from 'uqr'

/** Quiet zone in modules, required by scanners. */
const QUIET = 4

/** Dark on light in every theme, because cameras can't read the inverse. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      // Inline, because the content security policy forbids images from data URLs.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-52 rounded-control"
    >
      <rect width={size} height={size} className="fill-surface dark:fill-ink" />
      <path d={path} className="fill-ink dark:fill-sunken" />
    </svg>
  )
}
