import { PROBLEM_PREFIX } from '@greenhouse/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queue } from '../../shared/queue/queue.ts'
import { openQueueOf } from '../../shared/queue/queue.fixture.ts'
import { answering, clientWith, idOf } from '../../shared/task/task.fixture.ts'
import { stubCanvas } from '../../shared/care/photo/canvas.fixture.ts'
import { WaitingScreen } from './waiting-screen.tsx'

let network: Awaited<ReturnType<typeof openQueueOf>>
let calls: Array<{ path: string; body: unknown }>

beforeEach(async () => {
  calls = []
  network = await openQueueOf()
  network.setOnline(false)
})
afterEach(async () => {
  await network.end()
  vi.unstubAllGlobals()
})

function show(code: string) {
  const problem = { type: `${PROBLEM_PREFIX}${code}`, title: 'This plan was ended.', status: 409 }
  const refuse = () => Response.json(problem, { status: 409 })
  const add = () => ({ care: [], merged: false })
  vi.stubGlobal('fetch', answering({ '/done': refuse, 'POST /api/care': add }, calls))
  render(
    <QueryClientProvider client={clientWith([])}>
      <WaitingScreen />
    </QueryClientProvider>,
  )
}

const keep = (number: number, label: string) =>
  act(() =>
    queue.perform({
      route: 'done',
      key: idOf(number),
      label,
      params: { taskId: idOf(501) },
      body: { careId: idOf(number) },
      work: { plantId: idOf(301), kind: 'feed', label: '' },
    }),
  )
const region = (name: string) => within(screen.getByRole('region', { name }))

test('the page says that nothing waits', () => {
  show('task.ended')
  expect(screen.getByText('Nothing waits. All that you did is sent.')).toBeTruthy()
})

test('the page lists what waits with its time, and sends it', async () => {
  show('care.full')
  await keep(801, 'Fed Lemon')
  expect(screen.getByText('Kept on this phone until they are sent.')).toBeTruthy()
  expect(region('Waiting').getByRole('listitem').textContent).toMatch(/^Fed Lemon\d\d\.\d\d$/)
  network.setOnline(true)
  fireEvent.click(screen.getByRole('button', { name: 'Try now' }))
  await screen.findByRole('region', { name: 'Could not be sent' })
  expect(region('Could not be sent').getByText('This plan was ended.')).toBeTruthy()
  expect(region('Could not be sent').getByText(/^today \d\d\.\d\d$/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(calls.filter(({ path }) => path.endsWith('/done'))).toHaveLength(2))
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  await screen.findByText('Nothing waits. All that you did is sent.')
})

test.each(['task.ended', 'task.not-found'])('logs the work without its plan after %s', async (code) => {
  show(code)
  await keep(801, 'Fed Lemon')
  const [kept] = queue.acts
  network.setOnline(true)
  await act(() => queue.flush())
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Log without the plan' }))
  await screen.findByText('Nothing waits. All that you did is sent.')
  expect(calls.at(-1)).toEqual({
    path: 'POST /api/care',
    body: { careId: idOf(801), plantIds: [idOf(301)], kind: 'feed', label: '', at: kept?.at },
  })
})

test('asks about what was done more than 30 days ago', async () => {
  show('care.full')
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
  await keep(801, 'Fed Lemon')
  vi.setSystemTime(Date.now() + 31 * 86_400_000)
  network.setOnline(true)
  await act(() => queue.flush())
  expect(calls).toEqual([])
  expect(region('Send these?').getByText('This is more than 30 days ago.')).toBeTruthy()
  fireEvent.click(region('Send these?').getByRole('button', { name: 'Send it now' }))
  await screen.findByRole('region', { name: 'Could not be sent' })
  expect(calls).toHaveLength(1)
  vi.useRealTimers()
})

test('a photo that can’t be read gives way to another, and photos are counted by their bytes', async () => {
  show('care.full')
  const sent: Blob[] = []
  vi.stubGlobal('XMLHttpRequest', uploadThat(sent))
  stubCanvas()
  const file = new Blob([new Uint8Array(2_100_000)])
  const query = { photoId: idOf(901), careId: idOf(902), takenAt: '2026-06-16T12:12:00.000Z' }
  const label = 'Photo of Lemon'
  const params = { plantId: idOf(301) }
  await act(() => queue.perform({ route: 'photo', key: idOf(901), label, params, query, file, preview: 'data:,' }))
  screen.getByText('1, 2,1 MB')
  network.setOnline(true)
  await act(() => queue.flush())
  screen.getByText('No photo.')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  const another = new File(['another'], 'another.jpg')
  fireEvent.change(screen.getByLabelText('Choose another'), { target: { files: [another] } })
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(await sent[1]?.text()).toBe('2048 by 1536')
  vi.restoreAllMocks()
})

/** A request that refuses each file. */
function uploadThat(sent: Blob[]) {
  return class extends EventTarget {
    readonly upload = new EventTarget()
    readonly status = 400
    readonly responseText = JSON.stringify({
      type: `${PROBLEM_PREFIX}photo.unreadable`,
      title: 'No photo.',
      status: 400,
    })
    open() {}
    setRequestHeader() {}
    getAllResponseHeaders() {
      return 'content-type: application/problem+json\r\n'
    }
    send(body: Blob) {
      sent.push(body)
      queueMicrotask(() => this.dispatchEvent(new Event('load')))
    }
  }
}
