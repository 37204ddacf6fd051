import { relative } from 'node:path'
import fc from 'fast-check'
import { beforeEach, onTestFailed } from 'vitest'
import { SEED, TEST_ALL } from '../../testing/test-run.ts'

fc.configureGlobal({ seed: SEED })

if (TEST_ALL)
  beforeEach(() =>
    onTestFailed(({ task }) => {
      const file = relative(process.cwd(), task.file.filepath)
      // A pattern without characters that a shell replaces.
      const title = task.name.replace(/[^\w ,-]/g, '.')
      console.error(`To repeat: TEST_ALL=1 TEST_SEED=${SEED} npm test -- ${file} -t "${title}"`)
    }),
  )
