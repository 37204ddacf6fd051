import { commentText, quoted, type Snippet, type SnippetSource } from './snippet.ts'

const CERTIFICATE = `
  # Needs the esp-idf framework. The root certificate that your server's certificate comes from, or its own when it is self-signed:
  certificate_authority: |-
    -----BEGIN CERTIFICATE-----
    …
    -----END CERTIFICATE-----`

/** `topic_prefix: null` stops ESPHome from also publishing each sensor to its own topic. */
export function esphomeSnippet({ server, deviceId, deviceName, intervalSeconds, token }: SnippetSource): Snippet {
  return {
    label: 'ESPHome',
    title: 'ESPHome configuration',
    note: 'Put in the ids of your sensors. A node that is not connected to Home Assistant must not have “api:”, or it restarts every 15 minutes.',
    content: `# ${commentText(deviceName)} sends to Greenhouse
mqtt:
  broker: ${quoted(server.host)}
  port: ${server.mqttPort}
  client_id: ${quoted(deviceId)}
  username: ${quoted(token)}
  password: ${quoted(token)}
  topic_prefix: null
  discovery: false
  discover_ip: false${server.mqttTls ? CERTIFICATE : ''}

interval:
  - interval: ${intervalSeconds}s
    then:
      - mqtt.publish_json:
          topic: ${quoted(`Device/${deviceId}/SensorData`)}
          qos: 1
          payload: |-
            root["temperature"] = id(my_temperature).state;
            root["humidity"] = id(my_humidity).state;
            root["soil_moisture"] = id(my_soil_moisture).state;
`,
  }
}
