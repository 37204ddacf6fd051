import { BoardMessage } from '../../src/features/boards/board-report.ts'
import { boardMessage, type SentMessage } from './sample.ts'

/** Values of a hostile or broken board, as JSON. */
const VALUES = [
  'null',
  'true',
  '-0',
  '1e308',
  '-1e308',
  '1e999',
  '9007199254740993',
  '""',
  '"nan"',
  '"1e400"',
  '"\\u0000\\ud800"',
  '[]',
  '{}',
  '[[[[[[1]]]]]]',
  '{"a":{"b":{"c":{"d":{"e":{"f":1}}}}}}',
  '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
  '"\u202etxt"',
  JSON.stringify('<img src=x onerror=alert(1)>'),
  JSON.stringify('x'.repeat(3000)),
  JSON.stringify(Array.from({ length: 300 }, (_, index) => index)),
  JSON.stringify(Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`k${index}`, index]))),
]
const NAMES = ['"__proto__"', '"constructor"', '"toString"', '""', '"length"', `"${'n'.repeat(500)}"`, '"\\ud800"']
const JSON_NAME = /"[^"\\]*"(?=\s*:)/g
const JSON_VALUE = /(?<=:\s*)(?:"[^"\\]*"|-?\d[\d.eE+-]*|true|false|null)/g
const WORD = /[^/&=,{}[\]\s"]+/g

/** Returns a message that differs from a sample in up to three places of its topic and payload. */
export function mutated(sample: SentMessage, random: () => number): BoardMessage {
  const { topic, payload, contentType, isRetained, query } = boardMessage(sample)
  let bytes = payload
  let changedTopic = topic
  for (let changes = 1 + Math.floor(random() * 3); changes > 0; changes--) {
    const kind = random()
    if (kind < 0.15)
      changedTopic = replaced(
        changedTopic,
        WORD,
        pick(['', '+', '__proto__', 'x'.repeat(300), '\0', '/'], random),
        random,
      )
    else bytes = changed(bytes, random)
  }
  const changedQuery = query === undefined || random() < 0.5 ? query : changed(Buffer.from(query), random).toString()
  return new BoardMessage(changedTopic, bytes, {
    contentType,
    isRetained: random() < 0.2 ? !isRetained : isRetained,
    query: changedQuery,
  })
}

function changed(bytes: Buffer, random: () => number): Buffer {
  const kind = Math.floor(random() * 8)
  if (kind === 0) return bytes.subarray(0, Math.floor(random() * (bytes.length + 1)))
  if (kind === 1) return flipped(bytes, random)
  if (kind === 2) return Buffer.alloc(0)
  const text = bytes.toString('utf8')
  if (kind === 3) return Buffer.from(replaced(text, JSON_NAME, pick(NAMES, random), random))
  if (kind === 4)
    return Buffer.from(replaced(text, WORD, pick(['1e309', '', '-', 'nan', '__proto__', '\0'], random), random))
  if (kind === 5) return Buffer.from(`${'['.repeat(2000)}${text}${']'.repeat(2000)}`)
  return Buffer.from(replaced(text, JSON_VALUE, pick(VALUES, random), random))
}

function flipped(bytes: Buffer, random: () => number): Buffer {
  const copy = Buffer.from(bytes)
  const index = Math.floor(random() * copy.length)
  if (copy.length > 0) copy[index] = Math.floor(random() * 256)
  return copy
}

/** Replaces one of the places that a pattern finds. */
function replaced(text: string, pattern: RegExp, by: string, random: () => number): string {
  const places = [...text.matchAll(pattern)]
  const place = places[Math.floor(random() * places.length)]
  if (!place) return text
  return text.slice(0, place.index) + by + text.slice(place.index + place[0].length)
}

function pick(list: readonly string[], random: () => number): string {
  return list[Math.floor(random() * list.length)] as string
}
