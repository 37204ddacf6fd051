import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { ParsedTarEntry } from 'modern-tar'
import * as z from 'zod/mini'
import { codeOf } from '../error-details.ts'

const MANIFEST = 'manifest.json'
/** Message of the only error of the tar reader that does not concern a header. */
const TRUNCATED = 'Tar archive is truncated.'
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
  const { createTarPacker } = await import('modern-tar')
  const { readable, controller } = createTarPacker()
  const attributes = { mode: 0o600, mtime: new Date(manifest.madeAt) }

  async function pack(): Promise<void> {
    const packed: Manifest['files'] = []
    for (const file of files) {
      const [name, { size }, hash] = [basename(file), await stat(file), createHash('sha256')]
      await pipeline(createReadStream(file), hashedBy(hash), controller.add({ name, size, ...attributes }))
      packed.push({ name, size, sha256: hash.digest('hex') })
    }
    const text = Buffer.from(JSON.stringify({ format: 1, ...manifest, files: packed }, null, 2))
    await pipeline([text], controller.add({ name: MANIFEST, size: text.length, ...attributes }))
    controller.finalize()
  }

  await Promise.all([
    pack().catch((error: unknown) => {
      controller.error(error)
      throw error
    }),
    pipeline(readable, createGzip({ level: 1 }), createWriteStream(target, { mode: 0o600 })),
  ])
  await flush(target)
}

/** Verifies every size and checksum. After a DamagedBackup the unpacked files must not be used. */
export async function readArchive(
  file: string,
  folder: string,
  makeRoom: (bytes: number) => Promise<void>,
): Promise<Manifest> {
  const { createTarDecoder } = await import('modern-tar')
  const found = new Map<string, { size: number; sha256: string }>()
  let manifest: Manifest | undefined
  const { readable, writable } = createTarDecoder({ strict: true })
  // An error of the file ends `readable`, too, which throws it.
  pipeline(createReadStream(file), createGunzip(), writable).catch(() => {})
  try {
    for await (const entry of readable) {
      const { name, type, size } = entry.header
      if (type !== 'file') throw damaged('it holds more than plain files')
      if (manifest !== undefined || !PLAIN_NAME.test(name)) throw damaged('it holds more than a backup does')
      if (name === MANIFEST) manifest = await readManifest(entry)
      else {
        await makeRoom(size)
        found.set(name, { size, sha256: await layDown(entry, join(folder, name)) })
      }
    }
  } catch (error) {
    throw asDamage(error)
  }
  if (!manifest) throw new DamagedBackup('is cut off: it does not say what it holds')
  for (const { name, size, sha256 } of manifest.files) {
    const { size: foundSize, sha256: foundHash } = found.get(name) ?? {}
    if (foundSize !== size || foundHash !== sha256) throw damaged(`${name} is not what was saved`)
  }
  return manifest
}

/** Returns the lines of the file that an archive begins with; none when it has another name. Throws DamagedBackup. */
export async function* linesAtStart(file: string, name: string): AsyncGenerator<string> {
  const { createTarDecoder } = await import('modern-tar')
  const { readable, writable } = createTarDecoder({ strict: true })
  pipeline(createReadStream(file), createGunzip(), writable).catch(() => {})
  try {
    for await (const { header, body } of readable) {
      if (header.name === name) yield* createInterface(Readable.from(body))
      return
    }
  } catch (error) {
    throw asDamage(error)
  }
}

async function readManifest({ header, body }: ParsedTarEntry): Promise<Manifest> {
  if (header.size > MANIFEST_MAX_BYTES) throw damaged('its manifest is too large')
  const read = manifestShape.safeParse(await json(body))
  if (!read.success) throw damaged('its manifest is not one of ours')
  return read.data
}

async function layDown({ body }: ParsedTarEntry, file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(body, hashedBy(hash), createWriteStream(file, { mode: 0o600, flags: 'wx' }))
  await flush(file)
  return hash.digest('hex')
}

/** Returns a step of a pipeline that passes on what it adds to a hash. */
function hashedBy(hash: Hash) {
  return async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }
}

/** Syncs a file, or the entries of a folder, to disk. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

/** Returns errors of the disk and our own unchanged, and errors of unzipping and of the tar reader as a DamagedBackup. */
function asDamage(error: unknown): unknown {
  if (error instanceof SyntaxError) return damaged(error.message)
  if (!(error instanceof Error) || error.constructor !== Error) return error
  const code = codeOf(error)
  const { message } = error
  if (code === undefined) return damaged(message === TRUNCATED ? 'it ends in the middle' : 'a header in it is damaged')
  return code.startsWith('Z_') ? damaged(message) : error
}

function damaged(how: string): DamagedBackup {
  return new DamagedBackup(`is damaged: ${how}`)
}
