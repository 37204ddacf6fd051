import type { Place } from '@greenhouse/contract'
import { Plus, SearchX, Sprout } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { nearestName } from './plant-search.ts'

interface NoPlantsProps {
  /** Undefined for all places. */
  place: Place | undefined
  /** There are dead plants, but they are hidden. */
  hidesDead: boolean
  /** Absent for who may not. */
  onAdd: (() => void) | undefined
}

export function NoPlants({ place, hidesDead, onAdd }: NoPlantsProps) {
  return (
    <EmptyState
      className="rounded-card border-2 border-dashed border-line-strong"
      icon={<Sprout aria-hidden className="size-8" />}
      title={place ? `No plants in ${place.name}` : 'No plants found'}
      action={
        onAdd && (
          <Button variant="leaf" onClick={onAdd}>
            <Plus aria-hidden className="size-4.5" />
            Add a plant
          </Button>
        )
      }
    >
      {noPlantsWords({ hidesDead, place }, onAdd !== undefined)}
    </EmptyState>
  )
}

function noPlantsWords(
  { hidesDead, place }: Pick<NoPlantsProps, 'place' | 'hidesDead'>,
  mayAdd: boolean,
): string | undefined {
  if (hidesDead) return `All your plants are dead. Turn on View dead to see them${mayAdd ? ', or add a new one' : ''}.`
  if (!mayAdd) return undefined
  return place
    ? 'Add one, or move it here from another place.'
    : 'Add one with its rhythm. It tells you when it is thirsty.'
}

interface NoMatchProps {
  search: string
  names: readonly string[]
  hidesDead: boolean
  onSearch: (search: string) => void
}

/** Offers the nearest name. */
export function NoMatch({ search, names, hidesDead, onSearch }: NoMatchProps) {
  const near = nearestName(names, search)
  return (
    <EmptyState
      icon={<SearchX aria-hidden className="size-8" />}
      title="No plants found"
      action={<Button onClick={() => onSearch('')}>Show all plants</Button>}
    >
      <span className="wrap-anywhere">
        Nothing is called “<bdi>{search.trim()}</bdi>”.{' '}
        {near === undefined ? (
          hidesDead && 'Turn on View dead to search dead plants, too.'
        ) : (
          <>
            Did you mean{' '}
            <button
              type="button"
              onClick={() => onSearch(near)}
              className="hit-area font-semibold text-leaf-strong underline underline-offset-4"
            >
              <bdi>{near}</bdi>
            </button>
            ?
          </>
        )}
      </span>
    </EmptyState>
  )
}
