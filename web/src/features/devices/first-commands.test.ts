import { describe, expect, test } from 'vitest'
import { firstCommands, serverAddress } from './first-commands.ts'

const info = { registrationOpen: true, sendsMail: false, publicUrl: null, mqttPort: 1883, mqttTls: false }
const page = 'http://127.0.0.1:8080'
const LOGIN = '-i d-1 \\\n  -u secret \\\n  -P secret \\\n'

describe('the first commands', () => {
  test('name the host that was chosen', () => {
    const { mosquitto, curl, sketch } = firstCommands(serverAddress(info, page, '192.168.1.20'), 'd-1', 'secret')
    expect(mosquitto).toContain(
      `mosquitto_pub -h 192.168.1.20 -p 1883 \\\n  ${LOGIN}  -q 1 -t Device/d-1/SensorData \\\n`,
    )
    expect(mosquitto).toContain(
      `mosquitto_sub -h 192.168.1.20 -p 1883 \\\n  ${LOGIN}  -q 1 -t Device/d-1/ChangePreferences`,
    )
    expect(curl).toContain("curl http://192.168.1.20:8080/api/readings \\\n  -H 'authorization: secret'")
    expect(sketch).toContain('mqtt.begin("192.168.1.20", 1883, network);')
    expect(sketch).not.toContain('Secure')
  })

  test('name the public address when the server has one', () => {
    const address = serverAddress(
      { ...info, publicUrl: 'https://plants.example.org/', mqttTls: true, mqttPort: 8883 },
      page,
      'plants.example.org',
    )
    const { mosquitto, curl, sketch } = firstCommands(address, 'd-1', 'secret')
    expect(mosquitto).toContain('-h plants.example.org -p 8883 --tls-use-os-certs')
    expect(curl).toContain('https://plants.example.org/api/readings')
    expect(sketch).toContain('WiFiClientSecure network;')
  })

  test('let a board that speaks TLS make sure whom it talks to', () => {
    const { sketch } = firstCommands(serverAddress({ ...info, mqttTls: true }, page, '192.168.1.20'), 'd-1', 'secret')
    expect(sketch).toContain('network.setCACert(ROOT_CERTIFICATE);')
    expect(sketch).toContain('-----BEGIN CERTIFICATE-----')
    expect(sketch).not.toContain('setInsecure')
  })
})
