import { parseSync, Visitor, type ESTree, type ParseResult } from 'rolldown/utils'
import type { Source } from './imports.ts'

/** A place that breaks a rule of language. */
export interface Finding {
  readonly line: number
  readonly rule: string
  readonly text: string
}

interface Prose {
  readonly kind: 'comment' | 'group' | 'page' | 'title'
  readonly line: number
  readonly text: string
}

/** Turns of phrase that have a plainer equivalent. Each pattern leaves the ordinary uses of its words out. */
const MARKS: Readonly<Record<string, RegExp>> = {
  'so many, so long': /\bso (?:long|many)\b(?! (?:\w+ ){0,2}that\b)/i,
  'so far, of a bound': /\bso far (?:ahead|along|apart|back|behind|beyond|from|into)\b/i,
  'alone, for only':
    /(?<!\b(?:are|be|being|is|leaves?|leaving|left|let|runs?|running|stands?|was|were|works?|working) )\balone\b/i,
  'of which, of whom':
    /(?<!\b(?:all|any|both|each|either|half|many|most|neither|none|one|regardless|several|some|three|two|as) )\bof wh(?:ich|om)\b/i,
  'as yet': /\bas yet\b/i,
  'away, for unavailable':
    /\b(?:are|aren't|be|been|being|go|goes|gone|is|isn't|keeps?|stay|stays|stayed|was|wasn't|went|were|weren't) away\b/i,
  'tell, told':
    /(?<!\b(?:can|can't|cannot|could|couldn't) )\b(?:tells?|telling|told)\b(?! (?:\S+ ){0,4}(?:apart|from)\b)/i,
  'hear, heard': /\b(?:hears?|heard|hearing)\b/i,
  'know of': /\b(?:knew|know|known|knows) of\b/i,
  stand: /\b(?:stands?|stood)\b(?! (?:alone|for|in for|out|still)\b|-)/i,
  goes: /\bgoes\b(?! (?:back|down|over|through|unnoticed|up|wrong)\b)/i,
  'come by': /\b(?:came|comes?) by\b/i,
  'begun, of a state': /(?<!\b(?:had|has|have|just) )\bbegun\b/i,
  'ended, of a state': /\b(?:are|be|been|being|is|was|were) ended\b/i,
  'is to be, for must': /\b(?:are|is|was|were) to be\b/i,
  'what for': /\bwhat for\b/i,
  "one's": /(?<!\b(?:another|each|first|former|last|newer|next|no|older|other|second) )\bone's\b/i,
  'whoever, whatever it is': /\bwhoever\b|\bwhatever (?:an?|are|came|comes?|is|its?|people|the|they|was|were)\b/i,
}
/** The word that a sentence begins with in place of a named subject. "That is" and "That way" refer to the one before. */
const UNNAMED = /(?:^|[.!?:] )(?:What|Who|Those|That(?! (?:is|way)\b))\b(?![^.!?]*\?)/

/** Words that a noun follows. */
const BEFORE_NOUNS = /^(?:a|all|an|another|any|both|each|either|every|neither|no|one|only|the|three|two)$/
/** Programs whose names are written small. */
const NAMES = /^(?:npm|ntfy|promtool)$/
/** Words that end in s and are no verb in the third person. */
const NO_VERBS =
  /^(?:always|as|boards|browsers|clients|conditions|connections|devices|episodes|is|its|keys|lines|messages|metrics|nodes|others|packets|passwords|plants|points|processes|readings|rows|rules|senders|series|sessions|settings|strangers|sums|this|topics|users|values|variables|was|weights|whose|workers)$/

/** Returns where the comments and test titles of a source file, or the text of a Markdown page, break the rules. */
export function languageFindings(source: Source): Finding[] {
  const prose = source.file.endsWith('.md') ? linesOf(source.text) : codeProse(source)
  return prose.flatMap((part) => rulesBrokenBy(part).map((rule) => ({ line: part.line, rule, text: part.text })))
}

function rulesBrokenBy({ kind, text }: Prose): string[] {
  const plain = text.replaceAll(/`[^`]*`|"[^"]*"/g, '`…`')
  return [
    ...Object.keys(MARKS).filter((rule) => MARKS[rule]?.test(plain)),
    ...(kind === 'comment' && UNNAMED.test(plain) ? ['a sentence begins with What, Who, Those or That'] : []),
    ...(kind === 'title' && !beginsWell(text) ? ['a title begins with a verb in the third person or an article'] : []),
  ]
}

/** Returns whether a title begins with a verb in the third person, a word before a noun, a name or a value. */
function beginsWell(title: string): boolean {
  const [first = ''] = /^[^\s,:]*/.exec(title) ?? []
  if (!/^[a-z-]+$/.test(first) || NAMES.test(first) || BEFORE_NOUNS.test(first)) return true
  return /[^s]s$/.test(first) && !NO_VERBS.test(first)
}

/** Returns the comments of a file, and the titles of its tests and of their groups. */
function codeProse({ file, text }: Source): Prose[] {
  const parsed = parseSync(file, text)
  const comments = commentsOf(parsed.comments, text)
  return /\b(?:describe|it|test)\b/.test(text) ? [...comments, ...titlesOf(parsed.program, text)] : comments
}

/** Returns comments without the instructions to tools. Line comments below each other are one. */
function commentsOf(all: ParseResult['comments'], text: string): Prose[] {
  const comments: Array<Prose & { end: number; isLine: boolean }> = []
  for (const { type, value, start, end } of all) {
    if (/^\s*(?:oxlint-|@ts-|@vitest-)/.test(value)) continue
    const isLine = type === 'Line'
    const words = value
      .replaceAll(/^\*|\s*\n[ \t]*\*?/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
    const last = comments.at(-1)
    if (isLine && last?.isLine && /^\n[ \t]*$/.test(text.slice(last.end, start)))
      comments.splice(-1, 1, { ...last, text: `${last.text} ${words}`, end })
    else comments.push({ kind: 'comment', line: lineOf(text, start), text: words, end, isLine })
  }
  return comments
}

function titlesOf(program: ESTree.Program, text: string): Prose[] {
  const titles: Prose[] = []
  new Visitor({
    CallExpression({ callee, arguments: [title, body] }) {
      const name = testFunction(callee)
      if (name === undefined || title === undefined || body === undefined) return
      const written = writtenIn(title, text)
      if (written !== undefined)
        titles.push({ kind: name === 'describe' ? 'group' : 'title', line: lineOf(text, title.start), text: written })
    },
  }).visit(program)
  return titles
}

/** Returns which of Vitest's functions a call is of, as in `test(…)`, `test.skipIf(…)(…)` and `it.each`…`(…)`. */
function testFunction(callee: ESTree.Expression | ESTree.Super): string | undefined {
  if (callee.type === 'MemberExpression') return testFunction(callee.object)
  if (callee.type === 'CallExpression') return testFunction(callee.callee)
  if (callee.type === 'TaggedTemplateExpression') return testFunction(callee.tag)
  return callee.type === 'Identifier' && /^(?:describe|it|test)$/.test(callee.name) ? callee.name : undefined
}

function writtenIn(title: ESTree.Argument, text: string): string | undefined {
  if (title.type === 'TemplateLiteral') return text.slice(title.start + 1, title.end - 1)
  return title.type === 'Literal' && typeof title.value === 'string' ? title.value : undefined
}

/** Returns the paragraphs of a page without code, addresses and the titles of tests that prove a row. */
function linesOf(page: string): Prose[] {
  return page
    .replaceAll(/^(```+)[\s\S]*?^\1/gm, (code) => code.replaceAll(/[^\n]/g, ''))
    .split('\n')
    .map((line, index) => ({
      kind: 'page',
      line: index + 1,
      text: line.replaceAll(/\]\([^)]*\)/g, ']').replaceAll(/`[^`]+` › (?:(?!<br>| \|).)+/g, ''),
    }))
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}
