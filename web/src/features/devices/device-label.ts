/** A selector shows at most so many characters of a device's name. */
export const SELECTOR_NAME_MAX = 25

/** The name of a device as a selector shows it; emoji and other wide characters are never cut in half. */
export function selectorName(name: string): string {
  const characters = [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment)
  return characters.length > SELECTOR_NAME_MAX ? `${characters.slice(0, SELECTOR_NAME_MAX).join('')}…` : name
}
