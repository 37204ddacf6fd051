import {
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

// The contract passes the options through unchecked; the browser validates them.

/** Signs with a passkey of the user. Throws when the user cancels. */
export async function askPasskey(optionsJSON: object): Promise<{ id: string }> {
  return { ...(await startAuthentication({ optionsJSON: optionsJSON as PublicKeyCredentialRequestOptionsJSON })) }
}

/** Creates a passkey. Throws when the user cancels. */
export async function makePasskey(optionsJSON: object): Promise<{ id: string }> {
  return { ...(await startRegistration({ optionsJSON: optionsJSON as PublicKeyCredentialCreationOptionsJSON })) }
}
