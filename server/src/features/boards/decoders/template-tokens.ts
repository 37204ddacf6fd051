/** Thrown for a template outside of the subset. */
export const UNREADABLE = new Error('The template is not understood.')

export interface Token {
  readonly kind: 'name' | 'number' | 'text' | 'sign'
  readonly text: string
}

export interface Piece {
  readonly kind: 'text' | 'output' | 'statement'
  readonly text: string
}

const TOKEN =
  /([A-Za-z_]\w*)|(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|(\*\*|\/\/|[=!<>]=|[-+*/%<>()[\]{}.,|=])/y
const OPENS = /\{[{%#]/g
const CLOSES: Readonly<Record<string, string>> = { '{{': '}}', '{%': '%}', '{#': '#}' }
const KINDS: Readonly<Record<string, Piece['kind']>> = { '{{': 'output', '{%': 'statement' }

/** Returns the pieces of a template without comments and blank text. Throws UNREADABLE for an unclosed one. */
export function piecesOf(template: string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  const addText = (end: number) => {
    const text = template.slice(at, end).trim()
    if (text !== '') pieces.push({ kind: 'text', text })
  }
  for (;;) {
    OPENS.lastIndex = at
    const open = OPENS.exec(template)
    if (!open) break
    const close = CLOSES[open[0]] as string
    const end = template.indexOf(close, open.index + 2)
    if (end < 0) throw UNREADABLE
    addText(open.index)
    const kind = KINDS[open[0]]
    if (kind) pieces.push({ kind, text: withoutMarks(template.slice(open.index + 2, end)) })
    at = end + 2
  }
  addText(template.length)
  return pieces
}

/** `{{-` and `-}}` remove blanks around them, which are insignificant here. */
function withoutMarks(text: string): string {
  return text.slice(/^[-+]/.test(text) ? 1 : 0, text.endsWith('-') || text.endsWith('+') ? -1 : undefined).trim()
}

export function tokensOf(expression: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < expression.length) {
    if (/\s/.test(expression[at] as string)) {
      at++
      continue
    }
    TOKEN.lastIndex = at
    const [whole, name, number, single, double, sign] = TOKEN.exec(expression) ?? []
    if (whole === undefined) throw UNREADABLE
    if (name !== undefined) tokens.push({ kind: 'name', text: name })
    else if (number !== undefined) tokens.push({ kind: 'number', text: number })
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign })
    else tokens.push({ kind: 'text', text: unescaped(single ?? double ?? '') })
    at += whole.length
  }
  return tokens
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/gs, (_, letter: string) => (letter === 'n' ? '\n' : letter === 't' ? '\t' : letter))
}
