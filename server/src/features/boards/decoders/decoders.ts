import type { Decoder } from '../board-report.ts'
import { decodeEcowitt } from './ecowitt.ts'
import { decodeEsphome } from './esphome.ts'
import { decodeHomeAssistant } from './home-assistant.ts'
import { decodeJson } from './json.ts'
import { decodeMiflora } from './miflora.ts'
import { decodeRtl433 } from './rtl433.ts'
import { decodeShelly } from './shelly.ts'
import { decodeTasmota } from './tasmota.ts'
import { decodeTheengs } from './theengs.ts'
import { decodeThingsBoard } from './thingsboard.ts'
import { decodeTtn } from './ttn.ts'
import { decodeZigbee2mqtt } from './zigbee2mqtt.ts'

/** In the order of trial: by topic, by announcements, any JSON. The first result other than undefined counts. */
export const decoders: readonly Decoder[] = [
  decodeTasmota,
  decodeZigbee2mqtt,
  decodeShelly,
  decodeTheengs,
  decodeMiflora,
  decodeRtl433,
  decodeThingsBoard,
  decodeTtn,
  decodeEcowitt,
  decodeHomeAssistant,
  decodeEsphome,
  decodeJson,
]
