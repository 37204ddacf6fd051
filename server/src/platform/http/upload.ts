/** The body of a request as a file, which is removed after the reply. */
export class Upload {
  readonly file: string
  readonly bytes: number

  constructor(file: string, bytes: number) {
    this.file = file
    this.bytes = bytes
  }
}
