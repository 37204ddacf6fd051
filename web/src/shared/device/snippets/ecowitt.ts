import { boardIntakeRoutes } from '@greenhouse/contract'
import { httpPort } from './server-address.ts'
import type { Snippet, SnippetSource } from './snippet.ts'

/** Range of the upload interval, in seconds. */
const UPLOAD = { min: 16, max: 600 }

/** Ecowitt stations can't send headers, so the token is part of the path. */
export function ecowittSnippet({ server, intervalSeconds, token }: SnippetSource): Snippet {
  return {
    id: 'ecowitt',
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
