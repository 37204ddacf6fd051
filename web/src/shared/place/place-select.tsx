import type { ComponentProps } from 'react'
import { SelectField } from '../../ui/select-field.tsx'
import { placesInOrder, type PlaceTree } from './place-tree.ts'

/** Browsers show options without styles and trim common spaces. */
const INDENT = '\u2003'

interface PlaceSelectProps extends Omit<ComponentProps<typeof SelectField>, 'options' | 'value' | 'onChange'> {
  tree: PlaceTree
  /** Names the choice of no place. */
  none: string
  /** Left out with all below it, as a place can't be moved into itself. */
  without?: ReadonlySet<string> | undefined
  value: string | undefined
  onChange: (placeId: string | undefined) => void
}

export function PlaceSelect({ tree, none, without, value = '', onChange, ...field }: PlaceSelectProps) {
  const shown = placesInOrder(tree).filter(({ place }) => without?.has(place.placeId) !== true)
  return (
    <SelectField
      {...field}
      value={value}
      onChange={(chosen) => onChange(chosen === '' ? undefined : chosen)}
      options={[
        { value: '', label: none },
        ...shown.map(({ place, depth }) => ({ value: place.placeId, label: INDENT.repeat(depth) + place.name })),
      ]}
    />
  )
}
