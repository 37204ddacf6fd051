import { homeAssistantCorpus } from './home-assistant.ts'
import { esphomeCorpus } from './esphome.ts'
import { tasmotaCorpus } from './tasmota.ts'
import { zigbee2mqttCorpus } from './zigbee2mqtt.ts'
import { shellyCorpus } from './shelly.ts'
import { shellyGen1Corpus } from './shelly-gen1.ts'
import { theengsCorpus } from './theengs.ts'
import { mifloraCorpus } from './miflora.ts'
import { rtl433Corpus } from './rtl433.ts'
import { thingsboardCorpus } from './thingsboard.ts'
import { ecowittCorpus } from './ecowitt.ts'
import { wundergroundCorpus } from './wunderground.ts'
import { ttnCorpus } from './ttn.ts'
import { lineProtocolCorpus } from './line-protocol.ts'
import { senmlCorpus } from './senml.ts'
import { jsonCorpus } from './json.ts'
import type { Corpus } from './corpus.ts'

/** At least ten documented payloads of each family. */
export const corpora: readonly Corpus[] = [
  homeAssistantCorpus,
  esphomeCorpus,
  tasmotaCorpus,
  zigbee2mqttCorpus,
  shellyCorpus,
  shellyGen1Corpus,
  theengsCorpus,
  mifloraCorpus,
  rtl433Corpus,
  thingsboardCorpus,
  ecowittCorpus,
  wundergroundCorpus,
  ttnCorpus,
  lineProtocolCorpus,
  senmlCorpus,
  jsonCorpus,
]
