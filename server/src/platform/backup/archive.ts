import { fromTimestamp } from '@greenhouse/contract'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import * as z from 'zod/mini'
import { readTar, TAR_END, tarHeader, tarPadding, type TarEntry } from './tar.ts'

const MANIFEST = 'manifest.json'
const MANIFEST_MAX_BYTES = 1024 * 1024
/** Usable as file names without escaping. */
const PLAIN_NAME = /^[a-z0-9][a-z0-9.-]{0,90}$/

const manifestShape = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  version: z.string(),
  database: z.enum(['sqlite', 'postgres']),
  schema: z.optional(z.string()),
  migrations: z.array(z.string()),
  counts: z.record(z.string(), z.number()),
  /** Values of readings; absent in old backups. */
  values: z.optional(z.number()),
  files: z.array(z.object({ name: z.string(), size: z.number(), sha256: z.string() })),
})
/** Describes a backup. It is the archive's last entry, so that a truncated backup has none. */
export type Manifest = z.infer<typeof manifestShape>

/** Thrown for a file that is no backup or a damaged one. The message continues "The file … ". */
export class DamagedBackup extends Error {}

/** Writes the files and their manifest as a compressed tar for this user only, and syncs it to disk. */
export async function writeArchive(
  target: string,
  files: readonly string[],
  manifest: Omit<Manifest, 'format' | 'files'>,
): Promise<void> {
  const written: Manifest['files'] = []
  const at = fromTimestamp(manifest.madeAt)
  async function* pieces(): AsyncGenerator<Buffer> {
    for (const file of files) {
      const [name, { size }, hash] = [basename(file), await stat(file), createHash('sha256')]
      yield tarHeader({ name, size, at })
      for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
        hash.update(chunk)
        yield chunk
      }
      yield tarPadding(size)
      written.push({ name, size, sha256: hash.digest('hex') })
    }
    const text = Buffer.from(JSON.stringify({ format: 1, ...manifest, files: written }, null, 2))
    yield Buffer.concat([tarHeader({ name: MANIFEST, size: text.length, at }), text, tarPadding(text.length), TAR_END])
  }
  await pipeline(Readable.from(pieces()), createGzip({ level: 1 }), createWriteStream(target, { mode: 0o600 }))
  await flush(target)
}

/** Verifies every size and checksum. After a DamagedBackup the unpacked files must not be used. */
export async function readArchive(
  file: string,
  folder: string,
  makeRoom: (bytes: number) => Promise<void>,
): Promise<Manifest> {
  const found = new Map<string, { size: number; sha256: string }>()
  let manifest: Manifest | undefined
  const stream = createReadStream(file).on('error', (error) => unzipped.destroy(error))
  const unzipped = stream.pipe(createGunzip())
  try {
    for await (const entry of readTar(unzipped)) {
      if (manifest !== undefined || !PLAIN_NAME.test(entry.name)) throw new Error('it holds more than a backup does')
      if (entry.name === MANIFEST) manifest = await readManifest(entry)
      else {
        await makeRoom(entry.size)
        found.set(entry.name, { size: entry.size, sha256: await layDown(entry, join(folder, entry.name)) })
      }
    }
  } catch (error) {
    throw asDamage(error)
  } finally {
    stream.destroy()
  }
  if (!manifest) throw new DamagedBackup('is cut off: it does not say what it holds')
  for (const { name, size, sha256 } of manifest.files) {
    const { size: foundSize, sha256: foundHash } = found.get(name) ?? {}
    if (foundSize !== size || foundHash !== sha256) throw new DamagedBackup(`is damaged: ${name} is not what was saved`)
  }
  return manifest
}

async function readManifest({ size, bytes }: TarEntry): Promise<Manifest> {
  if (size > MANIFEST_MAX_BYTES) throw new Error('its manifest is too large')
  const parts: Buffer[] = []
  for await (const part of bytes) parts.push(part)
  const read = manifestShape.safeParse(JSON.parse(Buffer.concat(parts).toString()))
  if (!read.success) throw new Error('its manifest is not one of ours')
  return read.data
}

async function layDown({ bytes }: TarEntry, file: string): Promise<string> {
  const hash = createHash('sha256')
  async function* hashed(): AsyncGenerator<Buffer> {
    for await (const part of bytes) {
      hash.update(part)
      yield part
    }
  }
  await pipeline(Readable.from(hashed()), createWriteStream(file, { mode: 0o600, flags: 'wx' }))
  await flush(file)
  return hash.digest('hex')
}

export async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

function asDamage(error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  const isDamage =
    error instanceof Error && error.constructor === Error && (code === undefined || code.startsWith('Z_'))
  return isDamage || error instanceof SyntaxError ? new DamagedBackup(`is damaged: ${message}`) : error
}
