import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const bundledNode = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

const installStamp = join(root, 'node_modules', '.greenhouse-installed')
const buildStamp = join(root, 'web', 'dist', '.greenhouse-built')
const manifests = [
  'package-lock.json',
  'package.json',
  '.npmrc',
  ...['contract', 'server', 'web', 'simulator'].map((w) => `${w}/package.json`),
]

/** Installs the packages when the lock file or a manifest has changed since the last time. */
export async function ensureInstalled() {
  const wanted = hash(manifests.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  if (readIfThere(installStamp) === wanted && existsSync(bundledNode)) return
  console.log('Installing packages …')
  // Not "npm ci": it refuses a lock file that lacks another platform's optional binaries, and registries differ in those.
  npm(['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'])
  // Where install scripts are blocked, the bundled Node has not come along with its package.
  if (!existsSync(bundledNode)) npm(['rebuild', 'node', '--ignore-scripts=false'])
  if (!existsSync(bundledNode)) {
    throw new Error(
      'The package "node" could not be installed. Its install script must be allowed to run: npm rebuild node',
    )
  }
  writeFileSync(installStamp, wanted)
}

/** Installs a package into a folder of its own below node_modules, once: a tool too large to come along for everybody. */
export async function installAside(folder, specification) {
  const prefix = join(root, 'node_modules', folder)
  const stampFile = join(prefix, '.installed')
  if (readIfThere(stampFile) === specification) return
  console.log(`Installing ${specification} …`)
  npm(['install', '--prefix', prefix, '--no-audit', '--no-fund', '--loglevel=error', specification])
  writeFileSync(stampFile, specification)
}

/** Builds the web app when one of its sources has changed since the last time. Looks at sizes and times, not contents. */
export async function ensureBuilt({ force = false } = {}) {
  const sources = [...filesBelow('web', ['dist', 'node_modules']), ...filesBelow('contract/src'), 'package-lock.json']
  const wanted = hash(sources.map((file) => [file, stamp(file)]))
  if (!force && readIfThere(buildStamp) === wanted) return
  console.log('Building the web app …')
  rmSync(buildStamp, { force: true })
  const built = spawnSync(bundledNode, ['node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (built.status !== 0) throw new Error('The web app could not be built; the reason stands above.')
  mkdirSync(dirname(buildStamp), { recursive: true })
  writeFileSync(buildStamp, wanted)
}

/** Runs npm with the Node that npm itself runs on: ours may be about to be replaced. */
function npm(args) {
  const script = process.env.npm_execpath
  const result = script
    ? spawnSync(process.env.npm_node_execpath ?? process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (result.status !== 0) throw new Error(`"npm ${args[0]}" failed; the reason stands above.`)
}

function filesBelow(folder, left = []) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => !left.includes(entry.name))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`]))
}

function stamp(file) {
  const { size, mtimeMs } = statSync(join(root, file))
  return `${size} ${mtimeMs}`
}

function hash(parts) {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
