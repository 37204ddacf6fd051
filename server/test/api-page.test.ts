import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { PASSWORD } from '../../testing/growers.ts'
import { createWorld, portOf } from './world.ts'

const root = join(import.meta.dirname, '../..')

test('the example on the page about the API runs as written', async () => {
  const [, example = ''] = /```ts\n(.*?)```/s.exec(readFileSync(join(root, 'docs/api.md'), 'utf8')) ?? []
  const world = await createWorld()
  await world.as('ann')
  await world.app.listen()
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module-typescript', '--eval', example],
    {
      cwd: join(root, 'server'),
      env: { GREENHOUSE_URL: `http://127.0.0.1:${portOf(world)}`, EMAIL: 'ann@example.org', PASSWORD },
    },
  )
  expect(stdout).toBe('1 reading stored\n400 input.invalid Name is required\n')
})
