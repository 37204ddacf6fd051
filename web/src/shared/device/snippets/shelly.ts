import { mqttAuthority } from './server-address.ts'
import { HUB_TOKEN, type Snippet, type SnippetSource } from './snippet.ts'

export function shellySnippet({ server }: SnippetSource): Snippet {
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
