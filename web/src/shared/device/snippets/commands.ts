import { readingRoutes } from '@greenhouse/contract'
import { shellWord } from './quote.ts'
import type { Snippet, SnippetSource } from './snippet.ts'

const READING = '{"temperature":21.4,"humidity":63,"pressure":1013.2,"air_quality_analog":412}'

export function curlSnippet({ server, token }: SnippetSource): Snippet {
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

export function mosquittoSnippet({ server: { host, mqttPort, mqttTls }, deviceId, token }: SnippetSource): Snippet {
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
