import { board, broker, connection, device, heardOnce, hub } from './examples.ts'
import { CONFIRMED, type DocumentsOf } from './route-entry.ts'

export const boardDocuments: DocumentsOf<'board' | 'broker' | 'connection' | 'hub'> = {
  board: {
    list: {
      does: 'Lists the boards that your hubs, brokers and devices have brought, the newest first. Until you claim one, its readings of the last 24 hours wait, at most 2,000.',
      reply: [board],
    },
    heardOnce: {
      does: 'Lists boards that are not listed yet, the newest first, at most 200: radio that a Bluetooth gateway or rtl_433 has overheard once, which is listed with its second message, and new boards beyond 200 at once. What they have sent is kept for 24 hours.',
      reply: [heardOnce],
    },
    claim: {
      does: 'Makes a device of a board, or with `deviceId` lets it belong to one of your devices, whose name and interval stay. Readings that wait are kept. `series` sets label and visibility of its sensors; `deviceToken` is shown this once, for a new device.',
      params: { boardId: '$BOARD_ID' },
      body: {
        deviceName: 'Herb shelf',
        waitTime: '300',
        series: [{ metric: 'temperature', channel: '', label: 'North bench', visible: true }],
      },
      reply: { ...device, deviceToken: 'the token of the device, shown this once' },
      problems: ['board.claimed', 'board.not-found', 'device.not-found', 'device.too-many', 'series.too-many'],
    },
    ignore: {
      does: 'Hides a board, and drops its readings that wait; `ignored: false` shows it again.',
      params: { boardId: '$BOARD_ID' },
      body: { ignored: true },
      problems: ['board.claimed', 'board.not-found'],
    },
  },
  connection: {
    get: {
      does: 'Shows how a device reaches the server: its MQTT connection, its board, the readings of each half hour of the last day, and what was refused in the last seven days.',
      params: { deviceId: '$DEVICE_ID' },
      reply: connection,
      problems: ['device.not-found'],
    },
  },
  broker: {
    list: {
      does: 'Lists the brokers of your own, to which the server subscribes, with the state of each connection.',
      reply: [broker],
    },
    create: {
      does: 'Subscribes to a broker of your own. Boards in its messages are listed as new boards. Addresses of private networks need a server with `ALLOW_PRIVATE_TARGETS=true`, those of its own machine one with the host and port in `ALLOWED_TARGETS`. The password is encrypted and never returned. `accountPassword`, your own, is needed when the session is older than 10 minutes.',
      body: {
        url: broker.url,
        username: broker.username,
        password: 'the password of the user',
        topics: broker.topics,
        ca: '',
      },
      reply: { ...broker, state: 'connecting', rate: 0 },
      problems: ['broker.too-many', 'broker.too-many-changes', 'input.invalid', ...CONFIRMED],
    },
    edit: {
      does: 'Changes the named fields of a broker and connects anew. A password that is left out stays, unless `url` or `ca` changes: it is removed then, and `lastError` says so.',
      params: { brokerId: '$BROKER_ID' },
      body: { topics: ['zigbee2mqtt/#', 'tele/#'] },
      reply: { ...broker, topics: ['zigbee2mqtt/#', 'tele/#'], state: 'connecting', rate: 0 },
      problems: ['broker.not-found', 'broker.too-many-changes', 'input.invalid', ...CONFIRMED],
    },
    remove: {
      does: 'Ends the connection to a broker and forgets it. Its boards stay.',
      params: { brokerId: '$BROKER_ID' },
      problems: ['broker.not-found'],
    },
  },
  hub: {
    list: { does: 'Lists your hubs: credentials with which many boards send.', reply: [hub] },
    create: {
      does: 'Adds a hub. Boards that send with its `token` are listed as new boards; the token is shown this once.',
      body: { name: 'Zigbee in the greenhouse' },
      reply: { ...hub, lastSeenAt: null, token: 'the token of the hub, shown this once' },
      problems: ['hub.too-many', ...CONFIRMED],
    },
    remove: {
      does: 'Removes a hub. Its token stops working at once; its boards stay.',
      params: { hubId: '$HUB_ID' },
      problems: ['hub.not-found'],
    },
  },
}
