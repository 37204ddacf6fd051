import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// As long as every other wait (testing/test-run.ts): only a broken page makes it reach that.
configure({ asyncUtilTimeout: 60_000 })

afterEach(cleanup)
