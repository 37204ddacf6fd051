import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { clusterSettings } from './cluster-settings.ts'

test('`npm run cluster` passes the settings of the shell to all nodes', () => {
  const settings = { ALLOWED_TARGETS: '127.0.0.1:9', DEVICE_READINGS_PER_SECOND: '5', SMTP_URL_FILE: 'mail' }
  expect(clusterSettings({ ...settings, PORT: '80', DATABASE_URL_FILE: 'database' })).toEqual(settings)
})

test('`npm run cluster` passes none of the settings that the starter of the cluster makes', () => {
  const made = ['cluster.ts', 'cluster-node.ts'].flatMap((file) => {
    const text = readFileSync(join(import.meta.dirname, '../testing', file), 'utf8')
    return Array.from(text.matchAll(/\b([A-Z]+(?:_[A-Z]+)*): /g), ([, name = '']) => name)
  })
  expect(made).toEqual(expect.arrayContaining(['NATS_URL', 'NODE_ID']))
  const passed = clusterSettings(Object.fromEntries(made.map((name) => [name, 'made'])))
  // The starter only has a default for it.
  expect(Object.keys(passed)).toEqual(['LOG_LEVEL'])
})
