const SELECTOR_NAME_MAX = 25
const EXPANDER_ABOVE = 100

/** Shortens a name without cutting emoji and other wide characters in half. */
export function selectorName(name: string): string {
  const characters = charactersOf(name)
  return characters.length > SELECTOR_NAME_MAX ? `${characters.slice(0, SELECTOR_NAME_MAX).join('')}…` : name
}

/** Returns the beginning of a long description, cut after a word if possible; undefined if it is short. */
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
