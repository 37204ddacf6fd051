import { ecowitt } from './ecowitt.ts'
import { esphome } from './esphome.ts'
import { homeAssistant } from './home-assistant.ts'
import { json } from './json.ts'
import { lineProtocol } from './line-protocol.ts'
import { miflora } from './miflora.ts'
import { rtl433 } from './rtl433.ts'
import type { FamilySamples } from './sample.ts'
import { senml } from './senml.ts'
import { shelly } from './shelly.ts'
import { tasmota } from './tasmota.ts'
import { theengs } from './theengs.ts'
import { thingsBoard } from './thingsboard.ts'
import { ttn } from './ttn.ts'
import { wunderground } from './wunderground.ts'
import { zigbee2mqtt } from './zigbee2mqtt.ts'

/** The samples of every family of boards. */
export const families: readonly FamilySamples[] = [
  homeAssistant,
  esphome,
  tasmota,
  zigbee2mqtt,
  shelly,
  theengs,
  miflora,
  rtl433,
  thingsBoard,
  ttn,
  ecowitt,
  wunderground,
  lineProtocol,
  senml,
  json,
]
