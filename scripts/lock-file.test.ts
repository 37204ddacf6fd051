import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

interface Locked {
  readonly version?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly link?: boolean
  readonly inBundle?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const packages: Readonly<Record<string, Locked>> = JSON.parse(read('package-lock.json')).packages
const manifest: { optionalDependencies: Record<string, string> } = JSON.parse(read('package.json'))

/** Returns whether a dependency is locked in a folder where npm would look for it, from the nearest outward. */
function isLocked(from: string, name: string): boolean {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('node_modules/') - 1, 0))) {
    if (packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`]) return true
    if (folder === '') return false
  }
}

test('every package is locked with its hash', () => {
  const fromRegistry = Object.entries(packages).filter(
    ([path, { link, inBundle }]) => path.includes('node_modules/') && !link && !inBundle,
  )
  expect(fromRegistry.length).toBeGreaterThan(300)
  expect(fromRegistry.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([])
})

test('the optional packages of every platform are locked', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isLocked(path, name)),
  )
  expect(missing).toEqual([])
})

test('the lock file names no server to download from', () => {
  expect(Object.values(packages).filter(({ resolved }) => resolved?.includes('://'))).toEqual([])
})

test('every platform gets the same Node, and the image too', () => {
  const versions = Object.entries(manifest.optionalDependencies).map(([, version]) => version)
  const inImage = [...read('Dockerfile').matchAll(/^FROM node:([\d.]+)-\w+-slim\b/gm)].map(([, version]) => version)
  expect(versions).toHaveLength(5)
  expect(new Set([...versions, ...inImage]).size).toBe(1)
})
