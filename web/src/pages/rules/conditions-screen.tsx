import { useQuery, queryOptions } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { ConditionDialog, type ConditionTab } from './condition-dialog.tsx'
import { ruleList } from '../../shared/rule/rule-queries.ts'
import { useDeleteCondition, type ConditionOf } from './condition-mutations.ts'
import { deviceList } from '../../shared/device/device-queries.ts'
import { plantList } from '../../shared/plant/plant-queries.ts'
import { newestSeries } from '../../shared/series/series-queries.ts'
import { Headline, Role } from '../../shared/household/roles.tsx'
import { useSettings } from '../../shared/settings/settings-queries.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { Query } from '../../ui/query-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { CONDITIONS_FAILURE } from './condition-list.tsx'
import { DeviceConditions } from './device-conditions.tsx'
import { PlantConditions } from './plant-conditions.tsx'
import { useLoadFailureToast, useRefreshFailureToast } from '../../ui/use-load-failure-toast.ts'
import { conditionRoutes } from '@greenhouse/contract'
import { call } from '../../lib/call.ts'
import { queryKeys } from '../../shared/query-keys.ts'

export function ConditionsScreen() {
  usePageTitle('Alert conditions')
  const [search, setSearch] = useSearchParams()
  const ofDevices = search.get('view') === 'devices'
  const [typed, setTyped] = useState('')
  const [shown, setShown] = useState<ConditionTab>()
  const [deleting, setDeleting] = useState<ConditionOf>()
  const { celsius } = useSettings()
  const devices = useQuery(deviceList)
  const plants = useQuery(plantList)
  const series = useQuery(newestSeries)
  const rules = useQuery(ruleList)
  const plantConditions = useQuery(plantConditionList)
  useLoadFailureToast(devices, 'Failed to load user devices')
  useLoadFailureToast(plants, 'Failed to load plant data')
  useRefreshFailureToast([rules, series, plantConditions], CONDITIONS_FAILURE)

  const watched = new Set(plantConditions.data?.map(({ plantId }) => plantId))
  const alive = plants.data?.filter(({ isDead }) => !isDead)
  const choosable = plantConditions.data && alive?.filter(({ plantId }) => !watched.has(plantId))
  return (
    <>
      <Toolbar
        ofDevices={ofDevices}
        typed={typed}
        onType={setTyped}
        onView={(view) => setSearch(view === 'device' ? { view: 'devices' } : {}, { replace: true })}
        onAdd={() => setShown('plant')}
      />
      {ofDevices ? (
        <DeviceConditions
          typed={typed}
          celsius={celsius}
          devices={devices}
          series={series.data ?? []}
          rules={combined(rules, series, series.data && rules.data)}
          onDelete={(conditionId) => setDeleting({ of: 'device', conditionId })}
        />
      ) : (
        <PlantConditions
          typed={typed}
          plants={plants}
          conditions={plantConditions}
          onDelete={(conditionId) => setDeleting({ of: 'plant', conditionId })}
        />
      )}
      <ConditionDialog
        shown={shown}
        devices={devices}
        plants={combined(plants, plantConditions, choosable)}
        hasPlants={(alive?.length ?? 0) > 0}
        onClose={() => setShown(undefined)}
      />
      <DeleteQuestion condition={deleting} onClose={() => setDeleting(undefined)} />
    </>
  )
}

interface ToolbarProps {
  ofDevices: boolean
  typed: string
  onType: (typed: string) => void
  onView: (view: ConditionTab) => void
  /** Of a plant; that of a device has a page of its own. */
  onAdd: () => void
}

function Toolbar({ ofDevices, typed, onType, onView, onAdd }: ToolbarProps) {
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3">
      <Headline className="me-auto max-lg:w-full">Alert conditions</Headline>
      <label className="flex min-h-11 items-center gap-2.5 font-medium">
        <input
          type="checkbox"
          checked={ofDevices}
          onChange={({ target }) => onView(target.checked ? 'device' : 'plant')}
          className="size-5 accent-leaf"
        />
        View Device Condition
      </label>
      <SearchField label="Search conditions" value={typed} onChange={onType} className="w-full sm:w-60 max-lg:grow" />
      <Role atLeast="gardener">
        {ofDevices ? (
          <Link to="/rules/new" className={`${buttonClass({ variant: 'leaf' })} max-sm:w-full`}>
            <Plus aria-hidden className="size-4.5" />
            Add Device Condition
          </Link>
        ) : (
          <Button variant="leaf" onClick={onAdd} className="max-sm:w-full">
            <Plus aria-hidden className="size-4.5" />
            Add Plant Condition
          </Button>
        )}
      </Role>
    </div>
  )
}

/** Combines the states of two queries. */
function combined<T>(first: Query<unknown>, second: Query<unknown>, data: T | undefined): Query<T> {
  const failed = first.isError ? first : second
  return { data, isError: failed.isError, error: failed.error, refetch: () => [first.refetch(), second.refetch()] }
}

function DeleteQuestion({ condition, onClose }: { condition: ConditionOf | undefined; onClose: () => void }) {
  const remove = useDeleteCondition()

  async function confirm() {
    if (!condition) return
    // The failure is only logged, because the condition stays in the list.
    await remove.mutateAsync(condition).catch((error: unknown) => {
      console.error('The condition could not be deleted', error)
    })
  }

  return (
    <ConfirmDialog
      open={condition !== undefined}
      title="Are you sure you want to delete this alert condition?"
      confirmLabel="Delete condition"
      danger
      onConfirm={confirm}
      onClose={onClose}
    >
      This action cannot be undone.
    </ConfirmDialog>
  )
}

const plantConditionList = queryOptions({
  queryKey: queryKeys.conditions.ofPlants,
  queryFn: ({ signal }) => call(conditionRoutes.plants, { query: {}, signal }),
})
