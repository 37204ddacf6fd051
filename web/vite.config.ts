import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const TEXT = /\.(?:html|js|css|svg|txt|json|webmanifest)$/
const server = `http://127.0.0.1:${process.env['PORT'] ?? '8080'}`

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), preloadFonts(), serviceWorker(), compress()],
  build: {
    target: 'es2022',
    // The security policy allows neither inline scripts nor data: addresses.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      // The contract only declares, so a screen carries no schema but those it uses.
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
