/** Returns true on https and localhost, unless the host is an IP address. */
export function canUsePasskeys({ isSecureContext, location }: Pick<Window, 'isSecureContext' | 'location'> = window) {
  const isAddress = /^[\d.]+$|^\[/.test(location.hostname)
  return isSecureContext && !isAddress && 'PublicKeyCredential' in globalThis
}
