import { arduinoSnippet } from './arduino.ts'
import { esphomeSnippet } from './esphome.ts'
import { homeAssistantSnippet } from './home-assistant.ts'
import { type Snippet, type SnippetSource, shellWord, commentText, quoted } from './snippet.ts'
import { readingRoutes, boardIntakeRoutes } from '@greenhouse/contract'
import { httpPort, mqttAuthority } from './server-address.ts'

const SNIPPETS = {
  esphome: esphomeSnippet,
  tasmota: tasmotaSnippet,
  zigbee2mqtt: zigbee2mqttSnippet,
  shelly: shellySnippet,
  ecowitt: ecowittSnippet,
  'home-assistant': homeAssistantSnippet,
  telegraf: telegrafSnippet,
  curl: curlSnippet,
  mosquitto: mosquittoSnippet,
  arduino: arduinoSnippet,
  hub: hubSnippet,
}
export type SnippetId = keyof typeof SNIPPETS

export const SNIPPET_IDS = Object.keys(SNIPPETS) as SnippetId[]

/** Ids and tokens contain only letters, digits, `-` and `_`, and need no quoting. */
export function snippetFor(id: SnippetId, source: SnippetSource): Snippet {
  return SNIPPETS[id](source)
}

const READING = '{"temperature":21.4,"humidity":63,"pressure":1013.2,"air_quality_analog":412}'

function curlSnippet({ server, token }: SnippetSource): Snippet {
  return {
    label: 'HTTP',
    title: 'Send a test reading with curl',
    content: [
      `curl ${shellWord(`${server.origin}${readingRoutes.send.path}`)} \\`,
      `  -H 'authorization: ${token}' \\`,
      `  -H 'content-type: application/json' \\`,
      `  -d '${READING}'`,
    ].join('\n'),
  }
}

function mosquittoSnippet(source: SnippetSource): Snippet {
  return {
    label: 'MQTT',
    title: 'Send a test reading with mosquitto_pub',
    content: [
      `mosquitto_pub ${mosquittoLogin(source)} \\`,
      `  -i ${source.deviceId} -q 1 -t Device/${source.deviceId}/SensorData \\`,
      `  -m '${READING}'`,
    ].join('\n'),
  }
}

/** Returns a command that shows what the server sends to the device. It needs a client id other than that of the board. */
export function listenerCommand(source: SnippetSource): string {
  return `mosquitto_sub ${mosquittoLogin(source)} \\\n  -q 1 -v -t 'Device/${source.deviceId}/#'`
}

function mosquittoLogin({ server: { host, mqttPort, mqttTls }, token }: SnippetSource): string {
  const server = `-h ${shellWord(host)} -p ${mqttPort}${mqttTls ? ' --tls-use-os-certs' : ''}`
  return `${server} \\\n  -u ${token} \\\n  -P ${token}`
}

/** Range of the upload interval, in seconds. */
const UPLOAD = { min: 16, max: 600 }

/** Ecowitt stations can't send headers, so the token is part of the path. */
function ecowittSnippet({ server, intervalSeconds, token }: SnippetSource): Snippet {
  return {
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

function shellySnippet({ server, token }: SnippetSource): Snippet {
  return {
    label: 'Shelly',
    title: 'Settings of a Shelly',
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
      { text: 'Username', value: token },
      { text: 'Password', value: token },
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
    'TLS needs a build for the ESP32 and a certificate by Let’s Encrypt; for another certificate, set its fingerprint with MqttFingerprint and SetOption132 1.'
  return {
    label: 'Tasmota',
    title: 'Command for the Tasmota console',
    ...(server.mqttTls && { note: tls }),
    content: `Backlog ${commands.join('; ')}`,
  }
}

/** Telegraf requires an organization and a bucket; the server ignores both. */
function telegrafSnippet({ server, deviceName, token }: SnippetSource): Snippet {
  return {
    label: 'Telegraf',
    title: 'telegraf.conf',
    content: `# ${commentText(deviceName)} sends to Greenhouse
[[outputs.influxdb_v2]]
  urls = [${quoted(server.origin)}]
  token = ${quoted(token)}
  organization = "greenhouse"
  bucket = "greenhouse"
`,
  }
}

function zigbee2mqttSnippet({ server, token }: SnippetSource): Snippet {
  const url = `${server.mqttTls ? 'mqtts' : 'mqtt'}://${mqttAuthority(server)}`
  return {
    label: 'Zigbee2MQTT',
    title: 'configuration.yaml of Zigbee2MQTT',
    note: 'Zigbee2MQTT uses one broker. If it has to keep its own, connect that broker under My devices instead.',
    content: `mqtt:
  base_topic: zigbee2mqtt
  server: ${quoted(url)}
  user: ${quoted(token)}
  password: ${quoted(token)}
${server.mqttTls ? '  # For a certificate of your own authority:\n  # ca: /path/to/ca.pem\n  reject_unauthorized: true\n' : ''}`,
  }
}

/** For programs without a block of their own. */
function hubSnippet({ server, token }: SnippetSource): Snippet {
  return {
    label: 'Another one',
    title: 'Settings of a program that sends for many boards',
    note: 'The page docs/boards.md of Greenhouse says more about The Things Stack, ThingsBoard, InfluxDB and SenML.',
    content: [
      { text: 'MQTT server', value: `${server.mqttTls ? 'mqtts' : 'mqtt'}://${mqttAuthority(server)}` },
      { text: 'Or its HTTP address', value: server.origin },
      { text: 'User name and password, or the token', value: token },
    ],
  }
}
