import { ClientError, PLACE_SEARCH_MIN, type FoundPlace } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureMessage } from '../../lib/failure-message.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { useLoadFailureToast } from '../../ui/use-load-failure-toast.ts'
import { placesQuery } from './weather-queries.ts'

const DEBOUNCE_MS = 400

interface PlaceSearchProps {
  onChoose: (place: FoundPlace) => void
  className?: string
}

export function PlaceSearch({ onChoose, className = 'w-full' }: PlaceSearchProps) {
  const [typed, setTyped] = useState('')
  const asked = useDebounced(typed.trim(), DEBOUNCE_MS)
  const places = useQuery(placesQuery(asked))

  const failure = places.error instanceof ClientError ? places.error : undefined
  const isUnavailable = failure?.code === 'weather.away'
  // The list shows the error instead of a toast.
  useLoadFailureToast(isUnavailable ? NONE : places, 'Weather error', asked)

  return (
    <Combobox
      label="Search city"
      listLabel="Cities"
      typed={typed}
      onType={setTyped}
      found={asked.length >= PLACE_SEARCH_MIN ? places.data : undefined}
      keyOf={({ latitude, longitude }) => `${latitude} ${longitude}`}
      show={showPlace}
      nothing="No city found"
      failure={asked.length >= PLACE_SEARCH_MIN && failure ? failureMessage(failure) : undefined}
      onChoose={(place) => {
        setTyped('')
        onChoose(place)
      }}
      className={className}
    />
  )
}

const NONE: readonly never[] = []

function showPlace({ name, region }: FoundPlace) {
  return (
    <>
      {name}
      <span className="text-sm text-ink-soft">{region}</span>
    </>
  )
}
