import { sql, type RawBuilder } from 'kysely'

/** A column or an expression. */
type Text = string | RawBuilder<string>

/** Returns whether a folded text has every word, somewhere. */
export function hasWords(column: Text, words: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(
    words.map((word) => like(column, word)),
    sql` and `,
  )})`
}

/** Returns how many of the words start a word of a folded text, in which each follows a space. */
export function startedWords(column: Text, words: readonly string[]): RawBuilder<number> {
  const starts = words.map((word) => sql`case when ${like(column, ` ${word}`)} then 1 else 0 end`)
  return sql<number>`(${sql.join(starts, sql` + `)})`
}

function like(column: Text, part: string): RawBuilder<unknown> {
  const pattern = `%${part.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  return sql`${typeof column === 'string' ? sql.ref(column) : column} like ${pattern} escape ${sql.lit('\\')}`
}
