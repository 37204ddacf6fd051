import type { Snippet, SnippetSource } from './snippet.ts'

/** Range of the telemetry period, in seconds. */
const PERIOD = { min: 10, max: 3600 }

export function tasmotaSnippet({ server, intervalSeconds, token }: SnippetSource): Snippet {
  const period = Math.min(Math.max(intervalSeconds, PERIOD.min), PERIOD.max)
  const commands = [
    'SetOption3 1',
    `MqttHost ${server.host}`,
    `MqttPort ${server.mqttPort}`,
    `MqttUser ${token}`,
    `MqttPassword ${token}`,
    // 132: 0 checks the certificate against the authorities built into Tasmota.
    ...(server.mqttTls ? ['SetOption132 0', 'SetOption103 1'] : []),
    `TelePeriod ${period}`,
  ]
  const tls =
    ' TLS needs a build for the ESP32 and a certificate by Let’s Encrypt; for another certificate, set its fingerprint with MqttFingerprint and SetOption132 1.'
  return {
    id: 'tasmota',
    label: 'Tasmota',
    title: 'Command for the Tasmota console',
    note: `If the board then appears under My devices as a new one, say there that it belongs to this device.${server.mqttTls ? tls : ''}`,
    content: `Backlog ${commands.join('; ')}`,
  }
}
