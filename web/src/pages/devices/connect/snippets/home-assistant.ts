import { readingRoutes } from '@greenhouse/contract'
import { commentText, quoted, type Snippet, type SnippetSource } from './snippet.ts'

/** `float(none)` turns a state that is not a number into null, which is ignored. */
export function homeAssistantSnippet(source: SnippetSource): Snippet {
  const { server, deviceId, deviceName, intervalSeconds, token } = source
  const command = `greenhouse_${deviceId.replaceAll('-', '_')}`
  return {
    label: 'Home Assistant',
    title: 'configuration.yaml of Home Assistant',
    note: 'Put in the entities of your sensors. If Home Assistant already uses a broker, connect that broker under My devices instead: its boards appear by themselves.',
    content: `rest_command:
  ${command}:
    url: ${quoted(`${server.origin}${readingRoutes.send.path}`)}
    method: post
    headers:
      authorization: ${quoted(token)}
    content_type: application/json
    payload: >-
      {{ {"temperature": states("sensor.my_temperature") | float(none),
          "humidity": states("sensor.my_humidity") | float(none)} | tojson }}

automation greenhouse:
  - alias: ${quoted(`Greenhouse: ${commentText(deviceName)}`)}
    triggers:
      - trigger: time_pattern
        ${timePattern(intervalSeconds)}
    actions:
      - action: rest_command.${command}
`,
  }
}

/** Patterns of Home Assistant repeat within a minute, an hour or a day. */
function timePattern(seconds: number): string {
  if (seconds < 60) return `seconds: "/${seconds}"`
  if (seconds < 3600) return `minutes: "/${Math.min(Math.round(seconds / 60), 59)}"`
  return `hours: "/${Math.min(Math.round(seconds / 3600), 23)}"`
}
