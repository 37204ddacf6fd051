import type { Expression } from './template-expression.ts'
import { applyCall, isTrue } from './template-calls.ts'
import { numeric, textValue, VALUELESS, type TemplateValue } from './template-values.ts'

export interface TemplateMessage {
  readonly text: string
  readonly json: unknown
}

/** Bound of the work for one value: a part is a step, and so are 20 characters of a text that a filter reads. */
export const STEPS_MAX = 1000
const CHARACTERS_PER_STEP = 20

const ARITHMETIC: ReadonlyMap<string, (left: number, right: number) => number> = new Map([
  ['+', (left: number, right: number) => left + right],
  ['-', (left: number, right: number) => left - right],
  ['*', (left: number, right: number) => left * right],
  ['/', (left: number, right: number) => left / right],
  ['//', (left: number, right: number) => Math.floor(left / right)],
  // The result has the sign of the divisor, as in Python.
  ['%', (left: number, right: number) => left - right * Math.floor(left / right)],
  ['**', (left: number, right: number) => left ** right],
])
const ORDER: ReadonlyMap<string, (left: number | string, right: number | string) => boolean> = new Map([
  ['<', (left: number | string, right: number | string) => left < right],
  ['<=', (left: number | string, right: number | string) => left <= right],
  ['>', (left: number | string, right: number | string) => left > right],
  ['>=', (left: number | string, right: number | string) => left >= right],
])

/** Evaluates the expressions of a template for one message, in a bounded number of steps. */
export class Evaluation {
  readonly #message: TemplateMessage
  steps = 0

  constructor(message: TemplateMessage) {
    this.#message = message
  }

  /** Returns the value of an expression. Throws VALUELESS where Home Assistant reports an error. */
  valueOf({ op, value, of = [] }: Expression): TemplateValue {
    this.#count(1)
    switch (op) {
      case 'constant':
        return value
      case 'nothing':
        return undefined
      case 'message':
        return this.#message.text.trim()
      case 'json':
        // Parsed JSON is a value.
        return this.#message.json as TemplateValue
      case 'object':
        return {}
      case 'list':
        return of.map((one) => this.#operand(one))
      case 'field':
        return fieldOf(this.#operand(of[0]), value as string | number)
      case 'call':
        return this.#call(value as string, of)
      case 'is':
        return isOfKind(this.#operand(of[0]), value as string)
      case 'if':
        return this.#operand(isTrue(this.#operand(of[0])) ? of[1] : of[2])
      case 'not':
        return !isTrue(this.#operand(of[0]))
      case 'and':
      case 'or':
        return this.#either(op, of)
      case 'negative':
        return -numeric(this.#operand(of[0])) + 0
      case 'positive':
        return numeric(this.#operand(of[0]))
      default:
        return combined(op, this.#operand(of[0]), this.#operand(of[1]))
    }
  }

  #call(name: string, of: ReadonlyArray<Expression | null>): TemplateValue {
    const given = of.map((one) => (one ? this.#operand(one) : undefined))
    for (const one of given) if (typeof one === 'string') this.#count(Math.ceil(one.length / CHARACTERS_PER_STEP))
    return applyCall(name, given)
  }

  #count(steps: number): void {
    if (this.steps + steps > STEPS_MAX) throw VALUELESS
    this.steps += steps
  }

  #either(op: 'and' | 'or', [left, right]: ReadonlyArray<Expression | null>): TemplateValue {
    const first = this.#operand(left)
    return isTrue(first) === (op === 'or') ? first : this.#operand(right)
  }

  #operand(expression: Expression | null | undefined): TemplateValue {
    if (!expression) throw VALUELESS
    return this.valueOf(expression)
  }
}

function fieldOf(from: TemplateValue, name: string | number): TemplateValue {
  if (from === undefined || from === null) throw VALUELESS
  if (typeof from === 'string' || Array.isArray(from))
    return typeof name === 'number' ? (from.at(name) as TemplateValue) : undefined
  if (typeof from !== 'object' || !Object.hasOwn(from, name)) return undefined
  return (from as Record<string, TemplateValue>)[name]
}

function isOfKind(value: TemplateValue, kind: string): boolean {
  if (kind === 'number') return typeof value === 'number' || typeof value === 'boolean'
  return kind === 'none' ? value === null : (value === undefined) === (kind === 'undefined')
}

function combined(op: string, left: TemplateValue, right: TemplateValue): TemplateValue {
  if (op === '==' || op === '!=') return (plain(left) === plain(right)) === (op === '==')
  const isBefore = ORDER.get(op)
  if (isBefore) {
    if (typeof left === 'string' && typeof right === 'string') return isBefore(left, right)
    return isBefore(numeric(left), numeric(right))
  }
  if (op === '+' && typeof left === 'string' && typeof right === 'string') return textValue(left + right)
  const compute = ARITHMETIC.get(op)
  if (!compute || (right === 0 && ['/', '//', '%'].includes(op))) throw VALUELESS
  return compute(numeric(left), numeric(right)) + 0
}

function plain(value: TemplateValue): TemplateValue {
  return typeof value === 'boolean' ? Number(value) : value
}
