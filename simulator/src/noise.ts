/**
 * Smooth noise from -1 to 1 over a line, the same for the same seed: random heights at whole numbers, eased between
 * them ("value noise").
 */
export function noise(seed: number, x: number): number {
  const left = Math.floor(x)
  const part = x - left
  const eased = part * part * (3 - 2 * part)
  return height(seed, left) * (1 - eased) + height(seed, left + 1) * eased
}

// A 32-bit integer hash (the finalizer of MurmurHash3), spread over -1 to 1.
function height(seed: number, at: number): number {
  let hash = Math.imul(seed, 0x9e3779b1) ^ (at | 0)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 0x7fffffff - 1
}
