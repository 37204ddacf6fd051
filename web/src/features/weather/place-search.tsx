import { PLACE_SEARCH_MIN, type FoundPlace } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDebounced } from '../../lib/use-debounced.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { useSayFailure } from '../../ui/use-say-failure.ts'
import { placesQuery } from './weather-queries.ts'

/** A search goes out after so much quiet. */
const DEBOUNCE_MS = 400

/** Finds a city by its name. */
export function PlaceSearch({ onChoose }: { onChoose: (place: FoundPlace) => void }) {
  const [typed, setTyped] = useState('')
  const asked = useDebounced(typed.trim(), DEBOUNCE_MS)
  const places = useQuery(placesQuery(asked))

  useSayFailure(places, 'Weather error', asked)

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
      onChoose={(place) => {
        setTyped('')
        onChoose(place)
      }}
      className="w-full sm:w-72"
    />
  )
}

function showPlace({ name, region }: FoundPlace) {
  return (
    <>
      {name}
      <span className="text-sm text-ink-soft">{region}</span>
    </>
  )
}
