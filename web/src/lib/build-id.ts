/**
 * Names the build that this page runs: the address of its last script, which holds a hash over everything that the script
 * imports; those before it are parts of it. Under the development server it is always the same.
 */
export function buildId(): string {
  return [...document.querySelectorAll('script[type="module"][src]')].at(-1)?.getAttribute('src') ?? ''
}
