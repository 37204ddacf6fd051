import type { Device, Place, Plant } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { deviceList } from '../../shared/device/device-queries.ts'
import { placeList } from '../../shared/place/place-queries.ts'
import { plantList } from '../../shared/plant/plant-queries.ts'
import { SettingsNavigation } from '../../shared/settings/settings-navigation.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { gardenOf } from './garden.ts'
import { PlacesPage } from './places-page.tsx'

export function PlacesScreen() {
  usePageTitle('Places')
  const places = useQuery(placeList)
  const devices = useQuery(deviceList)
  const plants = useQuery(plantList)
  const failed = [places, devices, plants].find(({ isError }) => isError)
  const data =
    places.data && devices.data && plants.data
      ? { places: places.data, devices: devices.data, plants: plants.data }
      : undefined
  return (
    <div className="grid grid-cols-1 items-start gap-x-10 gap-y-4 lg:grid-cols-[14.5rem_minmax(0,1fr)]">
      <SettingsNavigation />
      <div className="grid min-w-0 grid-cols-1 gap-6">
        {failed && !data && <h1 className="text-2xl">Places</h1>}
        <QueryState
          query={{ ...(failed ?? places), data }}
          skeleton={<PlacesSkeleton />}
          failure="Your places could not be loaded."
        >
          {(loaded) => <Loaded {...loaded} />}
        </QueryState>
      </div>
    </div>
  )
}

interface LoadedProps {
  places: readonly Place[]
  devices: readonly Device[]
  plants: readonly Plant[]
}

function Loaded({ places, devices, plants }: LoadedProps) {
  const garden = useMemo(() => gardenOf(places, devices, plants), [places, devices, plants])
  return <PlacesPage garden={garden} />
}

function PlacesSkeleton() {
  return (
    <div className="grid gap-6">
      <h1 className="text-2xl">Places</h1>
      <Skeleton className="h-96 rounded-card" />
    </div>
  )
}
