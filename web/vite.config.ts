import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const TEXT = /\.(?:html|js|css|svg|txt|json|webmanifest)$/
/**
 * What several screens of a signed-in person share goes into one file: dozens of small ones would each be compressed
 * without what the others know. A visitor loads none of it.
 */
const BASE =
  /[\\/](?:react|react-dom|scheduler|react-router|react-hot-toast)[\\/]|lucide-react[\\/]dist[\\/]esm[\\/](?!icons)|[\\/]contract[\\/]src[\\/]token|[\\/]lib[\\/](?:classes|storage|token|theme|session-lost|use-now|dates|use-page-title)|[\\/]ui[\\/](?:button|link|toast|error|skeleton|field\.)/
const MEMBER =
  /[\\/](?:zod|query-core|react-query)[\\/]|[\\/]contract[\\/]src[\\/](?!token|second-factor|recovery)|[\\/]lib[\\/](?:live|call|rhythm|show-value|say-|field-|use-live|backoff|random)|[\\/]ui[\\/](?:dialog|tabs|metric|live-badge|select|text-field|field|use-form|use-say|search|empty|confirm|stat|date|use-delayed|notice|chart[\\/]chart-columns)|features[\\/](?:devices|plants|alerts|conditions|settings|session|history)[\\/]/
const server = `http://127.0.0.1:${process.env['PORT'] ?? '8080'}`

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    leanRouter(),
    leanChart(),
    leanStyles(),
    preloadFonts(),
    serviceWorker(),
    compress(),
  ],
  build: {
    target: 'es2022',
    // The security policy allows neither inline scripts nor data: addresses.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      // The contract is declarations; a screen carries only the schemas it uses.
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: BASE, priority: 2 },
            { name: 'member', test: MEMBER, minShareCount: 2, priority: 1 },
          ],
        },
      },
      treeshake: { moduleSideEffects: [{ test: /[\\/]contract[\\/]src[\\/]/, sideEffects: false }] },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/Subscribe': server,
      '/Unsubscribe': server,
      '/ws': { target: server, ws: true },
    },
  },
})

/**
 * Lets the bundler leave out the parts of the router nobody uses, 5 KB of every first visit: they stay only because
 * they are made by calls and name themselves for the developer tools.
 */
function leanRouter(): Plugin {
  return {
    name: 'greenhouse:lean-router',
    apply: 'build',
    transform: {
      filter: { id: /react-router[\\/]dist[\\/]production[\\/].*\.m?js$/ },
      handler: (code) =>
        code
          .replace(/ = (React\$1\.(?:forwardRef|createContext)\()/g, ' = /* @__PURE__ */ $1')
          .replace(/^\w+\.displayName = .*;$/gm, ''),
    },
  }
}

/**
 * Lets the bundler leave out what our charts never draw: the chart library hangs every kind of line and helper on its
 * one export, where nobody can see that they are unused.
 */
function leanChart(): Plugin {
  return {
    name: 'greenhouse:lean-chart',
    apply: 'build',
    transform: {
      filter: { id: /uplot[\\/]dist[\\/]uPlot\.esm\.js$/ },
      handler: (code) =>
        code
          .replace(/^\t\(paths\.(?:stepped|bars|spline)\s*=.*$/gm, '')
          .replace(/^\t?uPlot\.(?:assign|rangeLog|rangeAsinh|orient|join|tzDate|clipGaps)\s*=.*$/gm, ''),
    },
  }
}

/** Leaves out what the style sheet holds for browsers without registered properties: they lack our colours as well. */
function leanStyles(): Plugin {
  return {
    name: 'greenhouse:lean-styles',
    apply: 'build',
    generateBundle: (_options, bundle) => {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue
        file.source = String(file.source).replace(/@layer properties\{@supports.*?\}\}\}/, '')
      }
    },
  }
}

/** Asks for the two fonts together with the style sheet instead of after it. */
function preloadFonts(): Plugin {
  return {
    name: 'greenhouse:preload-fonts',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => file.endsWith('.woff2'))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
            injectTo: 'head' as const,
          })),
    },
  }
}

/** Writes the service worker with the names of this build's files; another build is another version. */
function serviceWorker(): Plugin {
  let outDir = ''
  return {
    name: 'greenhouse:service-worker',
    apply: 'build',
    configResolved: ({ root, build }) => {
      outDir = resolve(root, build.outDir)
    },
    closeBundle: () => {
      const files = readdirSync(outDir, { recursive: true, encoding: 'utf8' })
        .filter(
          (name) => /^(?:assets\/.*|theme\.js|favicon\.svg)$/.test(name.replaceAll('\\', '/')) && /\.\w+$/.test(name),
        )
        .map((name) => `/${name.replaceAll('\\', '/')}`)
        .toSorted()
      const version = createHash('sha256')
        .update(files.join())
        .update(readFileSync(join(outDir, 'index.html')))
        .digest('hex')
      const text = readFileSync(join(import.meta.dirname, 'service-worker.js'), 'utf8')
        .replace('__VERSION__', `greenhouse-${version.slice(0, 12)}`)
        .replace("'__FILES__'", ['/', ...files].map((path) => `'${path}'`).join(', '))
      writeFileSync(join(outDir, 'service-worker.js'), text)
    },
  }
}

/** Writes `.br` and `.gz` beside every text file, so that the server never compresses. */
function compress(): Plugin {
  let outDir = ''
  return {
    name: 'greenhouse:compress',
    apply: 'build',
    configResolved: ({ root, build }) => {
      outDir = resolve(root, build.outDir)
    },
    closeBundle: () => {
      const files = readdirSync(outDir, { recursive: true, encoding: 'utf8' })
      for (const file of files.filter((name) => TEXT.test(name))) {
        const path = join(outDir, file)
        const text = readFileSync(path)
        writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }))
        writeFileSync(
          `${path}.br`,
          brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
        )
      }
    },
  }
}
