/** A page in the background draws no frames. */
const FRAME_WITHIN_MS = 100

/** Resolves after the next frame is drawn, so that a tap shows before the work that it causes. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, FRAME_WITHIN_MS)
  })
}
