import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

export function removeOldFiles(folder: string, name: RegExp, before: number, { keepNewest = false } = {}): number {
  const found = namesIn(folder)
    .filter((entry) => name.test(entry))
    .map((entry) => join(folder, entry))
    .map((path) => ({ path, changedAt: statSync(path).mtimeMs }))
    .toSorted((a, b) => b.changedAt - a.changedAt)
  const old = found.slice(keepNewest ? 1 : 0).filter(({ changedAt }) => changedAt < before)
  for (const { path } of old) rmSync(path, { recursive: true })
  return old.length
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
