import { addressOf, careRoutes, photoRoutes, PROBLEM_PREFIX } from '@greenhouse/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from '../../../lib/call.ts'
import { aPlant } from '../../plant/plant.fixture.ts'
import { openQueueOf } from '../../queue/queue.fixture.ts'
import { queue } from '../../queue/queue.ts'
import { NoteSheet } from '../note-sheet.tsx'
import { stubCanvas } from './canvas.fixture.ts'
import { aPhoto } from './photo.fixture.ts'

const PLANT = aPlant()
const BASIL = aPlant({ plantId: '0190a1b2-0000-4000-8000-0000000000d2', plantName: 'Sweet basil' })
const PHOTOS = addressOf(photoRoutes.add, { params: { plantId: PLANT.plantId } })

let network: Awaited<ReturnType<typeof openQueueOf>>

beforeEach(async () => {
  network = await openQueueOf()
})
afterEach(async () => {
  cleanup()
  await network.end()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

interface Sent {
  readonly path: string
  readonly query: URLSearchParams
  readonly body: unknown
}

/** Opens the form. `answer` is the reply to each upload. */
function open({ answer = () => Response.json(aPhoto()), others = [] as (typeof BASIL)[], files = [] as File[] } = {}) {
  const sent: Sent[] = []
  const receive = (url: string, body: unknown) => {
    const { pathname: path, searchParams: query } = new URL(url, 'http://localhost')
    sent.push({ path, query, body })
  }
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    if (typeof body === 'string') receive(url, JSON.parse(body))
    return Response.json({ care: [], merged: false })
  })
  vi.stubGlobal('XMLHttpRequest', xhrThat(receive, answer))
  const onClose = vi.fn<() => void>()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <NoteSheet open plants={[PLANT]} others={others} zone="Europe/Copenhagen" files={files} onClose={onClose} />
    </QueryClientProvider>,
  )
  const sheet = within(screen.getByRole('dialog', { name: 'Note or photo' }))
  return {
    sent,
    onClose,
    sheet,
    save: () => fireEvent.click(sheet.getByRole('button', { name: 'Save' })),
    choose: (...chosen: File[]) =>
      fireEvent.change(sheet.getByLabelText('Choose photos'), { target: { files: chosen } }),
  }
}

/** A request that is answered in the next task. */
function xhrThat(receive: (url: string, body: unknown) => void, answer: () => Response) {
  return class extends EventTarget {
    readonly upload = new EventTarget()
    status = 0
    responseText = ''
    #url = ''
    open(_method: string, url: string) {
      this.#url = url
    }
    setRequestHeader() {}
    abort() {}
    getAllResponseHeaders() {
      return 'content-type: application/json\r\n'
    }
    async send(body: Blob) {
      receive(this.#url, body)
      const reply = answer()
      this.status = reply.status
      this.responseText = await reply.text()
      this.dispatchEvent(new Event('load'))
    }
  }
}

const photo = (name = 'IMG_0412.jpg') => new File([name], name, { type: 'image/jpeg' })
const refusal = (status: number, code: string, title: string) =>
  Response.json({ type: `${PROBLEM_PREFIX}${code}`, title, status }, { status })

test('sends the note first, then its photos one by one, each with its own id', async () => {
  stubCanvas()
  const { sent, onClose, sheet, save, choose } = open()
  choose(photo('one.jpg'), photo('two.jpg'))
  await sheet.findByRole('button', { name: 'Remove two.jpg' })
  fireEvent.change(sheet.getByLabelText('Text'), { target: { value: 'First truss' } })
  save()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent.map(({ path }) => path)).toEqual([careRoutes.add.path, PHOTOS, PHOTOS])
  const [care, ...photos] = sent
  for (const { query } of photos) expect(care?.body).toMatchObject({ careId: query.get('careId') })
  expect(new Set(photos.map(({ query }) => query.get('photoId'))).size).toBe(2)
  expect(photos.map(({ body }) => (body as Blob).type)).toEqual(['image/jpeg', 'image/jpeg'])
})

test('a note for other plants says that its photos are added to one of them', async () => {
  stubCanvas()
  const { sent, onClose, sheet, save, choose } = open({ others: [BASIL] })
  fireEvent.click(sheet.getByRole('checkbox', { name: 'Sweet basil' }))
  expect(sheet.getByRole('status').textContent).toBe('')
  choose(photo('one.jpg'))
  await sheet.findByText(/^The photos are added to/)
  expect(sheet.getByRole('status').textContent).toBe('The photos are added to San Marzano alone.')
  fireEvent.change(sheet.getByLabelText('Text'), { target: { value: 'Repotted all' } })
  save()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent[0]?.body).toMatchObject({ plantIds: [PLANT.plantId, BASIL.plantId] })
  expect(sent.slice(1).map(({ path }) => path)).toEqual([PHOTOS])
})

test('photos need no text, and the server makes their entry', async () => {
  stubCanvas()
  const { sent, onClose, save, sheet } = open({ files: [photo('new.jpg')] })
  await sheet.findByRole('button', { name: 'Remove new.jpg' })
  save()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent.map(({ path }) => path)).toEqual([PHOTOS])
})

test('a note without a text is refused for other plants, which get no photos', async () => {
  stubCanvas()
  const { sent, sheet, save, choose } = open({ others: [BASIL] })
  choose(photo())
  fireEvent.click(sheet.getByRole('checkbox', { name: 'Sweet basil' }))
  save()
  await sheet.findByText('Write a note')
  expect(sent).toEqual([])
})

test('a photo that was removed again is not sent, and an entry has at most ten', async () => {
  stubCanvas()
  const { sent, sheet, save, choose, onClose } = open()
  choose(...Array.from({ length: 12 }, (_, index) => photo(`${index}.jpg`)))
  await sheet.findByText('An entry can have 10 photos.')
  expect(sheet.queryByLabelText('Choose photos')).toBeNull()
  for (let index = 0; index < 9; index++)
    fireEvent.click(await sheet.findByRole('button', { name: `Remove ${index}.jpg` }))
  save()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent).toHaveLength(1)
})

test('the form stays open for a photo that the server refuses, and tries only that one again', async () => {
  stubCanvas()
  const answers = [
    Response.json(aPhoto()),
    refusal(409, 'photo.too-many', 'This plant has 1,000 photos. Delete one to add another.'),
    Response.json(aPhoto()),
  ]
  const { sent, sheet, save, choose, onClose } = open({ answer: () => answers.shift() ?? Response.error() })
  choose(photo('one.jpg'), photo('two.jpg'))
  fireEvent.change(sheet.getByLabelText('Text'), { target: { value: 'First truss' } })
  save()
  await sheet.findByText('This plant has 1,000 photos. Delete one to add another.', { exact: false })
  sheet.getByText('One photo was not added.')
  // The entry is logged.
  expect(sheet.queryByLabelText('Text')).toBeNull()
  const refused = sent.at(-1)?.query.get('photoId')
  save()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent.map(({ path }) => path)).toEqual([careRoutes.add.path, PHOTOS, PHOTOS, PHOTOS])
  expect(sent.at(-1)?.query.get('photoId')).toBe(refused)
})

test('a photo waits for the network with its preview', async () => {
  stubCanvas()
  network.setOnline(false)
  const { sent, save, onClose, sheet } = open({ files: [photo()] })
  await sheet.findByRole('button', { name: 'Remove IMG_0412.jpg' })
  save()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent).toEqual([])
  expect(queue.acts).toMatchObject([
    { route: 'photo', label: 'Photo of San Marzano', preview: 'data:image/jpeg;base64,' },
  ])
})

test('a file is sent with its type and its session, and its reply is read like any other', async () => {
  const received: unknown[] = []
  vi.stubGlobal(
    'XMLHttpRequest',
    xhrThat(
      (url, body) => received.push(url, body),
      () => refusal(404, 'plant.not-found', 'You have no such plant.'),
    ),
  )
  const body = new Blob(['photo'])
  const params = { plantId: PLANT.plantId }
  const sent = call(photoRoutes.add, { params, query: { photoId: BASIL.plantId }, body })
  await expect(sent).rejects.toMatchObject({ status: 404, code: 'plant.not-found' })
  expect(received).toEqual([`${PHOTOS}?photoId=${BASIL.plantId}`, body])
})

test('a photo shows how much of it has been sent', async () => {
  stubCanvas()
  const { sheet, save, onClose } = open({ files: [photo()] })
  const upload = new EventTarget()
  const arrived = Promise.withResolvers<void>()
  const Answered = xhrThat(
    () => {},
    () => Response.json(aPhoto()),
  )
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends Answered {
      override readonly upload = upload
      override async send(body: Blob) {
        await arrived.promise
        await super.send(body)
      }
    },
  )
  await sheet.findByRole('button', { name: 'Remove IMG_0412.jpg' })
  save()
  const bar = await sheet.findByRole('progressbar', { name: 'Sending IMG_0412.jpg' })
  // The request is sent in a task of its own.
  await waitFor(() => {
    act(() => void upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 1, total: 4 })))
    expect(bar.getAttribute('value')).toBe('0.25')
  })
  arrived.resolve()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})
