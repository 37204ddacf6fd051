import type { Metric } from '@greenhouse/contract'
import { EllipsisVertical } from 'lucide-react'
import { classes } from '../../../lib/classes.ts'
import { Menu, type MenuEntry } from '../../../ui/menu.tsx'
import { changeEntries } from '../../../shared/series/change-entries.ts'
import { useMay } from '../../../shared/household/household-queries.ts'
import type { SeriesTile } from '../../../shared/series/series-tile.ts'

type TileAction = 'label' | 'rule' | 'limits' | 'calibrate' | 'hide'
export type ActOnTile = (action: TileAction, tile: SeriesTile) => void

interface TileMenuProps {
  tile: SeriesTile
  onAct: ActOnTile
  className: string
}

export function TileMenu({ tile, onAct, className }: TileMenuProps) {
  const act = (action: TileAction) => onAct(action, tile)
  const mayChange = useMay('gardener')
  return (
    <Menu
      label={`${mayChange ? 'Change' : 'More for'} ${tile.label}`}
      groups={mayChange ? groupsFor(tile.metric, act) : [[limitsEntry(act)]]}
      className={classes(
        'absolute flex w-11 items-center justify-end rounded-control pe-1 text-ink-soft sm:pe-3.25 hover:text-ink -outline-offset-2!',
        className,
      )}
    >
      <EllipsisVertical aria-hidden className="size-4" />
    </Menu>
  )
}

function limitsEntry(act: (action: TileAction) => void): MenuEntry {
  return { label: 'Limits', onChoose: () => act('limits') }
}

function groupsFor(metric: Metric, act: (action: TileAction) => void): MenuEntry[][] {
  return [
    [...changeEntries(metric, { label: () => act('label'), calibrate: () => act('calibrate') }), limitsEntry(act)],
    [{ label: 'Alert me above…', onChoose: () => act('rule') }],
    [{ label: 'Hide', onChoose: () => act('hide') }],
  ]
}
