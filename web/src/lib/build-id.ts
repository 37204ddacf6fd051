/** Identifies the build by the URL of the last script, whose hash covers its imports. Constant in development. */
export function buildId(): string {
  return [...document.querySelectorAll('script[type="module"][src]')].at(-1)?.getAttribute('src') ?? ''
}
