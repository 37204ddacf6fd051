import { useEffect, useState } from 'react'

/**
 * The secret of the link that led here, read once from the fragment and removed from the address bar: it must not
 * stay in the history or in a picture of the screen. Empty when there is none.
 */
export function useLinkToken(): string {
  const [token] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '')
  // After mounting: a render that React discards would leave the next one an address without the secret.
  useEffect(() => window.history.replaceState(window.history.state, '', window.location.pathname), [])
  return token
}
