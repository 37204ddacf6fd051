type Listener = () => void

const listeners = new Set<Listener>()
let required = false

/** Records that the server requires a second factor before anything else. */
export function requireSetup(): void {
  change(true)
}

export function setupIsDone(): void {
  change(false)
}

export function isSetupRequired(): boolean {
  return required
}

export function onSetupChange(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function change(next: boolean): void {
  if (required === next) return
  required = next
  for (const listener of listeners) listener()
}
