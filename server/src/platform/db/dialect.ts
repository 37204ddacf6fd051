/** The differences between the two databases in migrations. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
}
