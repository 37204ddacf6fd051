import { cleanup, configure } from '@testing-library/react'
import { toast } from 'react-hot-toast/headless'
import { afterEach } from 'vitest'

// As long as every other wait (testing/test-run.ts), so that only a broken page reaches it.
configure({ asyncUtilTimeout: 60_000 })

afterEach(() => {
  cleanup()
  // All files of a worker share the toasts.
  toast.remove()
})
