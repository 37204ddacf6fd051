import type { Photo } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { PICTURES } from '../lib/storage.ts'
import { coverList } from '../shared/plant/cover-queries.ts'

/** About 20 MB. */
const COVERS_MAX = 400

/** Keeps the small covers of the household on the screen for the time without a network. Renders nothing. */
export function KeptCovers() {
  const { data } = useQuery({ ...coverList, enabled: false })
  useEffect(() => {
    // Only a service worker shows them, which plain http lacks.
    if (data && 'caches' in globalThis && navigator.serviceWorker?.controller) void keepCovers(data).catch(() => {})
  }, [data])
  return undefined
}

/** Adds the covers that are not kept, and removes those that are covers no more. */
export async function keepCovers(covers: readonly Photo[]): Promise<void> {
  const missing = new Map(covers.slice(0, COVERS_MAX).map(({ small }) => [small.replace(/\?.*/, ''), small]))
  const cache = await caches.open(PICTURES)
  for (const request of await cache.keys())
    if (!missing.delete(new URL(request.url).pathname)) await cache.delete(request)
  for (const [path, link] of missing) {
    const response = await fetch(link)
    if (response.ok) await cache.put(path, response)
  }
}
