import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { alertYears } from '../../shared/episode/episode-queries.ts'
import { seenUntil } from '../../shared/episode/seen.ts'
import { useMarkSeen } from './unseen.ts'
import { deviceList } from '../../shared/device/device-queries.ts'
import { useSettings } from '../../shared/settings/settings-queries.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useLoadFailureToast } from '../../ui/use-load-failure-toast.ts'
import { ClosedPanel } from './closed-panel.tsx'
import { FilterFields } from './filter-fields.tsx'
import { NoAlerts } from './no-alerts.tsx'
import { OpenPanel } from './open-panel.tsx'
import { RulesPanel } from './rules-panel.tsx'
import { closedWords, filterWords, openWords } from './summary-words.ts'
import { useAlertFilter } from './use-alert-filter.ts'
import { useAlerts } from './use-alerts.ts'
import { Years } from './years.tsx'

export function AlertsScreen() {
  usePageTitle('Alerts')
  const [filter, setFilter] = useAlertFilter()
  const alerts = useAlerts(filter)
  const years = useQuery(alertYears)
  const devices = useQuery(deviceList)
  const { celsius } = useSettings()
  // Alerts unseen at opening stay marked.
  const [seenBefore] = useState(seenUntil)
  const markSeen = useMarkSeen()

  useEffect(markSeen, [markSeen])
  useLoadFailureToast([...alerts.parts, years], 'Failed to fetch alerts.')

  const { query, all, more } = alerts
  const found = query.data && {
    count: query.data.open.length + query.data.closed.length,
    hasMore: more !== undefined,
    deviceName: devices.data?.find(({ deviceId }) => deviceId === filter.deviceId)?.deviceName ?? 'a device',
  }
  // Phones omit the sentence of the last one: a second line would shift the page.
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="grid gap-1">
          <h1 className="text-2xl">Alerts</h1>
          <p className="min-h-6 text-ink-soft">
            {all && openWords(all.open, all.closed)}{' '}
            <span className="max-sm:hidden">{all && closedWords(all.closed)}</span>
          </p>
          <output className="wrap-anywhere text-ink-soft empty:hidden">{found && filterWords(filter, found)}</output>
        </div>
        <FilterFields devices={devices.data} filter={filter} onFilter={setFilter} />
      </div>
      <div className="grid grid-cols-1 items-start gap-x-6 gap-y-5 lg:grid-cols-[minmax(0,1fr)_22.5rem] lg:grid-rows-[auto_1fr]">
        <Years years={years.data} chosen={filter.year} onChoose={(year) => setFilter({ year })} />
        <div className="grid grid-cols-1 gap-5 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <QueryState
            query={query}
            skeleton={<Skeleton className="h-80 rounded-card" />}
            failure="The alerts could not be loaded."
          >
            {({ open, closed }) => (
              <>
                {open.length > 0 && (
                  <OpenPanel episodes={open} devices={devices.data} celsius={celsius} seenBefore={seenBefore} />
                )}
                {closed.length > 0 && (
                  <ClosedPanel episodes={closed} celsius={celsius} seenBefore={seenBefore} more={more} />
                )}
                {open.length + closed.length === 0 && <NoAlerts filter={filter} />}
              </>
            )}
          </QueryState>
        </div>
        <RulesPanel devices={devices.data} celsius={celsius} />
      </div>
    </>
  )
}
