import { act, cleanup, configure } from '@testing-library/react'
import { toast } from 'react-hot-toast/headless'
import { afterEach } from 'vitest'

// As long as every other wait (testing/test-run.ts), so that only a broken page reaches it.
configure({ asyncUtilTimeout: 60_000 })

/** Everything is in sight, since happy-dom has no layout. */
globalThis.IntersectionObserver = class {
  readonly #see: (entries: IntersectionObserverEntry[], observer: IntersectionObserver) => void
  constructor(see: IntersectionObserverCallback) {
    this.#see = see
  }
  observe() {
    const seen = { isIntersecting: true } as IntersectionObserverEntry
    queueMicrotask(() => act(() => this.#see([seen], this as unknown as IntersectionObserver)))
  }
  disconnect() {}
} as unknown as typeof IntersectionObserver

afterEach(() => {
  cleanup()
  // All files of a worker share the toasts and the address.
  toast.remove()
  window.history.replaceState(null, '', '/')
})
