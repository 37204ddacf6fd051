import { join } from 'node:path'
import { Writable } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { PATIENT } from '../../../../testing/test-run.ts'
import { emptyFolder } from '../../../test/data-folder.ts'
import { openDisk } from './disk.ts'
import { openLog } from '../log.ts'

test("logs a folder that can't be measured, without failing the start or the stop", async () => {
  const folder = join(emptyFolder(), 'data')
  const lines: string[] = []
  const log = openLog('warn', new Writable({ write: (line, _, done) => (lines.push(String(line)), done()) }))
  const failed = vi.fn<() => void>()
  process.on('unhandledRejection', failed)
  onTestFinished(() => void process.off('unhandledRejection', failed))
  const disk = openDisk({ folder, log, ballastBytes: 1024, reusableBytes: async () => 0 })
  disk.start()
  await vi.waitFor(() => expect(lines.join()).toContain('disk.not-measured'), PATIENT)
  await disk.close()
  expect(failed).not.toHaveBeenCalled()
})
