import {
  addressOf,
  boardRoutes,
  brokerRoutes,
  hubRoutes,
  type Board,
  type Broker,
  type HeardOnce,
  type Hub,
} from '@greenhouse/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { aBoard } from '../../../shared/board/board.fixture.ts'
import { BoardPanels } from './board-panels.tsx'

const DEVICE = {
  deviceId: '0b0f2a54-6a5e-4c27-9d8e-3a3a1f0c7e01',
  userId: '0b0f2a54-6a5e-4c27-9d8e-3a3a1f0c7e02',
  deviceName: 'North end',
  deviceDescription: '',
  createdAt: '2026-06-16T12:00:00.000Z',
  waitTime: '30',
  connected: false,
  lastSeenAt: null,
  refused: { count: 0, reason: null, at: null },
}
const BROKER: Broker = {
  brokerId: '0b0f2a54-6a5e-4c27-9d8e-3a3a1f0c7e05',
  url: 'mqtts://broker.example.org:8883',
  username: 'grower',
  hasPassword: true,
  topics: ['zigbee2mqtt/#', 'garden/#'],
  ca: '',
  createdAt: '2026-06-16T12:00:00.000Z',
  state: 'failed',
  lastError: 'The broker refused the user name or the password.',
  rate: 0,
}
const HUB = {
  hubId: '0b0f2a54-6a5e-4c27-9d8e-3a3a1f0c7e03',
  name: 'Shed',
  createdAt: '2026-06-16T12:00:00.000Z',
  lastSeenAt: null,
}

// The first import of a lazy module can take longer than a test waits.
beforeAll(() => import('./board-dialogs.tsx'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

interface Served {
  boards?: readonly Board[]
  heardOnce?: readonly HeardOnce[]
  hubs?: readonly Hub[]
  brokers?: readonly Broker[]
}

/** Returns the requests. */
function show({ boards = [], heardOnce = [], hubs = [], brokers = [] }: Served, devices = [DEVICE]) {
  const sent: unknown[] = []
  const ignored = new Set<string>()
  const onClaimed = vi.fn<(device: { deviceId: string }) => void>()
  // Changes persist, because lists are refetched after each one.
  const ignoreAddress = ({ boardId }: Board) => addressOf(boardRoutes.ignore, { params: { boardId } })
  const kept = (one: Board) => ({ ...one, ignored: one.ignored || ignored.has(ignoreAddress(one)) })
  vi.stubGlobal('fetch', async (url: string, { method, body }: { method?: string; body?: string } = {}) => {
    if (method === 'POST' || method === 'PATCH') sent.push([url, JSON.parse(body ?? 'null')])
    if (url.endsWith('/claim')) return Response.json({ ...DEVICE, deviceName: 'Bench C', deviceToken: 'token' })
    if (url.endsWith('/ignore')) {
      ignored.add(url)
      return new Response(null, { status: 204 })
    }
    if (url.startsWith(brokerRoutes.list.path)) return Response.json(method === 'GET' ? brokers : BROKER)
    if (method === 'POST') return Response.json({ ...HUB, token: 'secret-token' })
    if (url === boardRoutes.list.path) return Response.json(boards.map(kept))
    if (url === boardRoutes.heardOnce.path) return Response.json(heardOnce)
    return url === hubRoutes.list.path ? Response.json(hubs) : new Response(null, { status: 503 })
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <BoardPanels devices={devices} onClaimed={onClaimed} celsius onAddByHand={() => undefined}>
        <p>The devices</p>
      </BoardPanels>
    </QueryClientProvider>,
  )
  return { sent, onClaimed }
}
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const press = async (name: string | RegExp) => fireEvent.click(await button(name))
const newBoards = () => screen.queryByRole('region', { name: 'New boards' })
const claimAddress = addressOf(boardRoutes.claim, { params: { boardId: aBoard().boardId } })

test('shows no panel of new boards before a token, hub or broker exists', async () => {
  show({ boards: [aBoard({ deviceId: DEVICE.deviceId })] })
  await button('Make a token')
  expect(newBoards()).toBeNull()
})

test('the panel of new boards explains itself once there is a token', async () => {
  show({ hubs: [HUB] })
  await screen.findByText('No unclaimed boards')
  expect(screen.getByText(/announce themselves on the network appear here/)).toBeDefined()
})

test('names the boards with a single message and explains their absence from the list', async () => {
  const heardOnce = ['A4C138F0B2D1', 'A4C138F0B2D2'].map((externalId) => ({
    family: 'theengs',
    externalId,
    seenAt: '2026-06-16T12:00:00.000Z',
  }))
  show({ heardOnce })
  const line = (await screen.findByText('Heard once: 2 more')).closest('p')
  expect(line?.textContent).toMatch(/overhears boards of neighbours, so these are listed with their second message/)
  expect(line?.textContent).not.toMatch(/Many new boards/)
  expect(line?.title).toBe('Bluetooth A4C138F0B2D1\nBluetooth A4C138F0B2D2')
})

test('a board is claimed with its labels, its interval and its kept series', async () => {
  const measures = [
    { metric: 'temperature', channel: '', value: 24.6, unit: '°C' },
    { metric: 'other', channel: 'uptime', value: 3600, unit: 's' },
  ]
  const { sent, onClaimed } = show({ boards: [aBoard({ name: 'Bench C', measures })] })
  await press('Claim Bench C')
  const sheet = within(await screen.findByRole('dialog', { name: 'Claim this board' }))
  expect(sheet.getByText('1 of 2')).toBeDefined()
  expect(sheet.getByText(/^36 readings since .* are waiting and will be kept\.$/)).toBeDefined()
  fireEvent.change(sheet.getByRole('textbox', { name: 'Label of Temperature' }), { target: { value: 'Air' } })
  fireEvent.change(sheet.getByRole('textbox', { name: 'Name' }), { target: { value: 'x' } })
  fireEvent.click(sheet.getByRole('button', { name: 'Claim board' }))
  await sheet.findByText('Name must be between 2 and 30 characters.')
  expect(sent).toEqual([])
  fireEvent.change(sheet.getByRole('textbox', { name: 'Name' }), { target: { value: 'Bench' } })
  fireEvent.click(sheet.getByRole('button', { name: 'Claim board' }))
  const series = [
    { metric: 'temperature', channel: '', label: 'Air', visible: true },
    { metric: 'other', channel: 'uptime', label: '', visible: false },
  ]
  await waitFor(() => expect(sent).toEqual([[claimAddress, { deviceName: 'Bench', waitTime: '30', series }]]))
  await waitFor(() => expect(onClaimed).toHaveBeenCalledOnce())
})

test('a board with a new address is assigned to its existing device', async () => {
  const { sent } = show({ boards: [aBoard()] })
  await press('Claim tasmota_8F2A11')
  await press('A device I have')
  await press('Claim board')
  await waitFor(() => expect(sent).toEqual([[claimAddress, { deviceId: DEVICE.deviceId }]]))
})

test('the sheet offers no devices to a person without any', async () => {
  show({ boards: [aBoard()] }, [])
  await press('Claim tasmota_8F2A11')
  await button('Claim board')
  expect(screen.queryByRole('button', { name: 'A device I have' })).toBeNull()
})

test('an ignored board is hidden at once, and shown on request', async () => {
  const boards = [
    aBoard(),
    aBoard({ boardId: '0b0f2a54-6a5e-4c27-9d8e-3a3a1f0c7e04', name: 'Neighbour', ignored: true }),
  ]
  const { sent } = show({ boards })
  await button('Claim tasmota_8F2A11')
  expect(screen.queryByText('Neighbour')).toBeNull()
  await press('Show ignored boards (1)')
  await screen.findByText('Neighbour')
  await press('Ignore tasmota_8F2A11')
  await button('Show tasmota_8F2A11')
  const address = addressOf(boardRoutes.ignore, { params: { boardId: aBoard().boardId } })
  await waitFor(() => expect(sent).toEqual([[address, { ignored: true }]]))
})

test('a token for many boards is shown once', async () => {
  const { sent } = show({})
  await press('Make a token')
  fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Shed' } })
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Make token' }))
  await screen.findByText('secret-token')
  expect(sent).toEqual([[hubRoutes.create.path, { name: 'Shed' }]])
  await press('Done')
  await press('Make a token')
  await screen.findByRole('textbox', { name: 'Name' })
  expect(screen.queryByText('secret-token')).toBeNull()
})

test('a form asks for the password when the server requires it, and keeps its values', async () => {
  const { sent } = show({})
  const serve = fetch
  const refuse = (code: string) =>
    Response.json({ type: `urn:greenhouse:problem:${code}`, title: 'No', status: 401 }, { status: 401 })
  const codes = ['confirm.password', 'password.wrong']
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const answer = await serve(url, init)
    return init.method === 'POST' && codes.length > 0 ? refuse(codes.shift() ?? '') : answer
  })
  await press('Make a token')
  const dialog = () => within(screen.getByRole('dialog'))
  fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Shed' } })
  const submit = () => fireEvent.click(dialog().getByRole('button', { name: 'Make token' }))
  submit()
  const password = await screen.findByLabelText('Your Greenhouse password')
  expect(document.activeElement).toBe(password)
  submit()
  await screen.findByText('Password is required')
  fireEvent.change(password, { target: { value: 'wrong' } })
  submit()
  await screen.findByText('Password is incorrect')
  fireEvent.change(password, { target: { value: 'right' } })
  submit()
  await screen.findByText('secret-token')
  expect(sent).toEqual([
    [hubRoutes.create.path, { name: 'Shed' }],
    [hubRoutes.create.path, { name: 'Shed', password: 'wrong' }],
    [hubRoutes.create.path, { name: 'Shed', password: 'right' }],
  ])
})

test('a broker is added with the topics of families and typed ones', async () => {
  const { sent } = show({})
  await press('Connect a broker')
  const type = async (label: string, value: string) =>
    fireEvent.change(await screen.findByLabelText(label, { exact: true }), { target: { value } })
  await type('Address', '192.168.1.10')
  await press('Connect broker')
  await screen.findByText('Enter an address such as mqtt://192.168.1.10:1883')
  expect(screen.queryByLabelText('Certificate of its authority')).toBeNull()
  await type('Address', 'mqtts://192.168.1.10:8883')
  await type('Certificate of its authority', 'PEM')
  await type('User name', 'grower')
  await type('Password', 'secret')
  const choices = within(screen.getByRole('group', { name: 'What to receive' })).getAllByRole('checkbox')
  for (const box of choices.slice(2)) fireEvent.click(box)
  await type('Other topics', 'garden/#')
  await press('Connect broker')
  const topics = ['homeassistant/#', 'zigbee2mqtt/#', 'garden/#']
  const input = { url: 'mqtts://192.168.1.10:8883', username: 'grower', password: 'secret', ca: 'PEM', topics }
  await waitFor(() => expect(sent).toEqual([[brokerRoutes.create.path, input]]))
})

test('a broker shows its error, and keeps its password unless another is entered', async () => {
  const { sent } = show({ brokers: [BROKER] })
  await screen.findByText('Not connected: The broker refused the user name or the password.')
  await press(`Edit ${BROKER.url}`)
  await screen.findByText('Leave empty to keep it.')
  const url = 'mqtts://broker.example.org:8884'
  fireEvent.change(screen.getByLabelText('Address'), { target: { value: url } })
  await screen.findByText('Enter it again for the new address or certificate.')
  await press('Save changes')
  const { brokerId, username, ca, topics } = BROKER
  const address = addressOf(brokerRoutes.edit, { params: { brokerId } })
  await waitFor(() => expect(sent).toEqual([[address, { url, username, ca, topics }]]))
})
