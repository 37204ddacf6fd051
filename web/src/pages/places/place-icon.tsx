import type { PlaceKind } from '@greenhouse/contract'
import {
  Box,
  Fence,
  House,
  MapPin,
  Rows3,
  Sprout,
  SquareDashed,
  Tent,
  Trees,
  Warehouse,
  type LucideIcon,
} from 'lucide-react'

/** Decorative: needs the name beside it. */
export function PlaceIcon({ kind, className }: { kind: PlaceKind; className: string }) {
  const Icon = ICONS[kind]
  return <Icon aria-hidden className={className} />
}

const ICONS: Readonly<Record<PlaceKind, LucideIcon>> = {
  greenhouse: Warehouse,
  polytunnel: Tent,
  'cold-frame': Box,
  room: House,
  garden: Trees,
  balcony: Fence,
  zone: SquareDashed,
  bed: Sprout,
  bench: Rows3,
  other: MapPin,
}
