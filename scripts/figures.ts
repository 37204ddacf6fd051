// npm run figures: prints the sizes of the product that CONTRIBUTING sets aims for.
import { parseSync, Visitor, type ESTree } from 'rolldown/utils'
import { importsOf, sourcesOf, type Source } from './imports.ts'
import { fileCircles } from './module-graph.ts'

const PRODUCT = ['contract', 'timeseries', 'server', 'web']
const LONG_LINES = 40
const LARGE_NAMES = 8

/** Figures of one file that its syntax tree gives. */
interface Shape {
  longFunctions: number
  largeOptions: number
  casts: number
  nonNull: number
  readonly commentLines: number
}

const isTest = ({ file }: Source) => /\.test\.|\.fixture\.|\/test\//.test(file)
const linesIn = (text: string) => text.split('\n').length - 1
const sum = <T>(list: readonly T[], of: (one: T) => number) => list.reduce((total, one) => total + of(one), 0)
const share = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`

function shapeOf({ file, text }: Source): Shape {
  const { program, comments } = parseSync(file, text)
  const shape: Shape = {
    longFunctions: 0,
    largeOptions: 0,
    casts: 0,
    nonNull: 0,
    commentLines: sum(comments, ({ start, end }) => linesIn(text.slice(start, end)) + 1),
  }
  const countFunction = ({ params, body }: ESTree.Function | ESTree.ArrowFunctionExpression) => {
    if (body && codeLinesOf(text.slice(body.start, body.end)) > LONG_LINES) shape.longFunctions++
    for (const param of params)
      if (param.type === 'ObjectPattern' && param.properties.length > LARGE_NAMES) shape.largeOptions++
  }
  new Visitor({
    FunctionDeclaration: countFunction,
    FunctionExpression: countFunction,
    ArrowFunctionExpression: countFunction,
    TSAsExpression({ typeAnnotation }) {
      if (text.slice(typeAnnotation.start, typeAnnotation.end) !== 'const') shape.casts++
    },
    TSNonNullExpression() {
      shape.nonNull++
    },
  }).visit(program)
  return shape
}

/** Returns the lines of a function without blank ones and comments. */
function codeLinesOf(body: string): number {
  return body.split('\n').filter((line) => !/^\s*(?:$|\/\/|\/?\*)/.test(line)).length
}

/** Returns the number of files that exactly one other file imports. */
function withOneUser(files: readonly Source[], users: readonly Source[]): number {
  const counts = new Map<string, number>()
  for (const user of users) for (const file of new Set(importsOf(user))) counts.set(file, (counts.get(file) ?? 0) + 1)
  return files.filter(({ file }) => counts.get(file) === 1).length
}

const all = PRODUCT.map((folder) => ({ folder, sources: sourcesOf(folder) }))
const everything = all.flatMap(({ sources }) => sources)
const product = everything.filter((source) => !isTest(source) && source.file.includes('/src/'))
const shapes = new Map(product.map((source) => [source.file, shapeOf(source)]))
const total = (name: keyof Shape, folder = '') =>
  sum([...shapes], ([file, shape]) => (file.startsWith(folder) ? shape[name] : 0))
const helpers = everything.filter(({ file }) => file.startsWith('server/test/') && !file.includes('.test.'))
const tests = everything.filter(({ file }) => file.startsWith('server/test/'))

const figures: ReadonlyArray<readonly [name: string, value: string | number]> = [
  ['lines of the product', sum(product, ({ text }) => linesIn(text))],
  ['files of the product', product.length],
  ['files with exactly one user', withOneUser(product, product)],
  ['circles of files', fileCircles(product).length],
  [`functions of more than ${LONG_LINES} lines of code`, total('longFunctions')],
  [`functions that take more than ${LARGE_NAMES} names in one object`, total('largeOptions')],
  ...all.map(({ folder }) => {
    const lines = sum(product, ({ file, text }) => (file.startsWith(`${folder}/`) ? linesIn(text) : 0))
    return [`comments of ${folder}`, share(total('commentLines', `${folder}/`), lines)] as const
  }),
  ['casts of server and time series', total('casts', 'server/') + total('casts', 'timeseries/')],
  ['non-null assertions of server and time series', total('nonNull', 'server/') + total('nonNull', 'timeseries/')],
  ['lines of server/test', sum(tests, ({ text }) => linesIn(text))],
  ['lines of its helpers', sum(helpers, ({ text }) => linesIn(text))],
]
const width = Math.max(...figures.map(([name]) => name.length))
for (const [name, value] of figures) console.log(`${name.padEnd(width)}  ${value.toLocaleString('en')}`)
