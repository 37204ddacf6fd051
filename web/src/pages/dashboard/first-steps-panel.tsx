import { mayAs, metricOfSeries, type Household, type Plant, type Series } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { classes } from '../../lib/classes.ts'
import { formatTime } from '../../lib/format.ts'
import { useHousehold } from '../../shared/household/household-queries.ts'
import { showValue } from '../../shared/metric/show-value.ts'
import { PlantDialog, type PlantDialogMode } from '../../shared/plant/plant-dialog.tsx'
import { ruleList } from '../../shared/rule/rule-queries.ts'
import { limitsOf } from '../../shared/series/device-tiles.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { areFirstStepsHidden, FROST_LIMIT, hideFirstSteps, type DaySoFar } from './first-day.ts'
import { Panel } from './panel.tsx'

interface FirstStepsPanelProps {
  day: DaySoFar
  plants: readonly Plant[]
  celsius: boolean
  now: number
}

/** Counts what a new household has, and offers what it lacks and the reader may add. */
export function FirstStepsPanel({ day, plants, celsius, now }: FirstStepsPanelProps) {
  const { device, since } = day
  const household = useHousehold()
  const [isHidden, setHidden] = useState(() => areFirstStepsHidden(device))
  const [shown, setShown] = useState<PlantDialogMode>()
  const steps = useSteps({ day, plants, celsius, household, onAddPlant: () => setShown({ mode: 'add' }) })
  if (isHidden || steps.length === 0) return undefined
  const next = steps.find(({ isDone }) => !isDone)

  function hide() {
    hideFirstSteps(device)
    setHidden(true)
    // The button that had the focus is removed.
    document.getElementById('main')?.focus({ preventScroll: true })
  }

  return (
    <>
      <Panel
        id="first-steps"
        title="Your first day"
        aside={`${1 + steps.filter(({ isDone }) => isDone).length} of ${1 + steps.length}`}
      >
        <ul>
          <StepRow title="First reading received" note={<Received name={device.deviceName} since={since} />} isDone />
          {steps.map(({ title, note, isDone, act }) => (
            <StepRow key={title} title={title} note={note} isDone={isDone} act={act(title === next?.title)} />
          ))}
        </ul>
        <div className="flex justify-end border-t border-line px-2 py-1 sm:px-3">
          <Button variant="ghost" className="border-0!" onClick={hide}>
            Hide
          </Button>
        </div>
      </Panel>
      <PlantDialog shown={shown} plants={plants} now={now} onShow={setShown} onWater={() => undefined} />
    </>
  )
}

function Received({ name, since }: { name: string; since: number }) {
  return (
    <>
      <bdi>{name}</bdi>, {formatTime(since)}
    </>
  )
}

interface Step {
  readonly title: string
  readonly note: string
  readonly isDone: boolean
  /** The first button is the filled one of the panel. */
  readonly act: (isFirst: boolean) => ReactNode
}

interface StepsOptions extends Pick<FirstStepsPanelProps, 'day' | 'plants' | 'celsius'> {
  household: Household | undefined
  onAddPlant: () => void
}

/** Returns the steps that the reader may take. */
function useSteps({ day: { series }, plants, celsius, household, onAddPlant }: StepsOptions): Step[] {
  const { data: rules = [] } = useQuery(ruleList)
  if (!household || !mayAs(household.role, 'gardener')) return []
  const link = (to: string, words: string) => (isFirst: boolean) => (
    <Link to={to} className={buttonClass({ variant: isFirst ? 'leaf' : 'soft' })}>
      {words}
    </Link>
  )
  const frost: Step | undefined = series && {
    title: 'Set a frost warning',
    note: 'By ntfy, e-mail or in the browser',
    isDone: limitsOf(rules, series.seriesId).lower !== undefined,
    act: link(frostPath(series, celsius), 'Set'),
  }
  const plant: Step = {
    title: 'Add a plant',
    note: 'To be told when it needs water',
    isDone: plants.length > 0,
    act: (isFirst) => (
      <Button variant={isFirst ? 'leaf' : 'soft'} onClick={onAddPlant}>
        Add
      </Button>
    ),
  }
  const invite: Step | undefined = mayAs(household.role, 'owner')
    ? {
        title: 'Invite somebody',
        note: 'They can water while you are away',
        isDone: household.people.length > 1,
        act: link('/household?invite=1', 'Invite'),
      }
    : undefined
  return [frost, plant, invite].filter((step) => step !== undefined)
}

/** Returns the page of a new rule, filled in. Its limit is in the unit of the reader. */
function frostPath(series: Series, celsius: boolean): string {
  const limit = showValue(metricOfSeries(series), FROST_LIMIT, celsius).text
  return `/rules/new?${new URLSearchParams({ series: series.seriesId, kind: 'below', limit })}`
}

interface StepRowProps extends Pick<Step, 'title' | 'isDone'> {
  note: ReactNode
  act?: ReactNode
}

function StepRow({ title, note, isDone, act }: StepRowProps) {
  return (
    <li className="flex min-h-16 items-center gap-3 border-t border-line px-4 py-2.5 sm:px-5">
      <span
        aria-hidden
        className={classes(
          'grid size-6 shrink-0 place-items-center rounded-pill',
          isDone ? 'bg-leaf-wash text-leaf-strong' : 'border border-dashed border-ink-soft',
        )}
      >
        {isDone && <Check className="size-4" />}
      </span>
      <span className="min-w-0 grow">
        <span className="block leading-snug">
          {title}
          {isDone && <span className="sr-only">, done</span>}
        </span>
        <span className="block text-sm leading-snug text-ink-soft">{note}</span>
      </span>
      {!isDone && act}
    </li>
  )
}
