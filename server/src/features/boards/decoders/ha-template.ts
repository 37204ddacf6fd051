import { RecentCache } from '../../../platform/recent-cache.ts'
import type { DecodingWork } from '../decoding-work.ts'
import { Evaluation, type TemplateMessage } from './template-evaluation.ts'
import { parseExpression, type Expression } from './template-expression.ts'
import { piecesOf, UNREADABLE, type Piece } from './template-tokens.ts'
import { isTrue } from './template-calls.ts'
import { VALUELESS, type TemplateValue } from './template-values.ts'

/** A text, an output, or the branches of an `if`; the last branch may have no condition. */
type Part =
  | { readonly text: string }
  | { readonly output: Expression }
  | { readonly branches: ReadonlyArray<{ readonly when?: Expression; readonly parts: readonly Part[] }> }

export interface ValueTemplate {
  /** Undefined without a template, for the whole message. */
  readonly source: string | undefined
  readonly parts: readonly Part[]
  /** Path of the first field that it reads from the JSON. */
  readonly path?: readonly string[]
}

const TEMPLATE_MAX = 1000
/** Boards of a kind have the same templates. */
const TEMPLATES_MAX = 1000
const WHOLE_MESSAGE: ValueTemplate = { source: undefined, parts: [{ output: { op: 'message' } }] }
const parsed = new RecentCache<string, ValueTemplate | 'unreadable'>(TEMPLATES_MAX)
const DEPTH_MAX = 5

/** Parses the subset of Home Assistant's templates that reads values; undefined for others, such as loops. */
export function valueTemplate(template: string | undefined): ValueTemplate | undefined {
  if (template === undefined) return WHOLE_MESSAGE
  if (template.length > TEMPLATE_MAX) return undefined
  const known = parsed.get(template) ?? parse(template) ?? 'unreadable'
  parsed.set(template, known)
  return known === 'unreadable' ? undefined : known
}

function parse(template: string): ValueTemplate | undefined {
  try {
    const pieces = piecesOf(template)
    const parts = partsOf(pieces, 0)
    const isWholeMessage = parts.some((part) => 'output' in part && part.output.op === 'json')
    if (pieces.length > 0 || parts.length === 0 || isWholeMessage) return undefined
    const path = firstPath(parts)
    return { source: template, parts, ...(path && { path }) }
  } catch (error) {
    if (error === UNREADABLE) return undefined
    throw error
  }
}

export function valueAt(
  { parts }: Pick<ValueTemplate, 'parts'>,
  message: TemplateMessage & { readonly work: Pick<DecodingWork, 'fields'> },
): unknown {
  const evaluation = new Evaluation(message)
  try {
    const value = rendered(parts, evaluation)
    return typeof value === 'string' ? value.trim() : value
  } catch (error) {
    if (error === VALUELESS) return undefined
    throw error
  } finally {
    message.work.fields += evaluation.steps
  }
}

function partsOf(pieces: Piece[], depth: number): readonly Part[] {
  const parts: Part[] = []
  for (let piece = pieces[0]; piece; piece = pieces[0]) {
    if (piece.kind === 'statement' && !/^if\b/.test(piece.text)) break
    pieces.shift()
    if (piece.kind === 'text') parts.push({ text: piece.text })
    else if (piece.kind === 'output') parts.push({ output: parseExpression(piece.text) })
    else parts.push(branchesOf(piece.text, pieces, depth + 1))
  }
  // Text beside a value, such as a unit, would be part of it.
  if (parts.length > 1 && parts.some((part) => 'text' in part)) throw UNREADABLE
  return parts
}

function branchesOf(first: string, pieces: Piece[], depth: number): Part {
  if (depth > DEPTH_MAX) throw UNREADABLE
  const branches: Array<{ when?: Expression; parts: readonly Part[] }> = []
  let statement = first
  for (;;) {
    const [, word, condition = ''] = /^(if|elif|else|endif)\b(.*)$/s.exec(statement) ?? []
    const isLast = branches.length > 0 && branches.at(-1)?.when === undefined
    if (word === 'endif' && condition === '') return { branches }
    if (word === undefined || word === 'endif' || isLast || (word === 'if') !== (branches.length === 0))
      throw UNREADABLE
    if ((word === 'else') !== (condition.trim() === '')) throw UNREADABLE
    const when = word === 'else' ? {} : { when: parseExpression(condition) }
    branches.push({ ...when, parts: partsOf(pieces, depth) })
    const next = pieces.shift()
    if (!next) throw UNREADABLE
    statement = next.text
  }
}

function rendered(parts: readonly Part[], evaluation: Evaluation): TemplateValue {
  const values = parts
    .map((part) => valueOfPart(part, evaluation))
    .filter((value) => value !== undefined && value !== '')
  return values.length > 1 ? values.map(String).join('') : values[0]
}

function valueOfPart(part: Part, evaluation: Evaluation): TemplateValue {
  if ('text' in part) return part.text
  if ('output' in part) return evaluation.valueOf(part.output)
  const branch = part.branches.find(({ when }) => when === undefined || isTrue(evaluation.valueOf(when)))
  return branch && rendered(branch.parts, evaluation)
}

function firstPath(parts: readonly Part[]): readonly string[] | undefined {
  for (const part of parts) {
    const found =
      'output' in part
        ? pathIn(part.output)
        : 'branches' in part
          ? part.branches
              .map(({ when, parts: own }) => firstPath(own) ?? (when && pathIn(when)))
              .find((path) => path !== undefined)
          : undefined
    if (found) return found
  }
  return undefined
}

function pathIn(expression: Expression): readonly string[] | undefined {
  const own = pathOf(expression)
  if (own && own.length > 0) return own
  for (const operand of expression.of ?? []) {
    const found = operand && pathIn(operand)
    if (found) return found
  }
  return undefined
}

function pathOf({ op, value, of = [] }: Expression): readonly string[] | undefined {
  if (op === 'json') return []
  const [from, key] = of
  const name =
    op === 'field' ? value : op === 'call' && value === 'get' && key?.op === 'constant' ? key.value : undefined
  const before = name !== undefined && from ? pathOf(from) : undefined
  return before && [...before, String(name)]
}
