/** Joining was chosen before signing in or registering; after a reload the page asks again. */
let agreed: string | undefined

export function agreeTo(token: string): void {
  agreed = token
}

/** Returns true once for the invitation that was agreed to. */
export function takeAgreement(token: string): boolean {
  const isAgreed = agreed === token
  agreed = undefined
  return isAgreed
}
