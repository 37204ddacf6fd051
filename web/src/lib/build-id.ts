/**
 * Names the build that this page runs: the address of its entry script, which holds a hash over everything that the
 * script imports. Under the development server it is always the same.
 */
export function buildId(): string {
  return document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? ''
}
