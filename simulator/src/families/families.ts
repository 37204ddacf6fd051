import { ecowitt } from './ecowitt.ts'
import { esphome } from './esphome.ts'
import type { Family } from './family.ts'
import { haDiscovery } from './ha-discovery.ts'
import { lineProtocol } from './line-protocol.ts'
import { shelly } from './shelly.ts'
import { tasmota } from './tasmota.ts'
import { theengs } from './theengs.ts'
import { zigbee2mqtt } from './zigbee2mqtt.ts'

export const families: ReadonlyMap<string, Family> = new Map<string, Family>([
  ['ha-discovery', haDiscovery],
  ['esphome', esphome],
  ['tasmota', tasmota],
  ['zigbee2mqtt', zigbee2mqtt],
  ['shelly', shelly],
  ['theengs', theengs],
  ['ecowitt', ecowitt],
  ['line-protocol', lineProtocol],
])
