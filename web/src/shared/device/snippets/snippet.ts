import type { ServerAddress } from './server-address.ts'

/** What snippets are filled in with. */
export interface SnippetSource {
  readonly server: ServerAddress
  readonly deviceId: string
  readonly deviceName: string
  readonly intervalSeconds: number
  /** The token of the device, or what stands in its place. */
  readonly token: string
}

/** What stands in the place of a hub's token: this page never knows it. */
export const HUB_TOKEN = 'YOUR-HUB-TOKEN'

/** A setting of a board that is made by hand. */
export interface Step {
  readonly text: string
  /** What is typed there. */
  readonly value?: string
}

/**
 * How one kind of board sends readings to this server.
 *
 * - `title`: what the snippet is, `ESPHome configuration`.
 * - `content`: a text to copy as it is, or settings to make one after another.
 * - `note`: a sentence about what it needs. `needsHub`: whether it signs in with the token of a hub.
 */
export interface Snippet {
  readonly id: string
  readonly label: string
  readonly title: string
  readonly content: string | readonly Step[]
  readonly note?: string
  readonly needsHub?: boolean
}

/** Returns a snippet as text: settings are numbered. */
export function snippetText({ content }: Snippet): string {
  if (typeof content === 'string') return content
  return content
    .map(({ text, value }, index) => `${index + 1}. ${text}${value === undefined ? '' : `: ${value}`}`)
    .join('\n')
}
