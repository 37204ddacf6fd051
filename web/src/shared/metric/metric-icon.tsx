import { metricById, type MetricIcon as IconName } from '@greenhouse/contract'
import {
  BatteryMedium,
  Cloud,
  CloudRain,
  Droplet,
  Droplets,
  FlaskConical,
  Gauge,
  Hash,
  Haze,
  Leaf,
  Signal,
  Sprout,
  Sun,
  Thermometer,
  WavesHorizontal,
  Weight,
  Wind,
  Zap,
  type LucideIcon,
} from 'lucide-react'
import { classes } from '../../lib/classes.ts'

const ICONS: Record<IconName, LucideIcon> = {
  battery: BatteryMedium,
  cloud: Cloud,
  dew: Droplet,
  droplets: Droplets,
  flask: FlaskConical,
  gauge: Gauge,
  hash: Hash,
  haze: Haze,
  leaf: Leaf,
  rain: CloudRain,
  signal: Signal,
  sprout: Sprout,
  sun: Sun,
  thermometer: Thermometer,
  waves: WavesHorizontal,
  weight: Weight,
  wind: Wind,
  zap: Zap,
}

/** Decorative: needs a label beside it. */
export function MetricIcon({ metric, className }: { metric: string; className?: string }) {
  const { icon, colour } = metricById(metric)
  // A newer server may name an unknown icon.
  const Icon = isIconName(icon) ? ICONS[icon] : Hash
  return <Icon aria-hidden style={{ color: `var(--${colour})` }} className={classes('size-4 shrink-0', className)} />
}

function isIconName(name: string): name is IconName {
  return Object.hasOwn(ICONS, name)
}
