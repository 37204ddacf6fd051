import { useEffect } from 'react'
import { toast } from './toast.ts'

/** Says in a toast that something failed, each time it begins to. */
export function useSayFailure(failed: boolean, message: string): void {
  useEffect(() => {
    if (failed) toast.error(message)
  }, [failed, message])
}
