import { createHash } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { createServer } from 'vite'

const PLACE = '<div data-root="everybody"></div>'
const EARLY_SCRIPT = 'before-paint.js'

interface PrerenderModule {
  prerenderAll: () => Promise<ReadonlyArray<{ readonly path: string; readonly html: string }>>
}

/**
 * Writes the documents that are painted before any script runs: `about.html` for `/about`, `404.html` for unknown URLs.
 * @param ofMembers scripts that members need besides those of the document
 */
export async function prerenderDocuments(outDir: string, ofMembers: readonly string[]): Promise<void> {
  const early = `${hashEarlyScript(outDir)}" data-member="${ofMembers.map((file) => `/${file}`).join(' ')}`
  const template = readFileSync(join(outDir, 'index.html'), 'utf8').replace(`/${EARLY_SCRIPT}`, early)
  if (!template.includes(PLACE)) throw new Error('index.html has no place for the page')
  for (const { path, html } of await renderPages()) {
    const name = path === '/' ? 'index' : path.slice(1)
    writeFileSync(
      join(outDir, `${name}.html`),
      template.replace(PLACE, () => html),
    )
  }
}

/** Adds a content hash to the script's name: the service worker of an older version must not serve its own script. */
function hashEarlyScript(outDir: string): string {
  const hash = createHash('sha256')
    .update(readFileSync(join(outDir, EARLY_SCRIPT)))
    .digest('base64url')
  const name = `assets/${EARLY_SCRIPT.replace('.js', `-${hash.slice(0, 8)}.js`)}`
  renameSync(join(outDir, EARLY_SCRIPT), join(outDir, name))
  return `/${name}`
}

async function renderPages() {
  const server = await createServer({
    root: import.meta.dirname,
    configFile: false,
    mode: 'production',
    appType: 'custom',
    plugins: [react()],
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    // Vite does not know the types of modules it loads.
    const { prerenderAll } = (await server.ssrLoadModule('/src/app/prerender.tsx')) as PrerenderModule
    return await prerenderAll()
  } finally {
    await server.close()
  }
}
