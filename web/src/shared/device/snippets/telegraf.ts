import { commentText, quoted } from './quote.ts'
import type { Snippet, SnippetSource } from './snippet.ts'

/** Telegraf requires an organization and a bucket; the server ignores both. */
export function telegrafSnippet({ server, deviceName, token }: SnippetSource): Snippet {
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
