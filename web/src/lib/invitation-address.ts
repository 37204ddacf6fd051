import { returnPathIn } from './return-address.ts'

const TOKEN = 'invitation'
const REGISTER = 'register'

/** Returns the path of the sign-in that leads back to an invitation. */
export function signInPath(token: string, mode: 'login' | 'register'): string {
  return `/signin?${new URLSearchParams({ [TOKEN]: token, ...(mode === 'register' ? { [REGISTER]: '' } : {}) }).toString()}`
}

/** Returns what an address of the sign-in says about the invitation that it leads back to. */
export function invitationIn(search: string): { token: string | undefined; registers: boolean } {
  const named = new URLSearchParams(search)
  return { token: named.get(TOKEN) || undefined, registers: named.has(REGISTER) }
}

/** Returns the path of an invitation or of the page that asked for the sign-in, or else the start page. */
export function pathAfterSignIn(search: string): string {
  const { token } = invitationIn(search)
  return token === undefined ? (returnPathIn(search) ?? '/') : `/join/${encodeURIComponent(token)}`
}

export function isInvitationPath(pathname: string): boolean {
  return pathname.toLowerCase().startsWith('/join/')
}
