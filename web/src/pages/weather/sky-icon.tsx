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
  // The product has one sign for all codes from 80 on; the words beside it are more exact.
  'snow-showers': CloudRainWind,
  unknown: CircleQuestionMark,
}

/** The sky as a sign; the words beside it say the same. */
export function SkyIcon({ code, className }: { code: number | null; className?: string }) {
  const sky = skyOf(code)
  const Icon = ICONS[sky]
  return <Icon aria-hidden className={classes('shrink-0', sky === 'sunny' ? 'text-sun' : 'text-ink-soft', className)} />
}
