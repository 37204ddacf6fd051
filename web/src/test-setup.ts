import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// On a busy machine a form takes longer than the second that is waited for by default.
configure({ asyncUtilTimeout: 5000 })

afterEach(cleanup)
