import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// A busy machine takes more than the second that is waited by default.
configure({ asyncUtilTimeout: 10_000 })

afterEach(cleanup)
