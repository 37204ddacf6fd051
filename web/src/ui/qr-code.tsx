import { encode } from 'uqr'
import { classes } from '../lib/classes.ts'

/** Quiet zone in modules, required by scanners. */
const QUIET = 4

interface QrCodeProps {
  text: string
  label: string
  className: string
}

/** Black on white in every theme, because cameras can't read the inverse. */
export function QrCode({ text, label, className }: QrCodeProps) {
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
      className={classes('rounded-control forced-color-adjust-none', className)}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
