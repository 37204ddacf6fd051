import { usePlaceTree } from './place-queries.ts'
import { PlaceSelect } from './place-select.tsx'
import { usePlace } from './use-place.ts'

interface PlaceSwitcherProps {
  /** Beside fields with labels. */
  showLabel?: boolean
  className?: string
}

/** Chooses the place on the screen; absent while the household has none. */
export function PlaceSwitcher({ showLabel = false, className = 'w-full sm:w-52' }: PlaceSwitcherProps) {
  const tree = usePlaceTree()
  const { place, choose } = usePlace()
  if (tree.byId.size === 0) return undefined
  return (
    <PlaceSelect
      tree={tree}
      label="Place"
      hideLabel={!showLabel}
      none="All places"
      value={place?.placeId}
      onChange={choose}
      className={className}
    />
  )
}
