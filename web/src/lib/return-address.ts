const RETURN = 'return'
/** Any origin: only whether an address leaves it matters. */
const HERE = 'https://here.invalid'

/** Returns the path of the sign-in that leads back to a page. */
export function signInBackTo(path: string): string {
  return `/signin?${new URLSearchParams({ [RETURN]: path }).toString()}`
}

/** Returns the path that an address of the sign-in leads back to; undefined for one of another site. */
export function returnPathIn(search: string): string | undefined {
  const path = new URLSearchParams(search).get(RETURN)
  if (path === null || !path.startsWith('/') || !URL.canParse(path, HERE)) return undefined
  const url = new URL(path, HERE)
  // `/.//example.org` is normalized to a path that a browser would take for another site.
  return url.origin === HERE && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}` : undefined
}

/** Returns true for the page that the code of a printed label opens: a visitor returns to it after the sign-in. */
export function isScannedPath(pathname: string): boolean {
  return /^\/p\/[^/]+\/?$/i.test(pathname)
}
