import { ensureServerBuilt } from './prepare.mjs'

/** Tests that start the server run its bundle, as everybody does: it is made before them when it is stale. */
export function setup(): void {
  ensureServerBuilt()
}
