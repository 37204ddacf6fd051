import { PLACE_SEARCH_MIN, type FoundPlace } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useId, useState, type KeyboardEvent } from 'react'
import { classes } from '../../lib/classes.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { controlClass } from '../../ui/field.tsx'
import { placesQuery } from './weather-queries.ts'
import { useSayFailure } from '../../ui/use-say-failure.ts'

/** A search goes out after so much quiet. */
const DEBOUNCE_MS = 400

/** Finds a city by its name; arrow keys and Enter choose, Escape closes. */
export function PlaceSearch({ onChoose }: { onChoose: (place: FoundPlace) => void }) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const asked = useDebounced(typed.trim(), DEBOUNCE_MS)
  const places = useQuery(placesQuery(asked))
  const found = asked.length >= PLACE_SEARCH_MIN ? places.data : undefined
  const shown = open && found !== undefined
  const { isError } = places

  useSayFailure(isError, 'Weather error')

  function choose(place: FoundPlace) {
    setTyped('')
    setOpen(false)
    onChoose(place)
  }

  function press(event: KeyboardEvent) {
    const count = found?.length ?? 0
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && count > 0) {
      event.preventDefault()
      setOpen(true)
      setAt((at + step + count) % count)
    } else if (event.key === 'Enter' && shown) {
      event.preventDefault()
      const place = found[at]
      if (place) choose(place)
    } else if (event.key === 'Escape') setOpen(false)
  }

  return (
    <search className="relative w-full sm:w-72">
      <label htmlFor={id} className="sr-only">
        Search city
      </label>
      <Search aria-hidden className="pointer-events-none absolute start-3 top-3.5 size-4 text-ink-soft" />
      <input
        id={id}
        type="search"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={`${id}-list`}
        aria-activedescendant={shown && found.length > 0 ? `${id}-${at}` : undefined}
        autoComplete="off"
        placeholder="Search city"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setOpen(true)
          setAt(0)
        }}
        onKeyDown={press}
        onBlur={() => setOpen(false)}
        className={controlClass(undefined, 'ps-10')}
      />
      {/* The combobox of the ARIA practices: its options are pointed at, never focused. */}
      {/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus */}
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Cities"
        hidden={!shown}
        className="absolute inset-x-0 top-full z-20 mt-1 rounded-control border border-line bg-surface p-1 shadow-dialog"
      >
        {found?.map((place, index) => (
          <div
            key={`${place.latitude} ${place.longitude}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            onMouseDown={(event) => {
              event.preventDefault()
              choose(place)
            }}
            className={classes(
              'grid min-h-11 cursor-pointer content-center rounded-small px-2.5 py-1 hover:bg-sunken',
              index === at && 'bg-leaf-wash text-leaf-strong',
            )}
          >
            {place.name}
            <span className="text-sm text-ink-soft">{place.region}</span>
          </div>
        ))}
        {found?.length === 0 && <p className="px-2.5 py-2 text-ink-soft">No city found</p>}
      </div>
      {/* oxlint-enable jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus */}
    </search>
  )
}
