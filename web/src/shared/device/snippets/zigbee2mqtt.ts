import { quoted } from './quote.ts'
import { mqttAuthority } from './server-address.ts'
import { HUB_TOKEN, type Snippet, type SnippetSource } from './snippet.ts'

export function zigbee2mqttSnippet({ server }: SnippetSource): Snippet {
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
