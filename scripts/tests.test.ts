import { writeFileSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runInCi } from './tests.mjs'

const failed = new Error('exit 1')

/** Runs CI with these failures in the first run, and in the second run of each file of `again`. */
async function runWith({
  files,
  again = [],
  isBroken = false,
}: {
  files: string[]
  again?: string[]
  isBroken?: boolean
}) {
  const printed = vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => printed.mockRestore())
  const ran: string[] = []
  const run = async (args: readonly string[], environment: Readonly<Record<string, string>>) => {
    const file = args.at(-1) ?? ''
    const list = environment['TEST_FAILURES']
    if (list === undefined) {
      expect(args.slice(2)).toEqual(['--project', 'browser', file])
      ran.push(file)
      if (again.includes(file)) throw failed
      return
    }
    writeFileSync(list, JSON.stringify({ failures: files.map((each) => ({ file: each, test: 'works' })), isBroken }))
    if (files.length > 0 || isBroken) throw failed
  }
  const outcome = await runInCi(run, {}, ['--project', 'browser'], ['e2e/account.test.ts', 'e2e/chart.test.ts']).then(
    () => 'passed',
    (error: unknown) => (error === failed ? 'failed' : error),
  )
  return { outcome, ran, said: printed.mock.calls.flat().filter((line) => String(line).startsWith('flaky')) }
}

test('CI passes when a failed file passes on its own, and names the flaky test', async () => {
  expect(await runWith({ files: [] })).toEqual({ outcome: 'passed', ran: [], said: [] })
  expect(await runWith({ files: ['e2e/chart.test.ts', 'web/src/a.test.ts'] })).toEqual({
    outcome: 'passed',
    ran: ['e2e/chart.test.ts', 'web/src/a.test.ts'],
    said: ['flaky: e2e/chart.test.ts › works', 'flaky: web/src/a.test.ts › works'],
  })
})

test('CI fails when a file fails again', async () => {
  const files = ['e2e/chart.test.ts', 'web/src/a.test.ts']
  const { outcome, said } = await runWith({ files, again: ['web/src/a.test.ts'] })
  expect({ outcome, said }).toEqual({ outcome: 'failed', said: [] })
})

test.each(['faults/kill', 'isolation', 'isolation-live', 'fuzz/http', 'cluster/worker'])(
  'CI fails at the first failure of server/test/%s.test.ts, and of every file that failed beside it',
  async (name) => {
    const files = ['e2e/chart.test.ts', `server/test/${name}.test.ts`]
    expect(await runWith({ files })).toEqual({ outcome: 'failed', ran: [], said: [] })
  },
)

test('CI fails at an error that belongs to no file', async () => {
  expect(await runWith({ files: ['e2e/chart.test.ts'], isBroken: true })).toMatchObject({ outcome: 'failed', ran: [] })
})
