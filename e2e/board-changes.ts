import { boardRoutes, brokerRoutes, hubRoutes, type Board, type Broker, type Hub } from '@greenhouse/contract'
import type { Page } from 'playwright-core'
import type { Change } from './changes.ts'

const ID = '0190a1b2-0000-4000-8000-000000000001'
const INSTANT = '2026-01-01T00:00:00.000Z'
const BOARD: Board = {
  boardId: ID,
  family: 'tasmota',
  externalId: 'tasmota_8F2A11',
  name: 'Greenhouse plug',
  model: null,
  firmware: null,
  source: { kind: 'hub', id: ID, name: 'Shed' },
  firstSeen: INSTANT,
  lastSeen: INSTANT,
  everySeconds: 30,
  measures: [{ metric: 'temperature', channel: '', value: 21, unit: '°C' }],
  waiting: 3,
  notes: [],
  deviceId: null,
  ignored: false,
}
const HUB: Hub = { hubId: ID, name: 'Shed', createdAt: INSTANT, lastSeenAt: null }
const BROKER: Broker = {
  brokerId: ID,
  url: 'mqtt://192.168.1.10:1883',
  username: 'grower',
  hasPassword: true,
  topics: ['zigbee2mqtt/#'],
  ca: '',
  createdAt: INSTANT,
  state: 'connecting',
  lastError: null,
  rate: 0,
}
const IGNORED = 'Greenhouse plug could not be ignored'

/** Changes of unclaimed boards, and of how boards reach the server. */
export const BOARD_CHANGES: readonly Change[] = [
  {
    route: boardRoutes.claim,
    path: '/mydevice',
    prepare: list(boardRoutes.list.path, [BOARD]),
    open: ['Claim Greenhouse plug'],
    submit: 'Claim board',
  },
  {
    route: boardRoutes.ignore,
    path: '/mydevice',
    prepare: list(boardRoutes.list.path, [BOARD]),
    submit: 'Ignore Greenhouse plug',
    says: [IGNORED, IGNORED],
  },
  {
    route: hubRoutes.create,
    path: '/mydevice',
    open: ['Make a token'],
    fill: { Name: 'Shed' },
    submit: 'Make token',
  },
  {
    route: hubRoutes.remove,
    path: '/mydevice',
    prepare: list(hubRoutes.list.path, [HUB]),
    open: ['Remove Shed'],
    submit: 'Remove token',
  },
  {
    route: brokerRoutes.create,
    path: '/mydevice',
    open: ['Connect a broker'],
    fill: { Address: 'mqtt://192.168.1.10:1883' },
    submit: 'Connect broker',
  },
  {
    route: brokerRoutes.edit,
    path: '/mydevice',
    prepare: list(brokerRoutes.list.path, [BROKER]),
    open: [`Edit ${BROKER.url}`],
    fill: { 'User name': 'gardener' },
    submit: 'Save changes',
  },
  {
    route: brokerRoutes.remove,
    path: '/mydevice',
    prepare: list(brokerRoutes.list.path, [BROKER]),
    open: [`Remove ${BROKER.url}`],
    submit: 'Remove broker',
  },
]

/** Opens the page again with this list. */
function list(path: string, all: readonly unknown[]) {
  return async (page: Page) => {
    await page.route(`**${path}`, (call) =>
      call.request().method() === 'GET' ? call.fulfill({ json: all }) : call.fallback(),
    )
    await page.reload()
  }
}
