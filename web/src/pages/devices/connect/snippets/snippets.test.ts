import type { ServerInfo } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { serverAddress } from './server-address.ts'
import { snippetText } from './snippet.ts'
import { listenerCommand, SNIPPET_IDS, snippetFor } from './snippets.ts'

const info: ServerInfo = { registrationOpen: true, sendsMail: false, publicUrl: null, mqttPort: 1883, mqttTls: false }
const TLS = { ...info, publicUrl: 'https://plants.example.org/', mqttTls: true, mqttPort: 8883 }
const page = 'http://127.0.0.1:8080'
const LOGIN = '-u secret \\\n  -P secret \\\n'

function snippets(server = info, more: { host?: string; deviceName?: string; intervalSeconds?: number } = {}) {
  const { host = '192.168.1.20', deviceName = 'North end', intervalSeconds = 30 } = more
  const source = {
    server: serverAddress(server, page, host),
    deviceId: 'd-1',
    deviceName,
    intervalSeconds,
    token: 'secret',
  }
  const textOf = (id: (typeof SNIPPET_IDS)[number]) => {
    const snippet = snippetFor(id, source)
    return `${snippetText(snippet)}\n${snippet.note ?? ''}`
  }
  return {
    ...Object.fromEntries(SNIPPET_IDS.map((id) => [id, textOf(id)] as const)),
    listener: listenerCommand(source),
  } as Record<string, string>
}

describe('the snippets of a device', () => {
  test('names the chosen host in all snippets', () => {
    const {
      mosquitto,
      listener,
      curl,
      arduino,
      esphome,
      tasmota,
      zigbee2mqtt,
      shelly,
      telegraf,
      ecowitt,
      hub,
      ...more
    } = snippets()
    expect(mosquitto).toContain(`-h 192.168.1.20 -p 1883 \\\n  ${LOGIN}  -i d-1 -q 1 -t Device/d-1/SensorData \\\n`)
    expect(listener).toBe(`mosquitto_sub -h 192.168.1.20 -p 1883 \\\n  ${LOGIN}  -q 1 -v -t 'Device/d-1/#'`)
    expect(hub).toContain(
      '1. MQTT server: mqtt://192.168.1.20:1883\n2. Or its HTTP address: http://192.168.1.20:8080\n',
    )
    expect(curl).toContain("curl http://192.168.1.20:8080/api/readings \\\n  -H 'authorization: secret'")
    expect(arduino).toContain('mqtt.begin("192.168.1.20", 1883, network);')
    expect(esphome).toContain('  broker: "192.168.1.20"\n  port: 1883\n')
    expect(esphome).toContain('topic: "Device/d-1/SensorData"')
    expect(tasmota).toContain(
      'Backlog SetOption3 1; MqttHost 192.168.1.20; MqttPort 1883; MqttUser secret; MqttPassword secret; TelePeriod 30\n',
    )
    expect(zigbee2mqtt).toContain('server: "mqtt://192.168.1.20:1883"')
    expect(shelly).toContain('Server: 192.168.1.20:1883')
    expect(ecowitt).toContain('Hostname: 192.168.1.20\n4. Path: /api/ingest/ecowitt/secret\n5. Port: 8080\n')
    expect(telegraf).toContain('urls = ["http://192.168.1.20:8080"]\n  token = "secret"')
    expect(more['home-assistant']).toContain('url: "http://192.168.1.20:8080/api/readings"')
  })

  test('a snippet uses no TLS for a server without it', () => {
    for (const text of Object.values(snippets())) expect(text).not.toMatch(/Secure|mqtts|https|HTTPS|certificate|TLS/)
  })

  test('names the public address of the server in all snippets', () => {
    const { mosquitto, curl, tasmota, zigbee2mqtt, ecowitt, ...more } = snippets(TLS)
    expect(mosquitto).toContain('-h plants.example.org -p 8883 --tls-use-os-certs')
    expect(curl).toContain('https://plants.example.org/api/readings')
    expect(tasmota).toContain('SetOption132 0; SetOption103 1;')
    expect(zigbee2mqtt).toContain('"mqtts://plants.example.org:8883"')
    expect(ecowitt).toMatch(/Port: 443\n[^]*can’t send over HTTPS/)
    expect(more['home-assistant']).toContain('https://plants.example.org/api/readings')
  })

  test('a snippet with TLS verifies the certificate of the server', () => {
    const { arduino, esphome, zigbee2mqtt } = snippets(TLS)
    expect(arduino).toContain('WiFiClientSecure network;')
    expect(arduino).toContain('network.setCACert(ROOT_CERTIFICATE);')
    expect(arduino).toContain('-----BEGIN CERTIFICATE-----')
    expect(arduino).not.toContain('setInsecure')
    expect(esphome).toContain('  certificate_authority: |-\n    -----BEGIN CERTIFICATE-----')
    expect(esphome).not.toContain('skip_cert')
    expect(zigbee2mqtt).toContain('reject_unauthorized: true')
  })

  test('puts an IPv6 address before a port in brackets', () => {
    const { shelly, zigbee2mqtt, mosquitto } = snippets(info, { host: '[2001:db8::1]' })
    expect([shelly, zigbee2mqtt]).toEqual([
      expect.stringContaining('[2001:db8::1]:1883'),
      expect.stringContaining('mqtt://[2001:db8::1]:1883'),
    ])
    expect(mosquitto).toContain('-h 2001:db8::1 -p 1883')
  })

  test.each([
    [10, 'TelePeriod 10', 'seconds: "/10"', 'seconds: 16'],
    [30, 'TelePeriod 30', 'seconds: "/30"', 'seconds: 30'],
    [5400, 'TelePeriod 3600', 'hours: "/2"', 'seconds: 600'],
    [600, 'TelePeriod 600', 'minutes: "/10"', 'seconds: 600'],
    [999_999, 'TelePeriod 3600', 'hours: "/23"', 'seconds: 600'],
  ])(
    'a snippet sends every %d seconds, or at the nearest interval of the board',
    (intervalSeconds, telePeriod, pattern, upload) => {
      const { tasmota, ecowitt, ...more } = snippets(info, { intervalSeconds })
      expect(tasmota).toContain(telePeriod)
      expect(ecowitt).toContain(`Upload interval, ${upload}`)
      expect(more['home-assistant']).toContain(pattern)
    },
  )

  test('keeps a hostile name inside its comment or quotation', () => {
    const deviceName = 'x"\': {{ 1 }} $(id) `id`\n- !!evil\u2028# \\\u202e'
    const [hostile, usual] = [snippets(info, { deviceName }), snippets(info, { deviceName: 'NAME' })]
    for (const [id, text] of Object.entries(hostile)) {
      // Only the line of the name may differ.
      const [lines, expected] = [text.split(/[\n\r\u2028\u2029\u0085]/), usual[id]?.split('\n') ?? []]
      expect(lines.length).toBe(expected.length)
      expected.forEach((line, index) => {
        if (line.includes('NAME')) expect(lines[index]).not.toMatch(/\\$|\u202e/)
        else expect(lines[index]).toBe(line)
      })
    }
    const alias = hostile['home-assistant']?.match(/alias: (.*)/)?.[1] ?? ''
    expect(JSON.parse(alias)).toMatch(/^Greenhouse: x"': \{\{ 1 \}\} \$\(id\) `id` - !!evil # \\$/)
  })

  test('quotes a host with special characters of a shell', () => {
    const { mosquitto } = snippets(info, { host: "a'$(id)" })
    expect(mosquitto).toContain(String.raw`-h 'a'\''$(id)' -p 1883`)
  })
})
