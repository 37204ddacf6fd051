import type { CareKind } from '@greenhouse/contract'
import {
  Bean,
  Brush,
  Bug,
  Camera,
  ChartNoAxesColumnIncreasing,
  CircleSlash,
  Droplet,
  FlaskConical,
  Hand,
  MessageSquareText,
  Move,
  PenLine,
  Pill,
  Scissors,
  Shovel,
  ShoppingBasket,
  SkipForward,
  SprayCan,
  Sprout,
  Trees,
  type LucideIcon,
} from 'lucide-react'

const ICONS: Readonly<Record<CareKind, LucideIcon>> = {
  water: Droplet,
  feed: FlaskConical,
  repot: Shovel,
  prune: Scissors,
  'pinch-out': Hand,
  mist: SprayCan,
  treat: Pill,
  check: Bug,
  clean: Brush,
  harvest: ShoppingBasket,
  sow: Bean,
  'plant-out': Trees,
  custom: PenLine,
  note: MessageSquareText,
  photo: Camera,
  move: Move,
  stage: ChartNoAxesColumnIncreasing,
  died: CircleSlash,
  revived: Sprout,
  skipped: SkipForward,
}

export function CareIcon({ kind, className }: { kind: CareKind; className?: string }) {
  const Icon = ICONS[kind]
  return <Icon aria-hidden className={className} />
}
