import type { Place, Plant } from '@greenhouse/contract'
import { Droplets, Ellipsis, Plus, SquareCheck } from 'lucide-react'
import { Headline } from '../../shared/household/roles.tsx'
import { PlaceSwitcher } from '../../shared/place/place-switcher.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { LookMenu, lookEntries } from '../../shared/settings/look-menu.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Toggle } from '../../ui/toggle.tsx'
import { plantsWords } from './plants-words.ts'
import type { PlantFilter } from './use-plant-filter.ts'

interface PlantsToolbarProps {
  /** Undefined until they are loaded. */
  plants: readonly Plant[] | undefined
  place: Place | undefined
  now: number
  filter: PlantFilter
  isSelecting: boolean
  /** Absent, as the other acts, for who may not. */
  onSelect: (() => void) | undefined
  onWaterAll: (() => void) | undefined
  onAdd: (() => void) | undefined
}

/** The headline, the search and the acts on all plants; phones have the acts in a menu. */
export function PlantsToolbar(props: PlantsToolbarProps) {
  const { plants, place, now, filter, isSelecting, onSelect, onWaterAll, onAdd } = props
  const isNoneAlive = !hasLiving(plants)
  const { search, setSearch, withDead, setWithDead } = filter
  return (
    <div className="mb-6 flex flex-wrap items-center gap-3 xl:flex-nowrap">
      <div className="me-auto flex min-w-0 items-start justify-between gap-3 max-xl:w-full">
        <div className="min-w-0">
          <Headline>Plants</Headline>
          {plants !== undefined && plants.length > 0 && (
            <p className="text-sm wrap-anywhere text-ink-soft sm:text-md">
              <bdi>{plantsWords(plants, { place, withDead, now })}</bdi>
            </p>
          )}
        </div>
        <span className="flex gap-2 sm:hidden">
          {onAdd && (
            <IconButton label="New plant" tone="plain" onClick={onAdd} className="bg-leaf-wash text-leaf-strong">
              <Plus aria-hidden className="size-5" />
            </IconButton>
          )}
          <PhoneMenu {...props} />
        </span>
      </div>
      <SearchField
        label="Search plants"
        value={search}
        onChange={setSearch}
        className="max-sm:min-w-40 max-sm:flex-1 sm:w-52 xl:shrink-0"
      />
      <PlaceSwitcher className="w-32 sm:w-40 xl:shrink-0" />
      <span className="contents max-sm:hidden">
        <Toggle label="View dead" checked={withDead} onChange={setWithDead} />
        {onSelect && (
          <Button disabled={isNoneAlive} aria-pressed={isSelecting} onClick={onSelect}>
            <SquareCheck aria-hidden className="size-4.5" />
            Select
          </Button>
        )}
        <LookMenu look={filter.look} setLook={filter.setLook} />
        {onWaterAll && (
          <Button variant="ghost" disabled={isNoneAlive} onClick={onWaterAll} className="whitespace-nowrap">
            <Droplets aria-hidden className="size-4.5" />
            Water all plants
          </Button>
        )}
      </span>
    </div>
  )
}

function PhoneMenu(props: PlantsToolbarProps) {
  const { filter, plants, isSelecting, onSelect, onWaterAll } = props
  const isNoneAlive = !hasLiving(plants)
  const { withDead, setWithDead } = filter
  const acts: MenuEntry[] = [
    ...(onSelect
      ? [{ label: isSelecting ? 'End selecting' : 'Select', onChoose: onSelect, isDisabled: isNoneAlive }]
      : []),
    { label: withDead ? 'Hide dead' : 'View dead', onChoose: () => setWithDead(!withDead) },
    ...(onWaterAll ? [{ label: 'Water all plants', onChoose: onWaterAll, isDisabled: isNoneAlive }] : []),
  ]
  return (
    <Menu
      label="More for plants"
      groups={[acts, lookEntries(filter)]}
      className="grid size-11 place-items-center rounded-control border border-line-strong text-ink-soft hover:bg-sunken"
    >
      <Ellipsis aria-hidden className="size-5" />
    </Menu>
  )
}

function hasLiving(plants: readonly Plant[] | undefined): boolean {
  return plants?.some(({ isDead }) => !isDead) === true
}
