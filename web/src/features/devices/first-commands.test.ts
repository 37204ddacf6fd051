import { describe, expect, test } from 'vitest'
import { firstCommands, serverAddress } from './first-commands.ts'

const info = { registrationOpen: true, sendsMail: false, publicUrl: null, mqttPort: 1883, mqttTls: false }
const page = { hostname: 'greenhouse.local', origin: 'http://greenhouse.local:8080' }

describe('the first commands', () => {
  test('lead to the address the page was opened under', () => {
    const { mosquitto, curl, sketch } = firstCommands(serverAddress(info, page), 'd-1', 'secret')
    expect(mosquitto).toContain(
      'mosquitto_pub -h greenhouse.local -p 1883 -i d-1 -u secret -P secret -q 1 -t Device/d-1/SensorData',
    )
    expect(mosquitto).toContain('-t Device/d-1/ChangePreferences')
    expect(curl).toContain("curl http://greenhouse.local:8080/api/readings -H 'authorization: secret'")
    expect(sketch).toContain('mqtt.begin("greenhouse.local", 1883, network);')
    expect(sketch).not.toContain('Secure')
  })

  test('lead to the public address when the server has one', () => {
    const address = serverAddress(
      { ...info, publicUrl: 'https://plants.example.org/', mqttTls: true, mqttPort: 8883 },
      page,
    )
    const { mosquitto, curl, sketch } = firstCommands(address, 'd-1', 'secret')
    expect(mosquitto).toContain('-h plants.example.org -p 8883 --tls-use-os-certs')
    expect(curl).toContain('https://plants.example.org/api/readings')
    expect(sketch).toContain('WiFiClientSecure network;')
  })

  test('let a board that speaks TLS make sure whom it talks to', () => {
    const { sketch } = firstCommands(serverAddress({ ...info, mqttTls: true }, page), 'd-1', 'secret')
    expect(sketch).toContain('network.setCACert(ROOT_CERTIFICATE);')
    expect(sketch).toContain('-----BEGIN CERTIFICATE-----')
    expect(sketch).not.toContain('setInsecure')
  })
})
