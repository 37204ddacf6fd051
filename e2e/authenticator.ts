import type { Page } from 'playwright-core'

/** Gives the browser a phone that knows its owner, without a finger to press. */
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

/** The address of a server under a name: browsers let a page use passkeys under a name, not under a number. */
export function byName(url: string): string {
  return url.replace('127.0.0.1', 'localhost')
}
