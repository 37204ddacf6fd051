import {
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

// The contract passes the options of the server's library on unchecked; the browser checks them strictly.

/** Signs with one of the person's passkeys. Throws when they cancel. */
export async function askPasskey(optionsJSON: object): Promise<{ id: string }> {
  return { ...(await startAuthentication({ optionsJSON: optionsJSON as PublicKeyCredentialRequestOptionsJSON })) }
}

/** Creates a passkey in the browser. Throws when the person cancels. */
export async function makePasskey(optionsJSON: object): Promise<{ id: string }> {
  return { ...(await startRegistration({ optionsJSON: optionsJSON as PublicKeyCredentialCreationOptionsJSON })) }
}
