import type { Page } from 'playwright-core'

/** Adds a virtual authenticator that verifies its user without interaction. */
export async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Replaces the IP address by a name, which passkeys require. */
export function byName(url: string): string {
  return url.replace('127.0.0.1', 'localhost')
}
