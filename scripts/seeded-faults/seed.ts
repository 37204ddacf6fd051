/** A fault that is put into the code, and the test that must fail by it. */
export interface Seed {
  /** The row of docs/asvs.md or docs/fault-matrix.md, or the statement of docs/specification-coverage.md, that the test proves. */
  readonly row: string
  readonly file: string
  /** A piece of the file that is in it once: the guard. */
  readonly text: string
  /** The code without the guard. */
  readonly fault: string
  readonly testFile: string
  /** The title as it is written in the file. */
  readonly title: string
  /** The cases of `test.each` that must fail, when one of them is not enough. */
  readonly cases: readonly string[]
}

export function seed(
  row: string,
  [file, text, fault]: readonly [string, string, string],
  [testFile, title, ...cases]: readonly [string, string, ...string[]],
): Seed {
  return { row, file, text, fault, testFile, title, cases }
}
