import { daysBetween, type Plant } from '@greenhouse/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Camera, Droplet, Ellipsis, MapPin, Pencil, QrCode, Sprout } from 'lucide-react'
import { Link } from 'wouter'
import type { ReactNode } from 'react'
import { careLog } from './care-queries.ts'
import { useMay } from '../../shared/household/household-queries.ts'
import { Role, ViewerNote } from '../../shared/household/roles.tsx'
import { usePathOfPlace, usePlaceTree } from '../../shared/place/place-queries.ts'
import { isThirsty } from '../../shared/plant/due.ts'
import { PlantDrawing } from '../../shared/plant/plant-drawing.tsx'
import { useEditPlant } from '../../shared/plant/plant-mutations.ts'
import { classes } from '../../lib/classes.ts'
import { toCalendarDate } from '../../lib/dates.ts'
import { shortDate } from '../../lib/short-date.ts'
import { useOnline } from '../../lib/use-online.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { Button } from '../../ui/button.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { PhoneActs } from '../../ui/phone-head.tsx'
import { toastFailure } from '../../ui/toast-failure.ts'
import { CHANGE_TOAST, toast } from '../../ui/toast.ts'

export type PlantAct = 'note' | 'move' | 'remove' | 'delete'

interface PlantHeadProps {
  plant: Plant
  now: number
  onAct: (act: PlantAct) => void
  onEdit: () => void
  onWater: () => void
}

export function PlantHead({ plant, now, ...acts }: PlantHeadProps) {
  const { plantName, plantType, species = '', placeId, isDead } = plant
  const place = usePathOfPlace()(placeId)
  return (
    <>
      <Breadcrumb crumbs={[{ name: 'Plants', to: '/plants' }, { name: plantName }]} className="mb-2 max-sm:hidden" />
      <header
        className={classes(
          'mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-4 max-sm:mb-5',
          isDead && 'rounded-card bg-sunken p-4 sm:p-6',
        )}
      >
        <div className="flex min-w-0 items-start gap-4">
          <PlantDrawing
            type={plantType}
            className={classes(
              'size-16 shrink-0 rounded-control bg-sunken p-2 max-sm:hidden',
              isDead && 'opacity-50 filter-[grayscale(1)]',
            )}
          />
          <div className="min-w-0">
            <h1
              dir="auto"
              className={classes('text-2xl wrap-anywhere max-sm:text-[1.75rem]', isDead && 'text-ink-soft')}
            >
              {plantName}
            </h1>
            <p className="mt-1 text-ink-soft wrap-anywhere">
              <bdi>{plantType}</bdi>
              {species !== '' && (
                <>
                  , <i lang="la">{species}</i>
                </>
              )}
              {!isDead && ageWords(plant, now)}
            </p>
            {place !== undefined && (
              <p className="mt-1 flex items-center gap-1.5 text-sm text-ink-soft max-sm:mt-0">
                <MapPin aria-hidden className="size-4 shrink-0" />
                <bdi className="truncate">{place}</bdi>
              </p>
            )}
            {isDead && <DeathNote plant={plant} now={now} />}
            <ViewerNote className="mt-1 text-ink-soft" />
            <OfflineNote />
          </div>
        </div>
        <div className="flex flex-wrap gap-2 max-sm:w-full">
          {isDead ? <DeadButtons plant={plant} {...acts} /> : <LivingButtons plant={plant} now={now} {...acts} />}
          <More plant={plant} {...acts} />
        </div>
      </header>
    </>
  )
}

/** Says why some buttons are grey. */
function OfflineNote() {
  const mayEdit = useMay('gardener')
  return (
    !useOnline() &&
    mayEdit && <p className="mt-1 text-sm text-sun-ink">Changes of the plant and its plan need the server.</p>
  )
}

/** Returns `, day 96` since it was planted. */
function ageWords({ planted }: Plant, now: number): string {
  if (planted === null) return ''
  const days = daysBetween(toCalendarDate(planted), toCalendarDate(now))
  return days < 0 ? '' : `, day ${days}`
}

/** Says since when a plant is dead, if the newest entries of its log contain that. */
function DeathNote({ plant, now }: { plant: Plant; now: number }) {
  const { data } = useInfiniteQuery(careLog(plant.plantId))
  const died = data?.pages.flat().find(({ kind }) => kind === 'died')
  return (
    <p className="mt-1 font-medium">
      {died ? `Dead since ${shortDate(toCalendarDate(died.at), toCalendarDate(now))}` : 'Dead'}
    </p>
  )
}

function LivingButtons({ plant, now, onAct, onEdit, onWater }: PlantHeadProps) {
  const isOnline = useOnline()
  return (
    <>
      <Role atLeast="carer">
        <Button variant={isThirsty(plant, now) ? 'leaf' : 'soft'} onClick={onWater} className={HALF}>
          <Droplet aria-hidden className="size-4.5" />
          Water
        </Button>
        <Button aria-label="Add note or photo" onClick={() => onAct('note')} className={HALF}>
          <Camera aria-hidden className="size-4.5 max-[22.5rem]:hidden" />
          <span className="max-sm:hidden">Add note or photo</span>
          <span className="sm:hidden">Note or photo</span>
        </Button>
      </Role>
      <Role atLeast="gardener">
        <Button disabled={!isOnline} onClick={onEdit} className="max-sm:hidden">
          <Pencil aria-hidden className="size-4.5" />
          Edit
        </Button>
      </Role>
    </>
  )
}

const HALF = 'max-sm:grow max-sm:basis-0 max-sm:px-2'

/** The QR label, and the menu of a living plant. Phones have them in the head of the page, with the menu's entry Edit. */
function More({ plant, onAct, onEdit }: MoreProps) {
  return (
    <>
      <PlantLabel plant={plant} className="gap-2 px-3 font-semibold max-sm:hidden">
        QR label
      </PlantLabel>
      {!plant.isDead && (
        <Role atLeast="gardener">
          <MoreMenu plant={plant} onAct={onAct} className="max-sm:hidden" />
        </Role>
      )}
      <PhoneActs>
        <PlantLabel plant={plant} className="w-11">
          <span className="sr-only">QR label</span>
        </PlantLabel>
        {!plant.isDead && (
          <Role atLeast="gardener">
            <MoreMenu plant={plant} onAct={onAct} onEdit={onEdit} />
          </Role>
        )}
      </PhoneActs>
    </>
  )
}

type MoreProps = Pick<PlantHeadProps, 'plant' | 'onAct'> & { onEdit?: (() => void) | undefined }

function PlantLabel({ plant, className, children }: { plant: Plant; className: string; children: ReactNode }) {
  return (
    <Link
      to={`/labels?plants=${plant.plantId}`}
      className={classes(
        'inline-flex min-h-11 items-center justify-center rounded-control text-ink-soft hover:bg-sunken',
        className,
      )}
    >
      <QrCode aria-hidden className="size-5" />
      {children}
    </Link>
  )
}

function MoreMenu({ plant: { plantName }, onAct, onEdit, className = '' }: MoreProps & { className?: string }) {
  const hasPlaces = usePlaceTree().byId.size > 0
  const isDisabled = !useOnline()
  const edit: MenuEntry[] = onEdit ? [{ label: 'Edit', isDisabled, onChoose: onEdit }] : []
  const move: MenuEntry = { label: 'Move to…', isDisabled, onChoose: () => onAct('move') }
  const remove: MenuEntry = { label: 'Remove plant', isDanger: true, isDisabled, onChoose: () => onAct('remove') }
  return (
    <Menu
      label={`More for ${plantName}`}
      groups={[[...edit, ...(hasPlaces ? [move] : [])], [remove]].filter((group) => group.length > 0)}
      className={classes('grid size-11 place-items-center rounded-control text-ink-soft hover:bg-sunken', className)}
    >
      <Ellipsis aria-hidden className="size-5" />
    </Menu>
  )
}

function DeadButtons({ plant, onAct }: Pick<PlantHeadProps, 'plant' | 'onAct'>) {
  const { mutateAsync: edit, isPending } = useEditPlant(plant.plantId)
  const isOwner = useMay('owner')
  const isOnline = useOnline()

  async function revive() {
    try {
      await edit({ isDead: false })
      toast.success('Plant revived', CHANGE_TOAST)
    } catch (error) {
      toastFailure(error)
    }
  }

  return (
    <>
      {isOwner && (
        <Button variant="danger" disabled={!isOnline} onClick={() => onAct('delete')}>
          Delete plant
        </Button>
      )}
      <Role atLeast="gardener">
        <Button busy={isPending} disabled={!isOnline} onClick={() => void revive()}>
          <Sprout aria-hidden className="size-4.5" />
          Revive plant
        </Button>
      </Role>
    </>
  )
}
