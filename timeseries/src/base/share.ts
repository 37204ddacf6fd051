/** The devices of one partition of the log: their keys leave `partition` when divided by `partitions`. */
export interface Share {
  readonly partition: number
  readonly partitions: number
}
