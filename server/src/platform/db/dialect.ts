/** What the two databases say differently while tables are made. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
}
