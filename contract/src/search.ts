import * as z from 'zod/mini'
import { id, ofHousehold, oneLine, timestamp } from './fields.ts'
import { placeKinds } from './places.ts'
import { route } from './route.ts'
import { careKinds, taskKinds } from './task-kinds.ts'

export const SEARCH_MIN = 2
export const SEARCH_MAX = 100
export const SEARCH_WORDS_MAX = 5
/** Of each kind. */
export const HITS_MAX = 10

const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', ø: 'o', å: 'a', '’': "'", ʼ: "'" }

/** Returns a text as it is searched: `crème brûlée` for `Crème Brûlée`, `smorrebrod` for `Smørrebrød`. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæøå’ʼ]/g, (letter) => LETTERS[letter] ?? letter)
}

/** Returns the words of a text as they are searched. */
export function foldedWords(text: string): string[] {
  return foldText(text).split(/\s+/).filter(Boolean)
}

/** Returns what is stored to find something by its texts: their words, each after a space. */
export function searchTextOf(texts: readonly string[]): string {
  return texts
    .flatMap(foldedWords)
    .map((word) => ` ${word}`)
    .join('')
}

const tooShort = `Type at least ${SEARCH_MIN} characters`
const q = z.string(tooShort).check(
  z.trim(),
  z.minLength(SEARCH_MIN, { error: tooShort, abort: true }),
  z.maxLength(SEARCH_MAX, { error: `A search cannot be longer than ${SEARCH_MAX} characters`, abort: true }),
  oneLine(),
  z.refine(
    (text) => foldedWords(text).length <= SEARCH_WORDS_MAX,
    `A search can have ${SEARCH_WORDS_MAX} words at most`,
  ),
)

/** `total` counts all; `hits` are the first of them. */
const found = <Hit extends z.ZodMiniType>(hit: Hit) => z.object({ total: z.number(), hits: z.array(hit) })

export const searchReply = z.object({
  plants: found(
    z.object({
      plantId: id,
      plantName: z.string(),
      plantType: z.string(),
      species: z.string(),
      isDead: z.boolean(),
      placeId: z.nullable(id),
    }),
  ),
  places: found(z.object({ placeId: id, name: z.string(), kind: z.enum(placeKinds), parentId: z.nullable(id) })),
  devices: found(z.object({ deviceId: id, deviceName: z.string(), placeId: z.nullable(id) })),
  /** `subject` is the plant or the place; null for work of the household. */
  tasks: found(
    z.object({
      taskId: id,
      kind: z.enum(taskKinds),
      label: z.string(),
      plantId: z.nullable(id),
      subject: z.nullable(z.string()),
    }),
  ),
  /** Entries of the care log, by their notes and labels, the newest first. */
  care: found(
    z.object({
      careId: id,
      kind: z.enum(careKinds),
      label: z.string(),
      note: z.string(),
      at: timestamp,
      plantId: z.nullable(id),
      subject: z.nullable(z.string()),
    }),
  ),
  /** The household's own. */
  species: found(z.object({ speciesId: id, name: z.string(), commonName: z.string() })),
})
export type SearchReply = z.infer<typeof searchReply>

export const searchRoutes = {
  /** Hits at the start of a word first, dead plants last. */
  find: route({
    method: 'GET',
    path: '/api/search',
    access: 'member',
    query: z.extend(ofHousehold, { q }),
    reply: searchReply,
  }),
}
