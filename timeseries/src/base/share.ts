/** The devices of one of so many partitions of the log: those whose key leaves `partition` when divided by `partitions`. */
export interface Share {
  readonly partition: number
  readonly partitions: number
}
