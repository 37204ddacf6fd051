// Bundles the server: one file of everything that a start loads, and one for each part that is imported when it is needed.
// Half the processor time of a start went into finding, reading and compiling 1,700 files.
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'rolldown'

/** How long a running server may import files of an earlier build. */
const KEPT_MS = 7 * 86_400_000

const source = (file) => join(import.meta.dirname, 'src', file)
const dist = join(import.meta.dirname, 'dist')

const { output } = await build({
  input: {
    main: source('main.ts'),
    'backup-worker': source('platform/backup/backup-worker.ts'),
    'photo-worker': source('features/care/photos/photo-worker.ts'),
  },
  platform: 'node',
  // Native code; and a faster client of PostgreSQL, which pg uses where somebody has installed it.
  external: [/^@node-rs\/argon2/, 'sharp', 'pg-native'],
  output: { dir: dist, format: 'esm', sourcemap: true },
})

const made = new Set(output.map(({ fileName }) => fileName))
for (const name of readdirSync(dist)) {
  const file = join(dist, name)
  if (!made.has(name) && statSync(file).mtimeMs < Date.now() - KEPT_MS) rmSync(file)
}
