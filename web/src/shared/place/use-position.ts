import type { Coordinates } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { forecastQuery } from '../weather/weather-queries.ts'
import { usePlaceTree } from './place-queries.ts'
import { coordinatesOf } from './place-tree.ts'

interface Position {
  /** Undefined while nothing is known. */
  readonly at: Coordinates | undefined
  /** False for the town of the person's weather. */
  readonly isOwn: boolean
}

/** Returns where the sun rises over a place: its coordinates, those of a place above, or the person's town. */
export function usePosition(placeId: string | undefined, enabled = true): Position {
  const tree = usePlaceTree()
  const { data: forecast } = useQuery({ ...forecastQuery, enabled })
  const own = useMemo(() => coordinatesOf(tree, placeId), [tree, placeId])
  return { at: own ?? forecast?.place, isOwn: own !== undefined }
}
