export function ensureServerBuilt(): void
