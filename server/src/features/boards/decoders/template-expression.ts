import { parametersOf } from './template-calls.ts'
import { tokensOf, UNREADABLE, type Token } from './template-tokens.ts'

/** A part with a value. `of`: operands; `value`: a constant, or the name of a call or field. */
export interface Expression {
  readonly op: string
  readonly value?: string | number | boolean | null
  readonly of?: ReadonlyArray<Expression | null>
}

const DEPTH_MAX = 25
const PATH_MAX = 8
const COMPARISONS = ['==', '!=', '<', '<=', '>', '>=']
const CONSTANTS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['none', null],
  ['None', null],
])
const TESTS = new Set(['defined', 'undefined', 'none', 'number'])

/** Parses an expression with the precedence of Jinja. Throws UNREADABLE outside of the subset. */
export function parseExpression(source: string): Expression {
  const parser = new Parser(tokensOf(source))
  const expression = parser.choice()
  if (!parser.isAtEnd) throw UNREADABLE
  return expression
}

class Parser {
  readonly #tokens: readonly Token[]
  #at = 0
  #depth = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length
  }

  /** `a if condition else b` */
  choice(): Expression {
    if (++this.#depth > DEPTH_MAX) throw UNREADABLE
    let node = this.#or()
    while (this.#takeName('if')) {
      const condition = this.#or()
      node = { op: 'if', of: [condition, node, this.#takeName('else') ? this.choice() : { op: 'nothing' }] }
    }
    this.#depth--
    return node
  }

  #or(): Expression {
    let node = this.#and()
    while (this.#takeName('or')) node = { op: 'or', of: [node, this.#and()] }
    return node
  }

  #and(): Expression {
    let node = this.#not()
    while (this.#takeName('and')) node = { op: 'and', of: [node, this.#not()] }
    return node
  }

  #not(): Expression {
    let isNegated = false
    let isNot = false
    for (; this.#takeName('not'); isNegated = true) isNot = !isNot
    const compared = this.#comparison()
    if (!isNegated) return compared
    return isNot ? { op: 'not', of: [compared] } : { op: 'not', of: [{ op: 'not', of: [compared] }] }
  }

  #comparison(): Expression {
    const left = this.#sum()
    const op = this.#takeSign(COMPARISONS)
    return op === undefined ? left : { op, of: [left, this.#sum()] }
  }

  #sum(): Expression {
    let node = this.#product()
    for (let op = this.#takeSign(['+', '-']); op !== undefined; op = this.#takeSign(['+', '-']))
      node = { op, of: [node, this.#product()] }
    return node
  }

  #product(): Expression {
    const signs = ['*', '/', '//', '%']
    let node = this.#power()
    for (let op = this.#takeSign(signs); op !== undefined; op = this.#takeSign(signs))
      node = { op, of: [node, this.#power()] }
    return node
  }

  /** Left-associative, and a sign before a number binds tighter, as in Jinja. */
  #power(): Expression {
    let node = this.#filtered()
    while (this.#takeSign(['**']) !== undefined) node = { op: '**', of: [node, this.#filtered()] }
    return node
  }

  /** Filters bind tighter than arithmetic, and less than the sign of a number. */
  #filtered(): Expression {
    let node = this.#signed()
    for (;;) {
      if (this.#takeSign(['|']) !== undefined) node = this.#call('filter', this.#name(), node)
      else if (this.#takeName('is')) node = this.#test(node)
      else return node
    }
  }

  #signed(): Expression {
    const signs: string[] = []
    for (let sign = this.#takeSign(['-', '+']); sign !== undefined; sign = this.#takeSign(['-', '+'])) signs.push(sign)
    return signs.reduceRight<Expression>(
      (node, sign) => ({ op: sign === '-' ? 'negative' : 'positive', of: [node] }),
      this.#read(),
    )
  }

  #test(node: Expression): Expression {
    const isNot = this.#takeName('not')
    const name = this.#name()
    if (!TESTS.has(name)) throw UNREADABLE
    const test: Expression = { op: 'is', value: name, of: [node] }
    return isNot ? { op: 'not', of: [test] } : test
  }

  #read(): Expression {
    let node = this.#primary()
    for (let fields = 0; fields <= PATH_MAX; fields++) {
      if (this.#takeSign(['.']) !== undefined) {
        const name = this.#name()
        node = this.#isSign('(') ? this.#call('method', name, node) : { op: 'field', value: name, of: [node] }
      } else if (this.#takeSign(['[']) !== undefined) {
        node = { op: 'field', value: this.#place(), of: [node] }
        this.#expect(']')
      } else return node
    }
    throw UNREADABLE
  }

  #place(): string | number {
    const isNegative = this.#takeSign(['-']) !== undefined
    const token = this.#next()
    if (token.kind === 'text' && !isNegative) return token.text
    if (token.kind !== 'number' || !/^\d{1,4}$/.test(token.text)) throw UNREADABLE
    return isNegative ? -Number(token.text) : Number(token.text)
  }

  #primary(): Expression {
    const token = this.#next()
    if (token.kind === 'number') return { op: 'constant', value: Number(token.text) }
    if (token.kind === 'text') return { op: 'constant', value: token.text }
    if (token.kind === 'name') return this.#named(token.text)
    if (token.text === '(') {
      const node = this.choice()
      this.#expect(')')
      return node
    }
    if (token.text === '[') return { op: 'list', of: this.#listUntil(']') }
    if (token.text !== '{') throw UNREADABLE
    this.#expect('}')
    return { op: 'object' }
  }

  #named(name: string): Expression {
    const constant = CONSTANTS.get(name)
    if (constant !== undefined) return { op: 'constant', value: constant }
    if (name === 'value') return { op: 'message' }
    if (name === 'value_json') return { op: 'json' }
    if (!this.#isSign('(')) throw UNREADABLE
    return this.#call('function', name)
  }

  /** A call: the piped value is its first argument; named ones go to their parameters. */
  #call(kind: 'filter' | 'method' | 'function', name: string, before?: Expression): Expression {
    const parameters = parametersOf(kind, name)
    if (!parameters) throw UNREADABLE
    const given: Array<Expression | null> = before ? [before] : []
    if (this.#takeSign(['(']) !== undefined && this.#takeSign([')']) === undefined) {
      do this.#argument(given, parameters)
      while (this.#takeSign([',']) !== undefined)
      this.#expect(')')
    }
    if (given.length === 0 || (parameters !== 'any' && given.length > parameters.length)) throw UNREADABLE
    return { op: 'call', value: name, of: Array.from(given, (argument) => argument ?? null) }
  }

  #argument(given: Array<Expression | null>, parameters: readonly string[] | 'any'): void {
    const [name, sign] = [this.#tokens[this.#at], this.#tokens[this.#at + 1]]
    if (name?.kind !== 'name' || sign?.kind !== 'sign' || sign.text !== '=') {
      given.push(this.choice())
      return
    }
    const place = parameters === 'any' ? -1 : parameters.indexOf(name.text)
    if (place < 0) throw UNREADABLE
    this.#at += 2
    given[place] = this.choice()
  }

  #listUntil(end: string): Expression[] {
    const found: Expression[] = []
    while (this.#takeSign([end]) === undefined) {
      if (found.length > 0) this.#expect(',')
      found.push(this.choice())
    }
    return found
  }

  #next(): Token {
    const token = this.#tokens[this.#at++]
    if (!token) throw UNREADABLE
    return token
  }

  #name(): string {
    const { kind, text } = this.#next()
    if (kind !== 'name') throw UNREADABLE
    return text
  }

  #isSign(sign: string): boolean {
    const token = this.#tokens[this.#at]
    return token?.kind === 'sign' && token.text === sign
  }

  #takeSign(signs: readonly string[]): string | undefined {
    const token = this.#tokens[this.#at]
    if (token?.kind !== 'sign' || !signs.includes(token.text)) return undefined
    this.#at++
    return token.text
  }

  #takeName(name: string): boolean {
    const token = this.#tokens[this.#at]
    if (token?.kind !== 'name' || token.text !== name) return false
    this.#at++
    return true
  }

  #expect(sign: string): void {
    if (this.#takeSign([sign]) === undefined) throw UNREADABLE
  }
}
