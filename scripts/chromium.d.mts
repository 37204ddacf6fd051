/** The path of a Chromium that can show notifications; undefined where none is installed. */
export function findFullChromium(): string | undefined
