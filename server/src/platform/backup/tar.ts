import type { Readable } from 'node:stream'

const BLOCK = 512
const OCTAL_MAX = 8 ** 11 - 1

/** Returns a POSIX ustar header. `size` in bytes, `at` in milliseconds since 1970. */
export function tarHeader({ name, size, at }: { name: string; size: number; at: number }): Buffer {
  const header = Buffer.alloc(BLOCK)
  header.write(name, 0, 100)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  writeNumber(header, 124, size)
  writeNumber(header, 136, Math.floor(at / 1000))
  header.write(' '.repeat(8), 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257, 'latin1')
  header.write(`${checksum(header).toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

export function tarPadding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)
}

export const TAR_END = Buffer.alloc(2 * BLOCK)

export interface TarEntry {
  readonly name: string
  readonly size: number
  /** Must be read to its end before the next entry is requested. */
  readonly bytes: AsyncGenerator<Buffer>
}

/** Yields the files of an archive in order. Throws when it is truncated, damaged or holds anything but plain files. */
export async function* readTar(stream: Readable): AsyncGenerator<TarEntry> {
  const source = new ByteSource(stream)
  while (true) {
    const header = await source.read(BLOCK)
    if (header.every((byte) => byte === 0)) return source.drain()
    if (Number.parseInt(header.toString('latin1', 148, 156), 8) !== checksum(withoutChecksum(header)))
      throw new Error('a header in it is damaged')
    if (header.toString('latin1', 156, 157) !== '0') throw new Error('it holds more than plain files')
    const name = header.toString('utf8', 0, 100).replace(/\0.*$/s, '')
    const size = readNumber(header, 124)
    yield { name, size, bytes: source.take(size) }
    await source.read(tarPadding(size).length)
  }
}

class ByteSource {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(stream: Readable) {
    this.#chunks = stream[Symbol.asyncIterator]()
  }

  async read(size: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for await (const part of this.take(size)) parts.push(part)
    return Buffer.concat(parts)
  }

  /** Reads the rest, so that checks of the whole stream run. */
  async drain(): Promise<void> {
    while (!(await this.#chunks.next()).done);
  }

  async *take(size: number): AsyncGenerator<Buffer> {
    let missing = size
    while (missing > 0) {
      if (this.#rest.length === 0) {
        const { done, value } = await this.#chunks.next()
        if (done) throw new Error('it ends in the middle')
        this.#rest = value
      }
      const part = this.#rest.subarray(0, missing)
      this.#rest = this.#rest.subarray(part.length)
      missing -= part.length
      yield part
    }
  }
}

function writeNumber(header: Buffer, offset: number, value: number): void {
  if (value <= OCTAL_MAX) {
    header.write(`${value.toString(8).padStart(11, '0')}\0`, offset)
    return
  }
  header[offset] = 0x80
  header.writeBigUInt64BE(BigInt(value), offset + 4)
}

function readNumber(header: Buffer, offset: number): number {
  if (header[offset] === 0x80) return Number(header.readBigUInt64BE(offset + 4))
  return Number.parseInt(header.toString('latin1', offset, offset + 12), 8)
}

function withoutChecksum(header: Buffer): Buffer {
  return Buffer.from(header).fill(' ', 148, 156)
}

function checksum(header: Buffer): number {
  return header.reduce((sum, byte) => sum + byte, 0)
}
