import { ensureServerBuilt } from './prepare.mjs'

/** Builds the bundle of the server when it is stale: tests run it. */
export function setup(): void {
  ensureServerBuilt()
}
