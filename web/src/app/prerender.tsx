import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { App } from './app.tsx'
import { documentOf, memberScreens, STATIC_PATHS } from './routes.tsx'
import { writeToken } from '../lib/token.ts'

/** The body of a document, by the address that it is served for. */
interface Prerendered {
  /** `/about`, or `/404` for every address that the application does not know. */
  readonly path: string
  /** The roots of the page: see rootFor in start.tsx. */
  readonly html: string
}

/** Rendered alike for every visitor. The others depend on the server or on the fragment of the address. */
const FOR_VISITORS = new Set<string>(['/', '/signin', '/404', ...STATIC_PATHS])
/** Shown to visitors only, also in a browser that holds a session: see BY_LINK in app.tsx. */
const FOR_EVERYBODY = ['/forgot', '/reset', '/undo-email']
/** Longer than the shortest token. Nobody's, so that nothing personal is looked for. */
const SOME_TOKEN = 'prerendered'

/** Renders the pages of the application as they are before they know anything of the server, the browser or the time. */
export async function prerenderAll(): Promise<Prerendered[]> {
  const pages: Prerendered[] = FOR_EVERYBODY.map((path) => ({ path, html: '<div data-root="everybody"></div>' }))
  for (const path of new Set([...FOR_VISITORS, ...Object.keys(memberScreens)])) {
    // One after the other: the session is one for the whole application.
    const visitor = FOR_VISITORS.has(path) ? await render(path, null) : ''
    const member = await render(path === '/signin' ? '/' : path, SOME_TOKEN)
    // Nothing can be pressed or typed in a still picture, where it would be lost.
    const html = `<div data-root="visitor">${visitor}</div><div data-root="member" inert>${member}</div>`
    pages.push({ path: documentOf(path), html })
  }
  return pages
}

async function render(path: string, token: string | null): Promise<string> {
  writeToken(token)
  const errors: unknown[] = []
  const { prelude } = await prerender(
    <StrictMode>
      <App path={path} />
    </StrictMode>,
    {
      // The security policy allows no inline scripts, by which larger parts would be moved into their places.
      progressiveChunkSize: Infinity,
      onError: (error) => void errors.push(error),
    },
  )
  const html = await new Response(prelude).text()
  // React would leave such a part to the browser.
  if (errors.length > 0) throw new Error(`${path} can't be prerendered`, { cause: errors[0] })
  return html
}
