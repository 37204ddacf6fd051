import { CHANNEL_MAX } from '@greenhouse/contract'

/** Letters that Unicode does not decompose. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = { æ: 'ae', Æ: 'AE', ø: 'o', Ø: 'O', ß: 'ss' }

/**
 * Returns a name as a channel may be written, in `[A-Za-z0-9_.:-]`: without accents, other letters as `u` and their code,
 * everything else as `_`. Returns undefined when nothing is left of it, or too much.
 */
export function channelText(name: string): string | undefined {
  if (name.length > 2 * CHANNEL_MAX) return undefined
  const plain = /[^\0-\x7f]/.test(name) ? withoutAccents(name) : name
  const channel = plain.replace(/[^A-Za-z0-9_.:-]/g, '_').replace(/^_+|_+$/g, '')
  return channel === '' || channel.length > CHANNEL_MAX ? undefined : channel
}

function withoutAccents(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\0-\x7f]/gu, (letter) =>
      /\p{L}/u.test(letter) ? (PLAIN_LETTERS[letter] ?? `u${letter.codePointAt(0)?.toString(16) ?? ''}`) : '_',
    )
}
