import type { Alert } from '@greenhouse/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { alertList, alertYears } from '../../features/alerts/alert-queries.ts'
import { useUnseenAlerts } from '../../features/alerts/unseen.ts'
import { classes } from '../../lib/classes.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Link } from 'wouter'
import { QueryState } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AlertRow } from './alert-row.tsx'
import { useSayFailure } from '../../ui/use-say-failure.ts'

export function AlertsScreen() {
  usePageTitle('Alerts')
  const [year, setYear] = useState<number>()
  const alerts = useInfiniteQuery(alertList(year))
  const years = useQuery(alertYears)
  const { markSeen } = useUnseenAlerts()

  useEffect(markSeen, [markSeen])
  useSayFailure([alerts, years], 'Failed to fetch alerts.')

  return (
    <>
      <h1 className="mb-6 text-2xl">Alerts</h1>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[11rem_minmax(0,1fr)]">
        <Years years={years.data} chosen={year} onChoose={setYear} />
        <div className="grid grid-cols-1 gap-4">
          <QueryState
            query={alerts}
            skeleton={<Skeleton className="h-80 rounded-card" />}
            failure="The alerts could not be loaded."
          >
            {({ pages }) => <AlertRows alerts={pages.flat()} year={year} />}
          </QueryState>
          {alerts.hasNextPage && (
            <Button
              busy={alerts.isFetchingNextPage}
              onClick={() => void alerts.fetchNextPage()}
              className="justify-self-center"
            >
              Show older alerts
            </Button>
          )}
        </div>
      </div>
    </>
  )
}

function Years(props: {
  years: readonly number[] | undefined
  chosen: number | undefined
  onChoose: (year?: number) => void
}) {
  const { years, chosen, onChoose } = props
  // The row of years keeps its room until it is known whether there are any.
  if (years === undefined) return <div className="min-h-11" />
  if (years.length === 0) return <div className="max-lg:hidden" />
  return (
    <aside aria-label="Years" className="flex flex-wrap gap-1.5 lg:flex-col">
      {years.map((year) => (
        <button
          key={year}
          type="button"
          aria-pressed={year === chosen}
          onClick={() => onChoose(year)}
          className={classes(
            'min-h-11 rounded-control px-4 text-start font-medium transition-colors',
            year === chosen ? 'bg-leaf-wash text-leaf-strong' : 'text-ink-soft hover:bg-sunken',
          )}
        >
          {year}
        </button>
      ))}
      <Button variant="ghost" disabled={chosen === undefined} onClick={() => onChoose()} className="lg:justify-start">
        Clear
      </Button>
    </aside>
  )
}

function AlertRows({ alerts, year }: { alerts: readonly Alert[]; year: number | undefined }) {
  if (alerts.length === 0) {
    return (
      <EmptyState
        icon={<BellOff aria-hidden className="size-8" />}
        title="No alerts found"
        action={
          <Link to="/myalertcondition" className={buttonClass({ variant: 'soft' })}>
            Set up conditions
          </Link>
        }
      >
        {year === undefined
          ? 'Alerts appear here when a reading crosses one of your limits or a plant is due.'
          : `No alerts in ${year}.`}
      </EmptyState>
    )
  }
  return (
    <ul aria-label="Alerts" className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
      {alerts.map((alert) => (
        <AlertRow key={alert.alertId} alert={alert} />
      ))}
    </ul>
  )
}
