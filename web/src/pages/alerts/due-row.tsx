import type { Episode, Plant } from '@greenhouse/contract'
import { AlarmClock, Droplet } from 'lucide-react'
import { classes } from '../../lib/classes.ts'
import { momentWords } from '../../lib/moment-words.ts'
import { EpisodeMarks, EpisodeSign } from '../../shared/episode/episode-parts.tsx'
import { Role } from '../../shared/household/roles.tsx'
import { dueLabel } from '../../shared/plant/due.ts'
import { PlantDrawing } from '../../shared/plant/plant-drawing.tsx'
import { WaterGauge } from '../../shared/plant/water-gauge.tsx'
import { Button } from '../../ui/button.tsx'
import { AlertTitle } from './alert-title.tsx'
import { Fact, FACTS } from './open-facts.tsx'
import { ACTIONS, ASIDE, BODY, QUIET, ROW, TITLE } from './row-layout.ts'

interface DueRowProps {
  episode: Episode
  plant: Plant | undefined
  now: number
  seenBefore: string | null
  /** Makes its button the filled one of the panel. */
  isFirst: boolean
  onWater: (plant: Plant) => void
  onSnooze: (asked: { taskId: string; name: string }) => void
}

export function DueRow({ episode, plant, now, seenBefore, isFirst, onWater, onSnooze }: DueRowProps) {
  const { taskId, name } = episode
  return (
    <li className={ROW}>
      <span className="mt-0.5 max-xl:hidden">
        <EpisodeSign episode={episode} isUrgent />
      </span>
      <p className={classes(TITLE, 'max-xl:col-start-2 max-xl:row-start-1')}>
        <AlertTitle episode={episode} /> <EpisodeMarks episode={episode} seenBefore={seenBefore} />
      </p>
      <DueFacts episode={episode} plant={plant} now={now} />
      {/* Reserves its room on phones while the plant is loading. */}
      <span
        className={classes(
          'flex max-xl:col-start-1 max-xl:row-span-2 max-xl:row-start-1 max-xl:min-h-12 max-xl:min-w-16 xl:justify-self-end',
          ASIDE,
        )}
      >
        {plant && (
          <span className="flex gap-2 self-start xl:gap-2.5 [&>.water-gauge]:m-0!">
            <PlantDrawing type={plant.plantType} className="size-12 rounded-small bg-sunken p-1.5 xl:size-14" />
            <WaterGauge plant={plant} now={now} />
          </span>
        )}
      </span>
      <Role atLeast="carer">
        <div className={ACTIONS}>
          <Button
            variant={isFirst ? 'leaf' : 'soft'}
            disabled={plant === undefined}
            onClick={() => plant && onWater(plant)}
            className="max-xl:grow"
            aria-label={`Water ${name}`}
          >
            <Droplet aria-hidden className="size-4.5" />
            Water
          </Button>
          {taskId !== null && (
            <button
              type="button"
              aria-label={`Snooze ${name}`}
              onClick={() => onSnooze({ taskId, name })}
              className={QUIET}
            >
              <AlarmClock aria-hidden className="size-4.5 text-ink-soft" />
              Snooze
            </button>
          )}
        </div>
      </Role>
    </li>
  )
}

function DueFacts({ episode, plant, now }: Pick<DueRowProps, 'episode' | 'plant' | 'now'>) {
  const lastWatered = plant?.lastWatered ?? null
  const label = (plant && dueLabel(plant, now)) ?? momentWords(episode.openedAt, now)
  return (
    <div className={classes(BODY, 'max-xl:col-start-2 max-xl:-mt-3')}>
      <div className="max-xl:hidden">
        <dl className={FACTS}>
          <Fact name="due" className="text-danger">
            {label}
          </Fact>
          {lastWatered !== null && <Fact name="last watered">{momentWords(lastWatered, now)}</Fact>}
          {plant && plant.waterEvery !== null && (
            <Fact name="plan">every {plant.waterEvery === 1 ? 'day' : `${plant.waterEvery} days`}</Fact>
          )}
        </dl>
      </div>
      <p className="text-sm text-ink-soft xl:hidden">
        <span className="text-danger">{label}</span>
        {lastWatered !== null && `, last ${momentWords(lastWatered, now)}`}
      </p>
    </div>
  )
}
