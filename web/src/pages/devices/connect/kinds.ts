import type { SnippetId } from './snippets/snippets.ts'

/** A way to send readings. `uses`: a device with a token of its own, or a hub, whose boards are claimed. */
export interface Kind {
  readonly id: string
  readonly title: string
  readonly detail: string
  readonly uses: 'device' | 'hub'
  /** Says where the block belongs. */
  readonly todo: string
  /** The blocks to choose from. */
  readonly blocks: readonly [SnippetId, ...SnippetId[]]
}

export const KINDS = [
  {
    id: 'esphome',
    title: 'ESPHome',
    detail: 'ESP32, ESP8266',
    uses: 'device',
    todo: 'Paste this at the end of the board’s YAML.',
    blocks: ['esphome'],
  },
  {
    id: 'shelly',
    title: 'Shelly',
    detail: 'H&T, Plus, Gen 1 to 4',
    uses: 'device',
    todo: 'Enter this on the page of the Shelly.',
    blocks: ['shelly'],
  },
  {
    id: 'zigbee',
    title: 'Zigbee',
    detail: 'by Zigbee2MQTT',
    uses: 'hub',
    todo: 'Put this into configuration.yaml of Zigbee2MQTT.',
    blocks: ['zigbee2mqtt'],
  },
  {
    id: 'tasmota',
    title: 'Tasmota',
    detail: 'by its console',
    uses: 'hub',
    todo: 'Enter this in the console of each board.',
    blocks: ['tasmota'],
  },
  {
    id: 'weather-station',
    title: 'Weather station',
    detail: 'Ecowitt, Froggit',
    uses: 'hub',
    todo: 'Enter this in the settings of the gateway.',
    blocks: ['ecowitt'],
  },
  {
    id: 'own',
    title: 'My own',
    detail: 'MQTT, HTTP, Arduino',
    uses: 'device',
    todo: 'Send a first reading with this, or build it into your board.',
    blocks: ['mosquitto', 'curl', 'arduino'],
  },
] as const satisfies readonly Kind[]

export const OTHERS = {
  id: 'others',
  title: 'another program',
  detail: 'Home Assistant, Telegraf, The Things Stack, ThingsBoard and more',
  uses: 'hub',
  todo: 'Enter this in the settings of the program.',
  blocks: ['home-assistant', 'telegraf', 'hub'],
} as const satisfies Kind

export type KindId = (typeof KINDS)[number]['id'] | typeof OTHERS.id

export function kindById(id: string | null): (Kind & { readonly id: KindId }) | undefined {
  return [...KINDS, OTHERS].find((kind) => kind.id === id)
}
