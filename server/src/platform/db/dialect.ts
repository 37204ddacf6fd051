export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
}
