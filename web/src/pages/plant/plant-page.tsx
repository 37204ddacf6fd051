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
import { useHousehold } from '../../shared/household/household-queries.ts'
import { useSettings } from '../../shared/settings/settings-queries.ts'
import { browserTimeZone } from '../../lib/time-zone.ts'
import { useNow } from '../../lib/use-now.ts'
import { WaitingPanel } from './waiting-panel.tsx'
import { LogPanel } from './log-panel.tsx'
import { Panel } from './panel.tsx'
import { PhotoPanel } from './photos/photo-panel.tsx'
import { PlantPhotos, usePhotoDialogs, type PhotoDialogs } from './photos/plant-photos.tsx'
import { PanelSkeletons, UPPER } from './plant-skeleton.tsx'
import { SoilPanel } from './soil-panel.tsx'
import { GrowthPanel } from './growth-panel.tsx'
import { PlanPanel } from './plan-panel.tsx'
import { PlantHead, type PlantAct } from './plant-head.tsx'
import { useIsLoaded } from './use-is-loaded.ts'

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
  // Taken before the form of their entry is opened.
  const [files, setFiles] = useState<readonly File[]>([])
  const dialogs = usePhotoDialogs()
  const zone = useHousehold()?.timeZone ?? browserTimeZone()
  const close = () => {
    setAct(undefined)
    setFiles([])
  }
  const edit = (focus?: 'lastWatered') => setEdited({ mode: 'edit', plantId: plant.plantId, focus })
  return (
    <>
      <PlantHead plant={plant} now={now} onAct={setAct} onEdit={() => edit()} onWater={() => water(plant)} />
      <WaitingPanel plantId={plant.plantId} />
      <Panels
        plant={plant}
        now={now}
        dialogs={dialogs}
        onAdd={(picked = []) => {
          setFiles(picked)
          setAct('note')
        }}
        onWater={() => water(plant)}
        onEditWatered={() => edit('lastWatered')}
      />
      <PlantPhotos plant={plant} dialogs={dialogs} />
      <NoteSheet
        plants={[plant]}
        others={neighboursOf(plant, plants)}
        zone={zone}
        files={files}
        open={act === 'note'}
        onClose={close}
      />
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

interface PanelsProps {
  plant: Plant
  now: number
  dialogs: PhotoDialogs
  /** @param files photos for the new entry */
  onAdd: (files?: readonly File[]) => void
  onWater: () => void
  onEditWatered: () => void
}

function Panels({ plant, now, dialogs, onAdd, ...acts }: PanelsProps) {
  if (!useIsLoaded(plant.plantId)) return <PanelSkeletons />
  return (
    <>
      <div className={UPPER}>
        <PhotoPanel plant={plant} now={now} onPick={onAdd} onShow={dialogs.view} onCompare={dialogs.compare} />
        <ConditionsPanel plant={plant} className="max-sm:mb-6" />
      </div>
      <LowerPanels plant={plant} now={now} dialogs={dialogs} onAdd={onAdd} {...acts} />
    </>
  )
}

/** On phones one column: the plan, the soil, the log. */
function LowerPanels({ plant, now, dialogs, onAdd, onWater, onEditWatered }: PanelsProps) {
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className={COLUMN}>
        <GrowthPanel plant={plant} className="max-lg:order-2" />
        <SoilPanel plant={plant} className="max-lg:order-3" />
        <LogPanel plant={plant} now={now} onAdd={() => onAdd()} onShowPhoto={dialogs.view} className="max-lg:order-4" />
      </div>
      <div className={COLUMN}>
        <PlanPanel plant={plant} onWater={onWater} className="max-lg:order-1" />
        <Panel title="Details" className="max-lg:order-5">
          <div className="border-t border-line p-4 sm:p-6">
            <PlantDetails plant={plant} now={now} onChangeWatered={onEditWatered} />
          </div>
        </Panel>
      </div>
    </div>
  )
}

/** Returns the other living plants of the same place; none for a plant without a place. */
function neighboursOf({ plantId, placeId }: Plant, plants: readonly Plant[]): Plant[] {
  if (placeId === undefined) return []
  return plants.filter((other) => other.placeId === placeId && other.plantId !== plantId && !other.isDead)
}
