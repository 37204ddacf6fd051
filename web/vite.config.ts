import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'
import { fileGroups, filesFor } from './file-groups.ts'
import { prerenderDocuments } from './prerender-documents.ts'

const TEXT = /\.(?:html|js|css|svg|txt|json|webmanifest)$/
/** Makes browsers compile all functions while loading a file: one by one, they would block the first render. */
const COMPILE_AT_ONCE = '//# allFunctionsCalledOnLoad'
const server = `http://127.0.0.1:${process.env['PORT'] ?? '8080'}`

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), preloadStart(), finish()],
  build: {
    target: 'es2022',
    // The oldest browsers that Tailwind supports; all of them support oklch.
    cssTarget: ['chrome111', 'firefox128', 'safari16.4'],
    // The security policy allows neither inline scripts nor data: URLs.
    modulePreload: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      // The contract only declares, so each page bundles only the schemas it uses.
      treeshake: { moduleSideEffects: [{ test: /[\\/]contract[\\/]src[\\/]/, sideEffects: false }] },
      output: {
        codeSplitting: { groups: fileGroups },
        postBanner: ({ name }) => (name === 'react' ? COMPILE_AT_ONCE : ''),
      },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/calendar': server,
      '/Subscribe': server,
      '/Unsubscribe': server,
      '/ws': { target: server, ws: true },
    },
  },
})

/** Preloads the two fonts and the common scripts in parallel with the style sheet. */
function preloadStart(): Plugin {
  return {
    name: 'greenhouse:preload-start',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => [
        ...Object.keys(bundle)
          .filter((file) => file.endsWith('.woff2'))
          .map((file) => linkTo(file, { rel: 'preload', as: 'font', type: 'font/woff2' })),
        ...filesFor('src/app/start.tsx', bundle).map((file) => linkTo(file, { rel: 'modulepreload' })),
      ],
    },
  }
}

function linkTo(file: string, attributes: Readonly<Record<string, string>>): HtmlTagDescriptor {
  return { tag: 'link', attrs: { ...attributes, href: `/${file}`, crossorigin: true }, injectTo: 'head' }
}

/** Completes the build: documents, service worker, compressed copies. */
function finish(): Plugin {
  let outDir = ''
  let ofMembers: string[] = []
  return {
    name: 'greenhouse:finish',
    apply: 'build',
    configResolved: ({ root, build }) => {
      outDir = resolve(root, build.outDir)
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const ofEverybody = new Set(filesFor('src/app/start.tsx', bundle))
        ofMembers = filesFor('src/app/member.tsx', bundle).filter((file) => !ofEverybody.has(file))
      },
    },
    closeBundle: async () => {
      await prerenderDocuments(outDir, ofMembers)
      writeServiceWorker(outDir)
      compress(outDir)
    },
  }
}

/** Writes the service worker with the file names of this build, which change with every build. */
function writeServiceWorker(outDir: string): void {
  const names = namesBelow(outDir)
  const documents = names.filter((name) => name.endsWith('.html'))
  const files = names.filter((name) => /^assets\/.*\.\w+$/.test(name) || name === 'favicon.svg')
  const version = createHash('sha256').update(files.join())
  for (const document of documents) version.update(readFileSync(join(outDir, document)))
  const addresses = documents.map((name) => (name === 'index.html' ? '/' : `/${name.replace('.html', '')}`))
  const text = readFileSync(join(import.meta.dirname, 'service-worker.js'), 'utf8')
    .replace('__VERSION__', `greenhouse-${version.digest('hex').slice(0, 12)}`)
    .replace("'__DOCUMENTS__'", listed(addresses))
    .replace("'__FILES__'", listed(files.map((name) => `/${name}`)))
  writeFileSync(join(outDir, 'service-worker.js'), text)
}

function listed(paths: readonly string[]): string {
  return paths.map((path) => `'${path}'`).join(', ')
}

/** Writes `.br` and `.gz` copies of text files, so that the server never compresses. */
function compress(outDir: string): void {
  for (const file of namesBelow(outDir).filter((name) => TEXT.test(name))) {
    const path = join(outDir, file)
    const text = readFileSync(path)
    writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }))
    writeFileSync(
      `${path}.br`,
      brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
    )
  }
}

/** Returns relative paths, sorted, with slashes on every system. */
function namesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .toSorted()
}
