import { labelRoutes, type PlantLabel } from '@greenhouse/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { useSearch } from 'wouter'
import { call } from '../../lib/call.ts'
import { compareNames } from '../../lib/format.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { queryKeys } from '../../shared/query-keys.ts'
import { serverInfoQuery } from '../../shared/server/server-queries.ts'
import { Button } from '../../ui/button.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { isLoopback, labelFormats, type LabelFormat } from './label-format.ts'
import { LabelSheets } from './label-sheets.tsx'
import { PlantChoice } from './plant-choice.tsx'

/** Labels of all living plants, or of those that the address names. */
export function LabelsScreen() {
  usePageTitle('Labels')
  const named = new URLSearchParams(useSearch()).get('plants') ?? undefined
  const living = useQuery(labelsQuery(undefined))
  const chosen = useQuery({ ...labelsQuery(named), enabled: named !== undefined })
  const both = named === undefined || chosen.data ? living.data : undefined
  const query = chosen.isError ? chosen : living
  return (
    <div className="grid grid-cols-1 gap-5 print:block">
      <div className="print:hidden">
        <h1 className="text-2xl">Labels</h1>
        <p className="text-ink-soft">Whoever scans one opens the plant, and can say that it was watered.</p>
      </div>
      <QueryState
        query={{ ...query, data: both }}
        skeleton={<Skeleton className="h-96 rounded-card" />}
        failure="The labels could not be loaded."
      >
        {(labels) => <LabelsPage key={named} labels={union(chosen.data ?? [], labels)} first={chosen.data ?? labels} />}
      </QueryState>
    </div>
  )
}

function labelsQuery(plants: string | undefined) {
  return queryOptions({
    queryKey: queryKeys.labels.of(plants),
    queryFn: ({ signal }) => call(labelRoutes.list, { query: { plants }, signal }),
  })
}

/** Dead plants have a label only where they are named. */
function union(named: readonly PlantLabel[], living: readonly PlantLabel[]): PlantLabel[] {
  const all = new Map([...living, ...named].map((label) => [label.plantId, label]))
  return [...all.values()].toSorted((one, other) => compareNames(one.plantName, other.plantName))
}

interface LabelsPageProps {
  labels: readonly PlantLabel[]
  /** The chosen ones at first. */
  first: readonly PlantLabel[]
}

function LabelsPage({ labels, first }: LabelsPageProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(first.map(({ plantId }) => plantId)))
  const [format, setFormat] = useState<LabelFormat>(labelFormats[0])
  const info = useQuery(serverInfoQuery)
  const publicUrl = info.data?.publicUrl ?? undefined
  const origin = (publicUrl ?? window.location.origin).replace(/\/+$/, '')
  const shown = labels.filter(({ plantId }) => chosen.has(plantId))
  const isHidden = !info.isPending && publicUrl === undefined && isLoopback(window.location.hostname)

  if (labels.length === 0) return <p className="text-ink-soft">There is no living plant to label.</p>
  return (
    <>
      <div className="grid max-w-160 grid-cols-1 gap-4 print:hidden">
        <div>
          <Segments
            legend="Format"
            choices={labelFormats}
            chosen={format.id}
            onChoose={(id) => setFormat(labelFormats.find((one) => one.id === id) ?? labelFormats[0])}
          />
          <p className="mt-1.5 text-sm text-ink-soft">Each {format.size}. Print at 100 %, without margins.</p>
        </div>
        <PlantChoice labels={labels} chosen={chosen} onChoose={setChosen} />
        {isHidden && <HereOnly origin={origin} />}
        <Button
          variant="leaf"
          disabled={shown.length === 0 || info.isPending}
          onClick={() => window.print()}
          className="justify-self-start max-sm:w-full"
        >
          <Printer aria-hidden className="size-4.5" />
          {shown.length === 1 ? 'Print 1 label' : `Print ${shown.length} labels`}
        </Button>
      </div>
      {!info.isPending && <LabelSheets labels={shown} format={format} origin={origin} />}
    </>
  )
}

function HereOnly({ origin }: { origin: string }) {
  return (
    <output className="block rounded-control bg-sun-wash px-3.5 py-3 text-sm text-sun-ink">
      <strong className="block font-semibold">A phone can’t open this address</strong>
      <span className="wrap-anywhere">
        The labels lead to {origin}, which answers only on this machine. Open this page at the address of the server in
        your network, or ask the person who runs it to set PUBLIC_URL, and print then.
      </span>
    </output>
  )
}
