import { MINUTE_MS, type Plant } from '@greenhouse/contract'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { ConditionsPanel } from './conditions-panel.tsx'
import { NoteSheet } from '../../shared/care/note-sheet.tsx'
import { MovePlantsDialog } from '../../shared/plant/move-plants-dialog.tsx'
import { PlantDetails } from '../../shared/plant/plant-details.tsx'
import { PlantDialog, type PlantDialogMode } from '../../shared/plant/plant-dialog.tsx'
import { DeleteQuestion, RemoveQuestion } from '../../shared/plant/plant-questions.tsx'
import { useWatering } from '../../shared/plant/use-watering.tsx'
import { useSettings } from '../../shared/settings/settings-queries.ts'
import { useNow } from '../../lib/use-now.ts'
import { WaitingPanel } from './waiting-panel.tsx'
import { LogPanel } from './log-panel.tsx'
import { Panel } from './panel.tsx'
import { SoilPanel } from './soil-panel.tsx'
import { GrowthPanel } from './growth-panel.tsx'
import { PlanPanel } from './plan-panel.tsx'
import { PlantHead, type PlantAct } from './plant-head.tsx'

const COLUMN = 'grid min-w-0 grid-cols-1 gap-6 max-lg:contents'

interface PlantPageProps {
  plant: Plant
  plants: readonly Plant[]
}

export function PlantPage({ plant, plants }: PlantPageProps) {
  const [, navigate] = useLocation()
  const { confirmDialog } = useSettings()
  const { water, question } = useWatering(confirmDialog)
  // The page of a label leads to a note.
  const [act, setAct] = useState<PlantAct | undefined>(useSearch().includes('note=1') ? 'note' : undefined)
  const [edited, setEdited] = useState<PlantDialogMode>()
  const now = useNow(MINUTE_MS)
  const close = () => setAct(undefined)
  const edit = (focus?: 'lastWatered') => setEdited({ mode: 'edit', plantId: plant.plantId, focus })
  return (
    <>
      <PlantHead plant={plant} now={now} onAct={setAct} onEdit={() => edit()} onWater={() => water(plant)} />
      <WaitingPanel plantId={plant.plantId} />
      {/* On phones one column: the plan, the conditions, the soil, the log. */}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className={COLUMN}>
          <ConditionsPanel plant={plant} className="max-lg:order-2" />
          <GrowthPanel plant={plant} className="max-lg:order-2" />
          <SoilPanel plant={plant} className="max-lg:order-3" />
          <LogPanel plant={plant} now={now} onAdd={() => setAct('note')} className="max-lg:order-4" />
        </div>
        <div className={COLUMN}>
          <PlanPanel plant={plant} onWater={() => water(plant)} className="max-lg:order-1" />
          <Panel title="Details" className="max-lg:order-5">
            <div className="border-t border-line p-4 sm:p-6">
              <PlantDetails plant={plant} now={now} onChangeWatered={() => edit('lastWatered')} />
            </div>
          </Panel>
        </div>
      </div>
      <NoteSheet plants={[plant]} others={neighboursOf(plant, plants)} open={act === 'note'} onClose={close} />
      <MovePlantsDialog plants={act === 'move' ? [plant] : undefined} onClose={close} />
      <RemoveQuestion plant={plant} open={act === 'remove'} onClose={close} onDone={close} />
      <DeleteQuestion
        plant={plant}
        open={act === 'delete'}
        onClose={close}
        onDone={() => navigate('/plants', { replace: true })}
      />
      <PlantDialog
        shown={edited}
        plants={plants}
        now={now}
        // The page shows the details.
        onShow={(shown) => setEdited(shown?.mode === 'edit' ? shown : undefined)}
        onWater={water}
      />
      {question}
    </>
  )
}

/** Returns the other living plants of the same place; none for a plant without a place. */
function neighboursOf({ plantId, placeId }: Plant, plants: readonly Plant[]): Plant[] {
  if (placeId === undefined) return []
  return plants.filter((other) => other.placeId === placeId && other.plantId !== plantId && !other.isDead)
}
