import {
  connectionRoutes,
  deviceRoutes,
  newDevice,
  seriesRoutes,
  serverRoutes,
  user,
  userRoutes,
  type NetworkAccess,
  type ServerInfo,
  type UnknownTokens,
  type User,
} from '@greenhouse/contract'
import { replyOf } from '@greenhouse/contract/register'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConnectSheet } from './connect-sheet.tsx'

const DEVICE = newDevice.parse(replyOf(deviceRoutes.create))
const USER = user.parse(replyOf(userRoutes.get))
const INFO: ServerInfo = {
  registrationOpen: false,
  sendsMail: false,
  publicUrl: null,
  mqttPort: 1883,
  mqttTls: false,
}
const NO_TOKENS: UnknownTokens = { isKnown: false, attempts: [] }
const CLOSED: NetworkAccess = { open: false, switchable: true }

interface Served {
  network?: NetworkAccess
  info?: Partial<ServerInfo>
  role?: User['role']
  unknownTokens?: UnknownTokens
}

beforeEach(() => {
  sessionStorage.clear()
  history.replaceState(null, '', '/mydevice?add=1')
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Opens the sheet at its second step, for ESPHome. */
async function showBlock(served: Served) {
  show(served)
  await userEvent.click(await screen.findByRole('button', { name: /^ESPHome/ }))
  await screen.findByLabelText('Name')
}

function show({ network = CLOSED, info = {}, role = 'user', unknownTokens = NO_TOKENS }: Served) {
  const replies: Readonly<Record<string, unknown>> = {
    [serverRoutes.info.path]: { ...INFO, ...info },
    [serverRoutes.networkAccess.path]: network,
    [serverRoutes.boardAddresses.path]: { onlyThisMachine: !network.open, addresses: ['192.168.1.20'] },
    [userRoutes.get.path]: { ...USER, role, email: 'ann@example.org' },
    [deviceRoutes.list.path]: [],
    [deviceRoutes.create.path]: { ...DEVICE, deviceToken: 'the-token' },
    [seriesRoutes.newest.path]: [],
    [connectionRoutes.get.path]: replyOf(connectionRoutes.get),
    [connectionRoutes.unknownTokens.path]: unknownTokens,
  }
  vi.stubGlobal('fetch', async (url: string) => {
    const path = url.split('?')[0] ?? ''
    return path in replies ? Response.json(replies[path]) : new Response(null, { status: 503 })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <ConnectSheet device={undefined} />
    </QueryClientProvider>,
  )
}

const next = () => screen.getByRole('button', { name: 'I have pasted it' })

test('a closed server names the command that lets its only person switch it on', async () => {
  await showBlock({})
  await screen.findByText('A board can’t reach this server yet')
  await screen.findByText('npm run admin -- grant ann@example.org')
  expect(screen.queryByRole('switch')).toBeNull()
  expect(next()).toHaveProperty('disabled', true)
  expect(screen.queryByRole('button', { name: /^Copy/ })).toBeNull()
})

test('a closed server offers no switch where HOST decides, not even to an admin', async () => {
  await showBlock({ role: 'admin', network: { open: false, switchable: false } })
  await screen.findByText('HOST=0.0.0.0')
  expect(screen.queryByRole('switch')).toBeNull()
})

test('a closed server shows its admin the switch, and what it means', async () => {
  await showBlock({ role: 'admin' })
  const toggle = await screen.findByRole('switch', { name: 'Answer in my network' })
  expect(toggle.getAttribute('aria-checked')).toBe('false')
  screen.getByText(
    'At 192.168.1.20, at once and after each restart. Everybody in your network can then open the sign-in page.',
  )
  expect(screen.queryByText(/registration is open/)).toBeNull()
})

test('an open server shows the switch to its admin only, and the block is complete', async () => {
  await showBlock({ role: 'admin', network: { open: true, switchable: true } })
  const toggle = await screen.findByRole('switch', { name: 'Answer in my network' })
  expect(toggle.getAttribute('aria-checked')).toBe('true')
  expect(screen.queryByText('A board can’t reach this server yet')).toBeNull()
  expect(next()).toHaveProperty('disabled', false)
  cleanup()
  history.replaceState(null, '', '/mydevice?add=1')
  await showBlock({ network: { open: true, switchable: true } })
  await screen.findByRole('button', { name: 'Copy ESPHome configuration' })
  expect(screen.queryByRole('switch')).toBeNull()
})

test('a public address needs no switch, and the sheet says what it means for MQTT', async () => {
  await showBlock({ role: 'admin', info: { publicUrl: 'https://plants.example.org' } })
  await screen.findByText(
    /^HTTP goes by the public address\. MQTT, port 1883, is answered on the server’s machine only/,
  )
  screen.getByText(/broker: "plants\.example\.org"/)
  expect(screen.queryByRole('switch')).toBeNull()
  expect(next()).toHaveProperty('disabled', false)
})

test('the sheet needs the server, and keeps its place until the network is back', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  show({})
  await screen.findByText('Needs the server')
  expect(screen.queryByRole('button', { name: /^ESPHome/ })).toBeNull()
  vi.restoreAllMocks()
  window.dispatchEvent(new Event('online'))
  await screen.findByRole('button', { name: /^ESPHome/ })
})

test('the wait says which network tried a token that nobody has, and what it was promised', async () => {
  const attempt = { way: 'HTTP', network: '192.168.1.34', lastAt: new Date(Date.now() + 60_000).toISOString() } as const
  const before = { way: 'MQTT', network: '192.168.1.9', count: 1, lastAt: '2026-01-01T00:00:00.000Z' } as const
  await showBlock({
    network: { open: true, switchable: true },
    unknownTokens: { isKnown: true, attempts: [{ ...attempt, count: 2 }, before] },
  })
  await userEvent.click(next())
  const words = await screen.findByText('A token that nobody has was tried')
  expect(words.parentElement?.textContent).toBe(
    'A token that nobody has was tried over HTTP from 192.168.1.34, 2 times. Copy the block again.',
  )
  screen.getByText('A wrong token is shown here as soon as it is tried.')
})
