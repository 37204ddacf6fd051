import { useEffect, useState } from 'react'

/** Returns the secret in the URL's fragment, or '', and removes it from the address bar, history and screenshots. */
export function useLinkToken(): string {
  const [token] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '')
  // In an effect: a render that React discards must not remove the secret.
  useEffect(() => window.history.replaceState(window.history.state, '', window.location.pathname), [])
  return token
}
