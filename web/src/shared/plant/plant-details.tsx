import type { Plant } from '@greenhouse/contract'
import type { ReactNode } from 'react'
import { formatDate } from '../../lib/format.ts'
import { failureMessage } from '../../lib/failure-message.ts'
import { Role } from '../household/roles.tsx'
import { usePathOfPlace } from '../place/place-queries.ts'
import { Button } from '../../ui/button.tsx'
import { useDialog } from '../../ui/dialog-state.ts'
import { dueLabel, isThirsty, lastWateredText, plantFacts } from './due.ts'
import { PlantDrawing } from './plant-drawing.tsx'

interface PlantDetailsProps {
  plant: Plant
  now: number
  onChangeWatered: () => void
}

export function PlantDetails({ plant, now, onChangeWatered }: PlantDetailsProps) {
  const place = usePathOfPlace()(plant.placeId)
  const { planted, plantNotes, plantType, species } = plant
  return (
    <div className="grid gap-5">
      <span className="grid h-32 place-items-center rounded-control bg-sunken">
        <PlantDrawing type={plantType} className="size-24" />
      </span>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2.5">
        <Fact name="Type">{plantFacts(plant)}</Fact>
        {species !== undefined && (
          <Fact name="Species">
            <i lang="la">{species}</i>
          </Fact>
        )}
        {place !== undefined && <Fact name="Place">{place}</Fact>}
        <Fact name="Planted">{planted === null ? 'Not recorded' : formatDate(planted)}</Fact>
        <Fact name="Last watered">
          <span className="flex flex-wrap items-center gap-x-3">
            {lastWateredText(plant)}
            <Role atLeast="gardener">
              <button
                type="button"
                onClick={onChangeWatered}
                aria-label="Change last watered"
                className="hit-area text-sm font-semibold text-leaf-strong underline underline-offset-4"
              >
                Change
              </button>
            </Role>
          </span>
        </Fact>
        <Fact name="Next watering">
          <span className={isThirsty(plant, now) ? 'font-medium text-danger' : undefined}>
            {nextWateringText(plant, now)}
          </span>
        </Fact>
        {plantNotes !== '' && <Fact name="Notes">{plantNotes}</Fact>}
      </dl>
    </div>
  )
}

interface DetailsButtonsProps {
  plant: Plant
  now: number
  onRemove: () => void
  onDelete: () => void
  onRevive: () => Promise<void>
  onEdit: () => void
  onWater: () => void
}

/** Living plants can be watered or removed, dead ones revived or deleted. */
export function DetailsButtons({ plant, now, onRemove, onDelete, onRevive, onEdit, onWater }: DetailsButtonsProps) {
  const dialog = useDialog()

  function revive(): void {
    dialog?.setFailure(undefined)
    onRevive().catch((error: unknown) => dialog?.setFailure(failureMessage(error)))
  }

  return (
    <>
      <Role atLeast={plant.isDead ? 'owner' : 'gardener'}>
        <Button variant="danger" onClick={plant.isDead ? onDelete : onRemove} className="sm:me-auto">
          {plant.isDead ? 'Delete plant' : 'Remove plant'}
        </Button>
      </Role>
      <Role atLeast="gardener">
        <Button onClick={onEdit}>Edit</Button>
      </Role>
      <Role atLeast={plant.isDead ? 'gardener' : 'carer'}>
        <Button variant={isThirsty(plant, now) ? 'leaf' : 'soft'} onClick={plant.isDead ? revive : onWater}>
          {plant.isDead ? 'Revive plant' : 'Water'}
        </Button>
      </Role>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="break-words whitespace-pre-line">{children}</dd>
    </>
  )
}

function nextWateringText(plant: Plant, now: number): string {
  if (plant.isDead) return 'None – this plant is dead'
  const label = dueLabel(plant, now)
  if (label === undefined) return 'No schedule'
  return label.endsWith('overdue') ? `Today, ${label}` : label
}
