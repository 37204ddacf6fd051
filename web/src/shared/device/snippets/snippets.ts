import { arduinoSnippet } from './arduino.ts'
import { curlSnippet, mosquittoSnippet } from './commands.ts'
import { ecowittSnippet } from './ecowitt.ts'
import { esphomeSnippet } from './esphome.ts'
import { homeAssistantSnippet } from './home-assistant.ts'
import type { Snippet, SnippetSource } from './snippet.ts'
import { shellySnippet } from './shelly.ts'
import { tasmotaSnippet } from './tasmota.ts'
import { telegrafSnippet } from './telegraf.ts'
import { zigbee2mqttSnippet } from './zigbee2mqtt.ts'

/** Ids and tokens contain only letters, digits, `-` and `_`, and need no quoting. */
export function snippetsFor(source: SnippetSource): Snippet[] {
  return [
    esphomeSnippet,
    tasmotaSnippet,
    zigbee2mqttSnippet,
    shellySnippet,
    ecowittSnippet,
    homeAssistantSnippet,
    telegrafSnippet,
    curlSnippet,
    mosquittoSnippet,
    arduinoSnippet,
  ].map((create) => create(source))
}
