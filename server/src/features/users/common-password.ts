/** Words that people build passwords from, after folding: the lists of leaked passwords begin with them. */
const WORDS =
  'password passwort passw pass welcome admin administrator letmein qwerty qwertz qwertyuiop azerty asdf asdfgh iloveyou monkey dragon sunshine princess football baseball master shadow superman batman trustno secret login hello abc abcd abcdef test testing user guest root changeme default summer winter spring autumn january december monday sommer winter greenhouse plant plants garden tomato flower love god sex money computer internet samsung google facebook'
const words = new Set(WORDS.split(' '))
const LOOKS_LIKE: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
}

export const COMMON_PASSWORD = 'This password is on every list of common passwords. Please choose another.'

/**
 * Whether a password is one that lists of leaked ones begin with: a common word with the usual dressing (`Password1!`,
 * `P@ssw0rd1`, `Welcome2026!`), or a run along the keyboard.
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase()
  const bare = lower.replace(/^[^a-z]+|[^a-z]+$/g, '')
  const folded = fold(lower)
  // The dressing at the end is cut before folding, or "1!" would become "ii".
  const cut = fold(lower.replace(/[\d!@#$%^&*]+$/, ''))
  return [bare, folded, cut, cut.replace(/[^a-z]/g, '')].some((form) => words.has(form))
}

function fold(text: string): string {
  return text.replace(/[0134578@$!]/g, (letter) => LOOKS_LIKE[letter] ?? letter)
}
