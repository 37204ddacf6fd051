import {
  CircleQuestionMark,
  Cloud,
  CloudDrizzle,
  CloudFog,
  CloudRainWind,
  CloudSnow,
  CloudSun,
  Sun,
} from 'lucide-react'
import { classes } from '../../lib/classes.ts'
import { skyOf, type Sky } from './weather-code.ts'

const ICONS: Record<Sky, typeof Sun> = {
  sunny: Sun,
  'partly-cloudy': CloudSun,
  cloudy: Cloud,
  fog: CloudFog,
  rain: CloudDrizzle,
  snow: CloudSnow,
  'heavy-rain': CloudRainWind,
  // All codes from 80 share an icon; the text beside it is more exact.
  'snow-showers': CloudRainWind,
  unknown: CircleQuestionMark,
}

/** Decorative: needs a text beside it. */
export function SkyIcon({ code, className }: { code: number | null; className?: string }) {
  const sky = skyOf(code)
  const Icon = ICONS[sky]
  return <Icon aria-hidden className={classes('shrink-0', sky === 'sunny' ? 'text-sun' : 'text-ink-soft', className)} />
}
