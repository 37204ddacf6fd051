const SAMPLE_MAX = 200
/** How much of a payload is looked at for its sample. */
const READ_BYTES = 1024

/** A token of this server, or another long secret: 40 letters and digits, or 32 hexadecimal ones. */
const SECRET = /[\w-]{40,}|[0-9A-Fa-f]{32,}/g

/** Returns the beginning of a payload for its owner to see, in one line and without anything that may be a secret. */
export function sampleOf(payload: Buffer): string {
  const text = payload.toString('utf8', 0, READ_BYTES)
  // The beginning of a secret that is longer than the sample.
  const whole = payload.length > READ_BYTES ? text.replace(/[\w-]+\uFFFD?$/, '') : text
  return shorten(whole)
}

/** Returns a topic as it is shown, in the same way. */
export function shownTopic(topic: string): string {
  return shorten(topic)
}

function shorten(text: string): string {
  const shown = text.replaceAll(SECRET, '…').replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029\uFFFD]/gu, '·')
  return Array.from(shown).slice(0, SAMPLE_MAX).join('')
}
