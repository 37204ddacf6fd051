/** Whether this page may use passkeys: browsers allow them on https and localhost, by name and not by number. */
export function canUsePasskeys({ isSecureContext, location }: Pick<Window, 'isSecureContext' | 'location'> = window) {
  const isAddress = /^[\d.]+$|^\[/.test(location.hostname)
  return isSecureContext && !isAddress && 'PublicKeyCredential' in globalThis
}
