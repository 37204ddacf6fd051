import { arduinoSnippet } from './arduino.ts'
import { esphomeSnippet } from './esphome.ts'
import { homeAssistantSnippet } from './home-assistant.ts'
import { type Snippet, type SnippetSource, HUB_TOKEN, shellWord, commentText, quoted } from './snippet.ts'
import { readingRoutes, boardIntakeRoutes } from '@greenhouse/contract'
import { httpPort, mqttAuthority } from './server-address.ts'

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

const READING = '{"temperature":21.4,"humidity":63,"pressure":1013.2,"air_quality_analog":412}'

function curlSnippet({ server, token }: SnippetSource): Snippet {
  return {
    id: 'curl',
    label: 'curl',
    title: 'Send a test reading with curl',
    content: [
      `curl ${shellWord(`${server.origin}${readingRoutes.send.path}`)} \\`,
      `  -H 'authorization: ${token}' \\`,
      `  -H 'content-type: application/json' \\`,
      `  -d '${READING}'`,
    ].join('\n'),
  }
}

function mosquittoSnippet({ server: { host, mqttPort, mqttTls }, deviceId, token }: SnippetSource): Snippet {
  const server = `-h ${shellWord(host)} -p ${mqttPort}${mqttTls ? ' --tls-use-os-certs' : ''}`
  const login = `-i ${deviceId} \\\n  -u ${token} \\\n  -P ${token}`
  return {
    id: 'mosquitto',
    label: 'mosquitto_pub',
    title: 'Send a test reading with mosquitto_pub',
    content: [
      `mosquitto_pub ${server} \\\n  ${login} \\`,
      `  -q 1 -t Device/${deviceId}/SensorData \\`,
      `  -m '${READING}'`,
      '',
      '# Listen for settings from the server (reporting interval):',
      `mosquitto_sub ${server} \\\n  ${login} \\`,
      `  -q 1 -t Device/${deviceId}/ChangePreferences`,
    ].join('\n'),
  }
}

/** Range of the upload interval, in seconds. */
const UPLOAD = { min: 16, max: 600 }

/** Ecowitt stations can't send headers, so the token is part of the path. */
function ecowittSnippet({ server, intervalSeconds, token }: SnippetSource): Snippet {
  return {
    id: 'ecowitt',
    label: 'Ecowitt',
    title: 'Settings of an Ecowitt station',
    ...(server.origin.startsWith('https:') && {
      note: 'Most stations can’t send over HTTPS, which is all that this address takes. Such a station needs a proxy in your network.',
    }),
    content: [
      { text: 'Open the page of the gateway, or the app WS View Plus, and there Weather Services, Customized' },
      { text: 'Switch it on, and choose the protocol', value: 'Ecowitt' },
      { text: 'Server IP / Hostname', value: server.host },
      { text: 'Path', value: boardIntakeRoutes.ecowitt.path.replace(':token', token) },
      { text: 'Port', value: httpPort(server) },
      { text: 'Upload interval, seconds', value: String(Math.min(Math.max(intervalSeconds, UPLOAD.min), UPLOAD.max)) },
      { text: 'Save' },
    ],
  }
}

function shellySnippet({ server }: SnippetSource): Snippet {
  return {
    id: 'shelly',
    label: 'Shelly',
    title: 'Settings of a Shelly',
    needsHub: true,
    note: server.mqttTls
      ? 'Shellys of the first generation do not speak TLS and can’t connect to this server directly.'
      : 'On a Shelly of the first generation, these are under Internet & Security, Advanced – Developer Settings.',
    content: [
      { text: 'Open the page of the Shelly in a browser, and there Settings, MQTT' },
      { text: 'Switch on “Enable MQTT”' },
      ...(server.mqttTls
        ? [
            {
              text: 'Connection type: TLS with the default certificates, or with the user’s CA for a certificate of your own',
            },
          ]
        : []),
      { text: 'Server', value: mqttAuthority(server) },
      { text: 'Username', value: HUB_TOKEN },
      { text: 'Password', value: HUB_TOKEN },
      { text: 'Switch on “RPC status notifications over MQTT” and “Generic status update over MQTT”' },
      { text: 'Save, and restart the Shelly' },
    ],
  }
}

/** Range of the telemetry period, in seconds. */
const PERIOD = { min: 10, max: 3600 }

function tasmotaSnippet({ server, intervalSeconds, token }: SnippetSource): Snippet {
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

/** Telegraf requires an organization and a bucket; the server ignores both. */
function telegrafSnippet({ server, deviceName, token }: SnippetSource): Snippet {
  return {
    id: 'telegraf',
    label: 'Telegraf',
    title: 'telegraf.conf',
    note: 'With the token of this device it sends what one sensor board measures. For several hosts or boards, use a hub token.',
    content: `# ${commentText(deviceName)} sends to Greenhouse
[[outputs.influxdb_v2]]
  urls = [${quoted(server.origin)}]
  token = ${quoted(token)}
  organization = "greenhouse"
  bucket = "greenhouse"
`,
  }
}

function zigbee2mqttSnippet({ server }: SnippetSource): Snippet {
  const url = `${server.mqttTls ? 'mqtts' : 'mqtt'}://${mqttAuthority(server)}`
  return {
    id: 'zigbee2mqtt',
    label: 'Zigbee2MQTT',
    title: 'configuration.yaml of Zigbee2MQTT',
    needsHub: true,
    note: 'Zigbee2MQTT uses one broker. If it has to keep its own, connect that broker under My devices instead.',
    content: `mqtt:
  base_topic: zigbee2mqtt
  server: ${quoted(url)}
  user: ${quoted(HUB_TOKEN)}
  password: ${quoted(HUB_TOKEN)}
${server.mqttTls ? '  # For a certificate of your own authority:\n  # ca: /path/to/ca.pem\n  reject_unauthorized: true\n' : ''}`,
  }
}
