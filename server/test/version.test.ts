import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { documentationPaths } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { createWorld } from './world.ts'

const root = join(import.meta.dirname, '../..')
const manifest: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

test('the API returns the version of package.json, and the changelog has it', async () => {
  const { request } = await createWorld()
  expect((await request('GET', documentationPaths.openapi)).body.info.version).toBe(manifest.version)
  expect(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).toContain(`## ${manifest.version} - `)
})
