import {
  CircleQuestionMark,
  Cloud,
  CloudDrizzle,
  CloudFog,
  CloudMoon,
  CloudRainWind,
  CloudSnow,
  CloudSun,
  Moon,
  Sun,
  type LucideIcon,
} from 'lucide-react'
import { classes } from '../../lib/classes.ts'
import { skyOf, type Sky } from './weather-code.ts'

const ICONS: Record<Sky, LucideIcon> = {
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
const AT_NIGHT: Partial<Record<Sky, LucideIcon>> = { sunny: Moon, 'partly-cloudy': CloudMoon }

interface SkyIconProps {
  code: number | null
  isNight?: boolean
  className?: string
}

/** Decorative: needs a text beside it. */
export function SkyIcon({ code, isNight = false, className }: SkyIconProps) {
  const sky = skyOf(code)
  const Icon = (isNight ? AT_NIGHT[sky] : undefined) ?? ICONS[sky]
  return <Icon aria-hidden className={classes('shrink-0', colourOf(sky, isNight), className)} />
}

function colourOf(sky: Sky, isNight: boolean): string {
  if (sky === 'rain' || sky === 'heavy-rain') return 'text-humidity'
  return sky === 'sunny' && !isNight ? 'text-sun' : 'text-ink-soft'
}
