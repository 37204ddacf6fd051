/** A selector shows at most so many characters of a device's name. */
const SELECTOR_NAME_MAX = 25
/** A description longer than this is folded. */
const EXPANDER_ABOVE = 100

/** The name of a device as a selector shows it; emoji and other wide characters are never cut in half. */
export function selectorName(name: string): string {
  const characters = charactersOf(name)
  return characters.length > SELECTOR_NAME_MAX ? `${characters.slice(0, SELECTOR_NAME_MAX).join('')}…` : name
}

/**
 * Returns how a long description begins, cut after a word, or within one that is very long; undefined for a description
 * that is shown whole.
 */
export function foldedDescription(description: string): string | undefined {
  const characters = charactersOf(description)
  if (characters.length <= EXPANDER_ABOVE) return undefined
  const isSpace = (character: string | undefined) => character !== undefined && /\s/.test(character)
  const space = characters.findLastIndex((character, index) => index <= EXPANDER_ABOVE && isSpace(character))
  const end = space > EXPANDER_ABOVE / 2 ? space : EXPANDER_ABOVE
  return `${characters.slice(0, end).join('').trimEnd()}…`
}

function charactersOf(text: string): string[] {
  return [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
}
