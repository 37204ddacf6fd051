type Listener = () => void

const listeners = new Set<Listener>()
let required = false

/** Notes that the server lets this person do nothing before a second factor is set up. */
export function requireSetup(): void {
  change(true)
}

export function setupIsDone(): void {
  change(false)
}

export function isSetupRequired(): boolean {
  return required
}

/** Calls back when it changes. Returns how to stop. */
export function onSetupChange(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function change(next: boolean): void {
  if (required === next) return
  required = next
  for (const listener of listeners) listener()
}
