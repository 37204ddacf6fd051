import type { Episode, Plant } from '@greenhouse/contract'
import { AlarmClock, Droplet } from 'lucide-react'
import { momentWords } from '../../lib/moment-words.ts'
import { EpisodeMarks, EpisodeSign } from '../../shared/episode/episode-parts.tsx'
import { Role } from '../../shared/household/roles.tsx'
import { dueLabel } from '../../shared/plant/due.ts'
import { PlantDrawing } from '../../shared/plant/plant-drawing.tsx'
import { WaterGauge } from '../../shared/plant/water-gauge.tsx'
import { Button } from '../../ui/button.tsx'
import { AlertTitle } from './alert-title.tsx'
import { Fact, FACTS } from './open-facts.tsx'
import { ACTIONS, QUIET, ROW } from './row-layout.ts'

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
  const lastWatered = plant?.lastWatered ?? null
  const { taskId, name } = episode
  return (
    <li className={ROW}>
      <span className="mt-0.5">
        <EpisodeSign episode={episode} isUrgent />
      </span>
      <div className="grid min-w-0 grid-cols-1 gap-2.5">
        <p className="text-[1.0625rem] leading-snug font-semibold">
          <AlertTitle episode={episode} /> <EpisodeMarks episode={episode} seenBefore={seenBefore} />
        </p>
        <dl className={FACTS}>
          <Fact name="due" className="text-danger">
            {(plant && dueLabel(plant, now)) ?? momentWords(episode.openedAt, now)}
          </Fact>
          {lastWatered !== null && <Fact name="last watered">{momentWords(lastWatered, now)}</Fact>}
          {plant && plant.waterEvery !== null && (
            <Fact name="plan">every {plant.waterEvery === 1 ? 'day' : `${plant.waterEvery} days`}</Fact>
          )}
        </dl>
      </div>
      {plant && (
        <span className="flex gap-2.5 self-start max-lg:hidden lg:justify-self-end">
          <PlantDrawing type={plant.plantType} className="size-14 rounded-small bg-sunken p-1.5" />
          <WaterGauge plant={plant} now={now} />
        </span>
      )}
      <Role atLeast="carer">
        <div className={ACTIONS}>
          <Button
            variant={isFirst ? 'leaf' : 'soft'}
            disabled={plant === undefined}
            onClick={() => plant && onWater(plant)}
            className="max-lg:grow"
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
