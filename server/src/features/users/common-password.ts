import type { User } from '@greenhouse/contract'

/** Words of this product's context, which an attacker tries first; the user's names are added. */
const CONTEXT = 'greenhouse plant plants garden gardener tomato flower sensor admin'.split(' ')
const LOOKS_LIKE: Readonly<Record<string, string>> = {
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
const SHIFTED = '!@#$%^&*'
/** Nearly every shorter sequence of letters is a word. */
const SHORTEST_WORD = 3

export const COMMON_PASSWORD = 'This is one of the most common passwords, or close to one. Please choose another.'

/**
 * Compares with the 49,000 most frequent passwords in leaks, also with usual changes: capitals, digits and signs around
 * it, signs for letters, or Shift held along a run of keys.
 */
export async function isCommonPassword(password: string, own: readonly string[] = []): Promise<boolean> {
  const forms = formsOf(password.toLowerCase()).filter((form) => form.length >= SHORTEST_WORD)
  const near = new Set([...CONTEXT, ...own.map((name) => name.toLowerCase())])
  if (forms.some((form) => near.has(form))) return true
  const common = await commonPasswords()
  return forms.some((form) => common.has(form))
}

/** Returns the names of a user, which make bad passwords. */
export function namesOf({ firstName, lastName, email }: Pick<User, 'firstName' | 'lastName' | 'email'>): string[] {
  return [firstName, lastName, email.slice(0, email.indexOf('@'))]
}

function formsOf(lower: string): string[] {
  const unsigned = lower.replace(/^[!@#$%^&*]+|[!@#$%^&*]+$/g, '')
  const bare = lower.replace(/^[\d!@#$%^&*]+|[\d!@#$%^&*]+$/g, '')
  const unshifted = lower.replace(/[!@#$%^&*]/g, (sign) => String(SHIFTED.indexOf(sign) + 1))
  return [lower, unsigned, bare, unshifted].flatMap((form) => [form, fold(form)])
}

function fold(text: string): string {
  return text.replace(/[0134578@$!]/g, (letter) => LOOKS_LIKE[letter] ?? letter)
}

let known: Promise<ReadonlySet<string>> | undefined

/** Loaded on first use: its four megabytes are wasted on a server where nobody registers. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  known ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => {
    const list: unknown = dictionary['passwords-common']
    if (!Array.isArray(list)) throw new TypeError('The list of common passwords has another shape than expected.')
    return new Set(list.map(String))
  })
  return known
}
