import { addressOf, photoRoutes, userRoutes, type HouseholdRole, type Photo } from '@greenhouse/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aPhoto } from '../../../shared/care/photo/photo.fixture.ts'
import { ALEX, clientAs } from '../../../shared/household/household.fixture.ts'
import { aPlant } from '../../../shared/plant/plant.fixture.ts'
import { queryKeys } from '../../../shared/query-keys.ts'
import { PhotoPanel } from './photo-panel.tsx'
import { PlantPhotos, usePhotoDialogs } from './plant-photos.tsx'

const PLANT = aPlant({ planted: '2026-03-12T08:00:00.000Z' })
const idOf = (number: number) => `0190a1b2-0000-4000-8000-000000000b0${number}`
const OLDEST = aPhoto({ photoId: idOf(1), takenAt: '2026-03-21T10:00:00.000Z' })
const MIDDLE = aPhoto({ photoId: idOf(2), takenAt: '2026-05-17T10:00:00.000Z', isCover: false, addedBy: ALEX })
const NEWEST = aPhoto({ photoId: idOf(3), isCover: false })
const LIST = photoRoutes.list.path.replace(':plantId', PLANT.plantId)

const NOW = Date.parse('2026-06-20T10:00:00Z')

let photos: Photo[]

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  photos = [NEWEST, MIDDLE, OLDEST]
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function Page({ onPick }: { onPick: (files: readonly File[]) => void }) {
  const dialogs = usePhotoDialogs()
  return (
    <main id="main" tabIndex={-1}>
      <PhotoPanel plant={PLANT} now={NOW} onPick={onPick} onShow={dialogs.view} onCompare={dialogs.compare} />
      <PlantPhotos plant={PLANT} dialogs={dialogs} />
    </main>
  )
}

/** Opens the photos of a plant. Returns what was sent, and the files that were picked. */
function open(role: HouseholdRole = 'owner') {
  const sent: unknown[] = []
  const lists: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname } = new URL(url, 'http://localhost')
    if (method !== 'GET') {
      const change = typeof body === 'string' ? JSON.parse(body) : undefined
      sent.push([method, pathname, change])
      if (method === 'PATCH') photos = editedPhotos(pathname, change)
      else photos = photos.filter(({ photoId }) => !pathname.includes(photoId))
      return method === 'PATCH' ? Response.json(photos[0]) : new Response(null, { status: 204 })
    }
    if (pathname === LIST) {
      lists.push(pathname)
      return Response.json(photos)
    }
    return pathname === userRoutes.get.path ? new Response('', { status: 500 }) : Response.json([])
  })
  const client = clientAs(role)
  client.setQueryData(queryKeys.user, { userId: ALEX })
  const onPick = vi.fn<(files: readonly File[]) => void>()
  render(
    <QueryClientProvider client={client}>
      <Page onPick={onPick} />
    </QueryClientProvider>,
  )
  return { sent, lists, onPick }
}

/** Edits photos as the server does, the newest first. */
function editedPhotos(pathname: string, { takenAt, isCover }: Partial<Photo>): Photo[] {
  return photos
    .map((one) => {
      const isEdited = pathname.includes(one.photoId)
      return {
        ...one,
        isCover: isCover === undefined ? one.isCover : isEdited,
        takenAt: isEdited && takenAt !== undefined ? takenAt : one.takenAt,
      }
    })
    .toSorted((one, other) => other.takenAt.localeCompare(one.takenAt))
}

async function openViewer() {
  fireEvent.click(await screen.findByRole('button', { name: 'Open the photo' }))
  return within(await screen.findByRole('dialog', { name: '16/06/2026, day 96' }))
}

test('photos are listed by date from the oldest to the newest, which is shown large', async () => {
  open()
  await screen.findByAltText('San Marzano, 16/06/2026, day 96')
  const strip = within(screen.getByRole('group', { name: 'Photos by date' }))
  expect(strip.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
    '21/03day 9',
    '17/05day 66',
    '16/06day 96',
  ])
  fireEvent.click(strip.getByLabelText(/day 66/))
  screen.getByAltText('San Marzano, 17/05/2026, day 66')
})

test('a plant without photos asks for one', async () => {
  photos = []
  const { onPick } = open('carer')
  await screen.findByText('One a week shows growth well.')
  const files = [new File(['x'], 'one.jpg')]
  const input = screen.getByLabelText('Take a photo')
  expect(input.getAttribute('capture')).toBe('environment')
  fireEvent.change(input, { target: { files } })
  expect(onPick).toHaveBeenCalledWith(files)
})

test('a viewer is not asked for a photo, and may change none', async () => {
  photos = []
  open('viewer')
  await screen.findByText('No photos yet.')
  expect(screen.queryByLabelText('Take a photo')).toBeNull()
  cleanup()
  photos = [NEWEST, OLDEST]
  open('viewer')
  const viewer = await openViewer()
  expect(viewer.queryByRole('button', { name: 'Delete photo' })).toBeNull()
  for (const name of ['Make it the cover', 'Change date']) expect(viewer.queryByRole('button', { name })).toBeNull()
})

test('a carer changes own photos only', async () => {
  open('carer')
  const viewer = await openViewer()
  const changes = ['Delete photo', 'Change date']
  for (const name of changes) expect(viewer.queryByRole('button', { name })).toBeNull()
  fireEvent.keyDown(window, { key: 'ArrowLeft' })
  const own = within(await screen.findByRole('dialog', { name: '17/05/2026, day 66' }))
  for (const name of changes) own.getByRole('button', { name })
})

test('the arrow keys lead through the photos and stop at both ends', async () => {
  open()
  const viewer = await openViewer()
  fireEvent.keyDown(window, { key: 'ArrowRight' })
  viewer.getByText('3 of 3')
  expect(viewer.getByRole('button', { name: 'Newer photo' }).getAttribute('aria-disabled')).toBe('true')
  for (const at of ['2 of 3', '1 of 3', '1 of 3']) {
    fireEvent.keyDown(window, { key: 'ArrowLeft' })
    viewer.getByText(at)
  }
  // The keys of the browser's own history.
  fireEvent.keyDown(window, { key: 'ArrowRight', altKey: true })
  expect(viewer.getByRole('status').textContent).toBe('1 of 3')
})

test('a swipe leads to the next photo, two fingers to none', async () => {
  open()
  const viewer = await openViewer()
  const image = viewer.getByAltText('San Marzano, 16/06/2026, day 96')
  const swipe = (fingers: number, from: number, to: number) => {
    fireEvent.touchStart(image, { touches: Array.from({ length: fingers }, () => ({ clientX: from })) })
    fireEvent.touchEnd(image, { changedTouches: [{ clientX: to }] })
  }
  const position = () => viewer.getByRole('status').textContent
  swipe(2, 0, 200)
  expect(position()).toBe('3 of 3')
  swipe(1, 0, 200)
  expect(position()).toBe('2 of 3')
})

test('another photo becomes the cover', async () => {
  const { sent } = open()
  const viewer = await openViewer()
  fireEvent.click(viewer.getByRole('button', { name: 'Make it the cover' }))
  await viewer.findByText('Cover')
  expect(sent).toEqual([
    ['PATCH', addressOf(photoRoutes.edit, { params: { photoId: NEWEST.photoId } }), { isCover: true }],
  ])
})

test('a photo with a changed date takes its place in the strip, and keeps its seconds where the date stays', async () => {
  const { sent } = open()
  const viewer = await openViewer()
  fireEvent.click(viewer.getByRole('button', { name: 'Change date' }))
  const form = within(await screen.findByRole('dialog', { name: 'When it was taken' }))
  fireEvent.click(form.getByRole('button', { name: 'Save date' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'When it was taken' })).toBeNull())
  expect(sent).toEqual([])
  fireEvent.click(viewer.getByRole('button', { name: 'Change date' }))
  const again = within(await screen.findByRole('dialog', { name: 'When it was taken' }))
  const save = () => fireEvent.click(again.getByRole('button', { name: 'Save date' }))
  const type = (value: string) => fireEvent.change(again.getByRole('textbox', { name: 'When' }), { target: { value } })
  type('41/04/2026')
  save()
  again.getByText('Not a valid date')
  type('11/04/2027')
  save()
  again.getByText('It cannot be in the future')
  type('11/04/2026')
  save()
  const moved = within(await screen.findByRole('dialog', { name: '11/04/2026, day 30' }))
  expect(moved.getByRole('status').textContent).toBe('2 of 3')
  const takenAt = new Date(NEWEST.takenAt)
  takenAt.setMonth(3, 11)
  takenAt.setSeconds(0, 0)
  expect(sent).toEqual([
    ['PATCH', addressOf(photoRoutes.edit, { params: { photoId: NEWEST.photoId } }), { takenAt: takenAt.toISOString() }],
  ])
  const strip = within(screen.getByRole('group', { name: 'Photos by date', hidden: true }))
  expect(strip.getAllByRole('radio', { hidden: true }).map((radio) => radio.closest('label')?.textContent)).toEqual([
    '21/03day 9',
    '11/04day 30',
    '17/05day 66',
  ])
})

test('the arrow keys turn no photo under a question about it', async () => {
  open()
  const viewer = await openViewer()
  fireEvent.click(viewer.getByRole('button', { name: 'Delete photo' }))
  await screen.findByRole('dialog', { name: 'Delete this photo?' })
  fireEvent.keyDown(window, { key: 'ArrowLeft' })
  expect(viewer.getByRole('status').textContent).toBe('3 of 3')
})

test('a deleted photo gives way to the one before it, and the last one closes the viewer', async () => {
  photos = [NEWEST, OLDEST]
  const { sent } = open()
  await openViewer()
  for (const title of ['16/06/2026, day 96', '21/03/2026, day 9']) {
    const viewer = within(await screen.findByRole('dialog', { name: title }))
    fireEvent.click(viewer.getByRole('button', { name: 'Delete photo' }))
    const question = within(await screen.findByRole('dialog', { name: 'Delete this photo?' }))
    fireEvent.click(question.getByRole('button', { name: 'Delete photo' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull())
  }
  await screen.findByText('No photos yet.')
  expect(document.activeElement?.id).toBe('main')
  expect(sent).toEqual(
    [NEWEST, OLDEST].map(({ photoId }) => [
      'DELETE',
      addressOf(photoRoutes.remove, { params: { photoId } }),
      undefined,
    ]),
  )
})

test('two photos are compared by a slider: the shown one with the oldest', async () => {
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Compare two photos' }))
  const comparison = within(await screen.findByRole('dialog', { name: 'Compare San Marzano' }))
  comparison.getByAltText('Before: 21/03/2026, day 9')
  comparison.getByAltText('After: 16/06/2026, day 96')
  fireEvent.change(comparison.getByLabelText('Before'), { target: { value: MIDDLE.photoId } })
  comparison.getByAltText('Before: 17/05/2026, day 66')
  const slider = comparison.getByRole('slider')
  fireEvent.change(slider, { target: { value: '20' } })
  expect(slider.parentElement?.style.getPropertyValue('--share')).toBe('20%')
})

test('photos are fetched again when a link has ended, and the photo says what is missing until then', async () => {
  photos = [NEWEST]
  const { lists } = open()
  const image = await screen.findByAltText('San Marzano, 16/06/2026, day 96')
  photos = [{ ...NEWEST, large: OLDEST.large }]
  fireEvent.error(image)
  screen.getByText('San Marzano, 16/06/2026, day 96, could not be loaded')
  const again = await screen.findByAltText('San Marzano, 16/06/2026, day 96')
  expect(again.getAttribute('src')).toBe(OLDEST.large)
  expect(lists).toHaveLength(2)
})
