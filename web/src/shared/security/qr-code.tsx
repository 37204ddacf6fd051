import { encode } from 'uqr'

/** Light modules around it, as scanners want them. */
const QUIET = 4

/** A text as a QR code: dark on light in every theme, for cameras read no other. Made here; the text goes nowhere. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      // Drawn inline: the content security policy allows no image from a data URL.
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
