import {
  lightGoal,
  metricOfSeries,
  type Plant,
  type PlantDegreeDays,
  type PlantLight,
  type Series,
} from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { sensorKey } from '../../shared/history/history-series.ts'
import { newestSeries } from '../../shared/series/series-queries.ts'
import { useSettings } from '../../shared/settings/settings-queries.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-boundary.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { degreeWords, paceWords, sensorWords, sumWords } from './growth-words.ts'
import { Panel } from './panel.tsx'
import { growthQuery, probesQuery } from './probe-queries.ts'

interface GrowthPanelProps {
  plant: Plant
  className?: string
}

/** The light of today and the degree days since the planting; absent where nothing measures them. */
export function GrowthPanel({ plant, className }: GrowthPanelProps) {
  const { data, isError, refetch } = useQuery(growthQuery(plant.plantId))
  const { data: probes } = useQuery(probesQuery(plant.plantId))
  const { data: series = NONE } = useQuery(newestSeries)
  const light = data?.light
  const degrees = data?.degreeDays
  if (isError && !data)
    return (
      <Panel title={TITLE} className={className}>
        <ErrorState message={FAILURE} action={<Button onClick={() => void refetch()}>Try again</Button>} />
      </Panel>
    )
  if (!light && !degrees) return undefined
  const range = probes?.ideal.find(({ metric }) => metric === DAILY_LIGHT)
  const lightDays = series.find(({ seriesId }) => seriesId === light?.dailySeriesId)
  const degreeDays = series.find((one) => one.plant?.plantId === plant.plantId && one.metric === DEGREE_DAYS)
  return (
    <Panel title={TITLE} className={className}>
      <div className="grid gap-x-6 gap-y-5 border-t border-line p-4 sm:grid-cols-2 sm:p-6">
        {light && <LightToday light={light} goal={range ? lightGoal(range) : null} series={lightDays} />}
        {degrees && <DegreeDays degrees={degrees} series={degreeDays} />}
      </div>
    </Panel>
  )
}

const TITLE = 'Light and warmth'
const FAILURE = 'The light and the degree days could not be loaded.'
const DAILY_LIGHT = 'dailyLight'
const DEGREE_DAYS = 'degreeDays'
const NONE: readonly never[] = []

interface LightTodayProps {
  light: PlantLight
  goal: number | null
  /** Of finished days; undefined before the first. */
  series: Series | undefined
}

function LightToday({ light, goal, series }: LightTodayProps) {
  const { today, days } = light
  const facts = [paceWords(today, goal), sensorWords(light)].filter((words) => words !== '')
  return (
    <div className="flex items-center gap-4">
      {goal === null ? <Days days={days} /> : <Ring share={today.sum / goal} />}
      <div className="min-w-0">
        <h3 className="text-sm text-ink-soft">Light today</h3>
        <p className="text-lg font-semibold">{sumWords(today.sum, goal)}</p>
        <p className="text-sm text-ink-soft">{facts.join(', ')}</p>
        {series && <ToHistory series={series}>Light in History</ToHistory>}
      </div>
    </div>
  )
}

const RADIUS = 32
const AROUND = 2 * Math.PI * RADIUS

/** Draws how much of a goal is reached; the words beside it say it. */
function Ring({ share }: { share: number }) {
  return (
    <svg aria-hidden viewBox="0 0 80 80" className="size-20 shrink-0 -rotate-90 fill-none stroke-[8]">
      <circle cx="40" cy="40" r={RADIUS} className="stroke-sunken" />
      <circle
        cx="40"
        cy="40"
        r={RADIUS}
        strokeLinecap={share > 0 ? 'round' : 'butt'}
        strokeDasharray={`${Math.min(Math.max(share, 0), 1) * AROUND} ${AROUND}`}
        style={{ stroke: 'var(--light)' }}
      />
    </svg>
  )
}

function Days({ days }: Pick<PlantLight, 'days'>) {
  const spots = days.map(({ date, sum }) => ({ time: Date.parse(date), value: sum }))
  const [first, last] = [spots[0], spots.at(-1)]
  if (!first || !last || first === last) return undefined
  return (
    <Sparkline range={{ from: first.time, to: last.time }} runs={[spots]} colour="light" className="w-20 shrink-0" />
  )
}

/** Links to the last 30 days of a series. */
function ToHistory({ series, children }: { series: Series; children: string }) {
  const search = new URLSearchParams({
    device: series.deviceId,
    tab: sensorKey({ metric: metricOfSeries(series), channel: series.channel }),
    range: '30d',
  })
  return (
    <Link
      to={`/history?${search}`}
      className="hit-area mt-1 inline-block text-sm font-semibold text-leaf-strong underline underline-offset-4"
    >
      {children}
    </Link>
  )
}

function DegreeDays({ degrees, series }: { degrees: PlantDegreeDays; series: Series | undefined }) {
  const { celsius } = useSettings()
  const { sum, facts } = degreeWords(degrees, celsius)
  return (
    <div className="min-w-0">
      <h3 className="text-sm text-ink-soft">Degree days</h3>
      <p className="text-lg font-semibold">{sum}</p>
      {facts.map((fact) => (
        <p key={fact} className="text-sm text-ink-soft">
          {fact}
        </p>
      ))}
      {series && <ToHistory series={series}>Degree days in History</ToHistory>}
    </div>
  )
}
