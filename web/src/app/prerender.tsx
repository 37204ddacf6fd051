import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { App } from './app.tsx'
import { documentOf, memberScreens, STATIC_PATHS } from './routes.tsx'
import { writeToken } from '../lib/token.ts'

interface Prerendered {
  /** `/about`, or `/404` for all unknown addresses. */
  readonly path: string
  readonly html: string
}

/** The same for every visitor. Other pages depend on the server or on the fragment of the address. */
const FOR_VISITORS = new Set<string>(['/', '/signin', '/404', ...STATIC_PATHS])
/** See BY_LINK in app.tsx. `/join-one` is the document of every invitation. */
const FOR_EVERYBODY = ['/forgot', '/reset', '/undo-email', '/join-one']
/** Readable as no user, so nothing personal is looked up. Longer than the shortest token. */
const SOME_TOKEN = 'prerendered'

/** Renders all pages without data, browser storage or time. */
export async function prerenderAll(): Promise<Prerendered[]> {
  const pages: Prerendered[] = FOR_EVERYBODY.map((path) => ({ path, html: '<div data-root="everybody"></div>' }))
  for (const path of new Set([...FOR_VISITORS, ...Object.keys(memberScreens)])) {
    // Sequential, because the session is global.
    const visitor = FOR_VISITORS.has(path) ? await render(path, null) : ''
    const member = await render(path === '/signin' ? '/' : path, SOME_TOKEN)
    // `inert`, because clicks and input before the first render would be lost.
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
      // The security policy forbids the inline scripts that would insert larger parts.
      progressiveChunkSize: Infinity,
      onError: (error) => void errors.push(error),
    },
  )
  const html = await new Response(prelude).text()
  if (errors.length > 0) throw new Error(`${path} can't be prerendered`, { cause: errors[0] })
  return html
}
