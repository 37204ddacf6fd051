/** Returns a colour token as a CSS colour. Read at each drawing, because the theme may have changed. */
export function tokenColour(name: string, alpha = 1): string {
  const colour = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()
  if (alpha === 1) return colour
  if (!colour.startsWith('#')) return colour.replace(/\)$/, ` / ${alpha})`)
  return `${colour}${Math.round(alpha * 255)
    .toString(16)
    .padStart(2, '0')}`
}
