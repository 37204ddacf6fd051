import {
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

// What the server's library made passes through the contract unread; the browser's own checks are the strict ones.

/** Has one of the person's passkeys sign. Throws when they let it be. */
export async function askPasskey(optionsJSON: object): Promise<{ id: string }> {
  return { ...(await startAuthentication({ optionsJSON: optionsJSON as PublicKeyCredentialRequestOptionsJSON })) }
}

/** Has the browser make a passkey. Throws when the person lets it be. */
export async function makePasskey(optionsJSON: object): Promise<{ id: string }> {
  return { ...(await startRegistration({ optionsJSON: optionsJSON as PublicKeyCredentialCreationOptionsJSON })) }
}
