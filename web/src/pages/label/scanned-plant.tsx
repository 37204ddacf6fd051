import { dateIn, type Household, type Plant } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { Camera } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { classes } from '../../lib/classes.ts'
import { browserTimeZone } from '../../lib/time-zone.ts'
import { useNow } from '../../lib/use-now.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { useMay } from '../../shared/household/household-queries.ts'
import { ViewerNote } from '../../shared/household/roles.tsx'
import { usePlaceTree } from '../../shared/place/place-queries.ts'
import { dueLabel, isThirsty, lastWateredText } from '../../shared/plant/due.ts'
import { useCover } from '../../shared/plant/cover-queries.ts'
import { PlantPicture } from '../../shared/plant/plant-picture.tsx'
import { taskList, tasksOfPlant } from '../../shared/task/task-queries.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { useQueued } from '../../shared/queue/queue.ts'
import { WaitingRow } from '../../shared/queue/waiting-row.tsx'
import { settles, waitingFor, waters } from '../../shared/task/waiting-tasks.ts'
import { TaskAct, WaterAct } from './acts.tsx'
import { offeredTasks } from './done-act.ts'

interface ScannedPlantProps {
  plant: Plant
  household: Household
  /** As it is shown: `7QK4-MN2P`. */
  code: string
}

export function ScannedPlant({ plant, household, code }: ScannedPlantProps) {
  usePageTitle(plant.plantName)
  const now = useNow(30_000)
  const zone = household.timeZone ?? browserTimeZone()
  const tasks = tasksOfPlant(useQuery(taskList).data ?? [], plant.plantId)
  const cover = useCover(plant.plantId)
  const mayAct = useMay('carer')
  const waiting = waitingFor(useQueued(), plant.plantId, tasks)
  // They stay with their Undo, although they are due no more.
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const addDone = (taskId: string) => setDone((before) => new Set([...before, taskId]))
  const water = tasks.find(({ kind }) => kind === 'water')
  return (
    <div className="mx-auto grid w-full max-w-110 grid-cols-1 gap-3">
      <div className="flex min-h-11 items-center justify-between gap-4">
        <BackLink to="/">Dashboard</BackLink>
        <span className="text-sm text-ink-soft">{code}</span>
      </div>
      <PlantPicture
        isLarge
        type={plant.plantType}
        cover={cover}
        className={classes('h-55 w-full rounded-card bg-sunken p-6', plant.isDead && 'opacity-50')}
      />
      <Head plant={plant} now={now} />
      <ViewerNote />
      {mayAct && (
        <div className="grid grid-cols-1 gap-2">
          {waiting.map((act) => (
            <WaitingRow key={act.key} act={act} className="rounded-control bg-leaf-wash px-3 py-2" />
          ))}
          {!plant.isDead && !waiting.some((act) => waters(act, plant.plantId) || (water && settles(act, water))) && (
            <WaterAct plant={plant} task={water} now={now} zone={zone} />
          )}
          {!plant.isDead &&
            offeredTasks(tasks, dateIn(now, zone), done)
              .filter((task) => !waiting.some((act) => settles(act, task)))
              .map((task) => (
                <TaskAct key={task.taskId} plant={plant} task={task} now={now} zone={zone} onDone={addDone} />
              ))}
          <Link
            to={`/plants/${plant.plantId}?note=1`}
            className={classes(buttonClass(), 'min-h-14 w-full justify-start!')}
          >
            <Camera aria-hidden className="size-5" />
            Note or photo
          </Link>
        </div>
      )}
      <p className="text-sm text-ink-soft">
        Last watered: {lastWateredText(plant)}
        {plant.lastWatered !== null && water?.lastDoneBy && (
          <>
            {' '}
            by <bdi>{water.lastDoneBy}</bdi>
          </>
        )}
      </p>
    </div>
  )
}

function Head({ plant, now }: { plant: Plant; now: number }) {
  const { plantName, plantType, waterEvery, isDead } = plant
  const place = usePlaceTree().byId.get(plant.placeId ?? '')?.name
  const due = isDead ? 'Dead' : dueLabel(plant, now)
  return (
    <div>
      <h1 className="text-2xl wrap-anywhere">
        <bdi>{plantName}</bdi>
      </h1>
      <p className="wrap-anywhere text-ink-soft">
        <bdi>{plantType}</bdi>
        {place !== undefined && (
          <>
            , <bdi>{place}</bdi>
          </>
        )}
        .{' '}
        {due !== undefined && (
          <span className={isThirsty(plant, now) ? 'font-medium text-danger' : undefined}>
            {due === 'Today' ? 'Due today' : due}
          </span>
        )}
        {due !== undefined &&
          !isDead &&
          waterEvery !== null &&
          `, every ${waterEvery === 1 ? 'day' : `${waterEvery} days`}`}
        {due !== undefined && '.'}
      </p>
    </div>
  )
}
