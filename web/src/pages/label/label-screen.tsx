import { ClientError, labelRoutes, shownPlantCode, plantCodeOf } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useLocation, useParams, useSearch } from 'wouter'
import { call } from '../../lib/call.ts'
import { failureMessage } from '../../lib/failure-message.ts'
import { withHousehold } from '../../lib/household-address.ts'
import { useOnline } from '../../lib/use-online.ts'
import { householdAt, householdList } from '../../shared/household/household-queries.ts'
import { plantCodes } from '../../shared/plant/plant-codes.ts'
import { plantList } from '../../shared/plant/plant-queries.ts'
import { queryKeys } from '../../shared/query-keys.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-boundary.tsx'
import { NothingHere } from '../../ui/nothing-here.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { ScannedPlant } from './scanned-plant.tsx'

/** The page that the code of a printed label opens. */
export function LabelScreen() {
  const { id } = useParams<{ id: string }>()
  const code = plantCodeOf(id)
  const label = useQuery({
    queryKey: queryKeys.labels.byCode(code),
    queryFn: ({ signal }) => call(labelRoutes.plant, { params: { code }, signal }),
    retry: (count, error) => !isUnknown(error) && count < 2,
  })
  const households = useQuery(householdList)
  const plants = useQuery(plantList)
  const { data: codes = [] } = useQuery({ ...plantCodes, enabled: false })
  const isOnline = useOnline()
  const household = householdAt(useSearch(), households.data ?? [])
  useHouseholdOf(label.data?.householdId, household?.householdId)

  if (isUnknown(label.error)) return <NothingHere />
  const kept = codes.find((one) => one.code === code)
  const scanned = label.data ?? (household && kept && { ...kept, householdId: household.householdId })
  const isHere = scanned !== undefined && scanned.householdId === household?.householdId
  const plant = isHere ? plants.data?.find(({ plantId }) => plantId === scanned.plantId) : undefined
  if (plant && household)
    return <ScannedPlant key={plant.plantId} plant={plant} household={household} code={shownPlantCode(code)} />
  const missing = [...(scanned ? [] : [label]), households, plants].filter(({ data }) => data === undefined)
  if (missing.length > 0 && !isOnline) return <NoNetwork code={shownPlantCode(code)} />
  const failed = missing.find(({ isError }) => isError)
  if (failed) {
    const retry = <Button onClick={() => void failed.refetch()}>Try again</Button>
    return <ErrorState message={failureMessage(failed.error)} action={retry} />
  }
  return isHere && !plants.isFetching && plants.data ? <NothingHere /> : <LabelSkeleton />
}

function isUnknown(error: Error | null): boolean {
  return error instanceof ClientError && (error.status === 404 || error.status === 400)
}

/** Shows the household of the plant, which may be another one than that of the last visit. */
function useHouseholdOf(wanted: string | undefined, shown: string | undefined): void {
  const [pathname, navigate] = useLocation()
  useEffect(() => {
    if (wanted === undefined || shown === undefined || wanted === shown) return
    navigate(withHousehold(pathname, wanted), { replace: true })
  }, [wanted, shown, pathname, navigate])
}

/** Of a label that this browser does not know. It opens by itself once there is a network. */
function NoNetwork({ code }: { code: string }) {
  return (
    <div className="m-auto grid justify-items-center gap-3 py-10 text-center">
      <h1 className="text-2xl">This label needs the network</h1>
      <p className="max-w-prose text-balance text-ink-soft">
        {code} is not known on this phone yet. It opens once the network is back.
      </p>
      <Link to="/plants" className={`${buttonClass({ variant: 'leaf' })} mt-3`}>
        See your plants
      </Link>
    </div>
  )
}

function LabelSkeleton() {
  return (
    <div className="mx-auto grid w-full max-w-110 gap-4">
      <Loading />
      <Skeleton className="h-55 rounded-card" />
      <Skeleton className="h-8 w-40" />
      <Skeleton className="h-16 rounded-control" />
    </div>
  )
}
