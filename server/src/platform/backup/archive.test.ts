import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { packTar, type TarHeader } from 'modern-tar'
import { expect, test, vi } from 'vitest'
import { PATIENT } from '../../../../testing/test-run.ts'
import { emptyFolder } from '../../../test/data-folder.ts'
import { readArchive, writeArchive, type Manifest } from './archive.ts'

/** A backup of three files by version 0.2.0, before tar archives were left to a library. */
const RECORDED = Buffer.from(
  'H4sIAAAAAAAEA+1YzW7bMAz2OU8h+LwE1K+l3PYOO23YQT9U6yG2N8sZsA1990F2B8RNkZ0cFKh8EUjT5KePEkn4YUTsH4dzwkNw1TYPAIACqPIK1yuTDVRUcgAGQiiogIIQsiKwDZy113Oa7FjBXWKtI78JaRo6Ow2kLIWCcgrKRSi14E7l8E0U/6qqEqbUDv0+oR9x2gZVbvo3+j8AiJf9X0la+v822Vh7TYhhrSnSe2IAu+/Tr01vfzXP/bfv/9X8zxmU+3+Pc9jZvo2YpsO3NPQbBfxP/acM1Mv6L5Qq+d8oHSu3f3aE1HEYOzvVR0I/ZLGzAT9msWbA1J7SPaOfgB8BjgAHAPhcz3Y/ccyzQzaEAzvAog12ss4mzOr049ROuOi79mG0Uzv0qT6SLztCCKkBgO6z8antsd4R8nV27IdzP2WzjI6Q+pxwzOh2hDwtke3pjNmAzWJsT7O0eF0+IqTubTejeLj8xzGDmb2m9nd+TQVA9rLoHi2TKkOnnEcembaND7FRlAllfYBgMVDhEGz03oN1aJrAFY8shsbwyBopmhiDzLt5hkue93EBaT12XWESrwEyjkktFVJPJXirufAxeu2kcYzb4AKgB64NSo2OMcedEo3SYHQAYO42oMs+cAXnNX6QO/BCMKOjp54KY6OLwmtjVHSGCdZYFBSFEsYZLrwVRhpDXaMlc1r+4yfnfPe0OpJFKAwUBgoDhYE7MPAX+6eetAAYAAA=',
  'base64',
)
const FILES = { 'greenhouse.db': 'tomato '.repeat(200), 'session-secret': 'seed', 'empty-secret': '' }
const CONTENTS: Omit<Manifest, 'format' | 'files'> = {
  madeAt: '2026-11-21T03:00:00.000Z',
  version: '0.2.0',
  database: 'sqlite',
  migrations: ['0001-baseline'],
  counts: { user: 1 },
  values: 2,
}
const MANIFEST = JSON.stringify({ format: 1, ...CONTENTS, files: [] })

const anyRoom = () => Promise.resolve()

/** Reads an archive. Returns its manifest, and the content of its files by name. */
async function read(packed: Uint8Array, makeRoom: (bytes: number) => Promise<void> = anyRoom) {
  const folder = emptyFolder()
  const file = join(folder, 'archive')
  writeFileSync(file, packed)
  const manifest = await readArchive(file, folder, makeRoom)
  return {
    manifest,
    files: Object.fromEntries(manifest.files.map(({ name }) => [name, readFileSync(join(folder, name), 'utf8')])),
  }
}

async function archiveOf(...entries: Array<[Partial<TarHeader> & { name: string }, string]>): Promise<Buffer> {
  const tar = await packTar(entries.map(([header, body]) => ({ header: { size: body.length, ...header }, body })))
  return gzipSync(tar)
}

/** Returns the first header of the recorded archive with other bytes at a place, and the right checksum. */
function headerWith(offset: number, bytes: Buffer): Buffer {
  const header = Buffer.from(gunzipSync(RECORDED).subarray(0, 512))
  bytes.copy(header, offset)
  header.fill(' ', 148, 156)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

async function writeFiles(): Promise<Buffer> {
  const folder = emptyFolder()
  const files = Object.entries(FILES).map(([name, content]) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  })
  await writeArchive(join(folder, 'archive'), files, CONTENTS)
  return readFileSync(join(folder, 'archive'))
}

test('reads an archive of version 0.2.0, and writes one that holds the same', async () => {
  const recorded = await read(RECORDED)
  expect(recorded.files).toEqual(FILES)
  expect(recorded.manifest).toMatchObject({ format: 1, ...CONTENTS })
  expect(await read(await writeFiles())).toEqual(recorded)
})

test('writes an archive that tar unpacks, too', async () => {
  const folder = emptyFolder()
  writeFileSync(join(folder, 'archive'), await writeFiles())
  execFileSync('tar', ['-xzf', 'archive'], { cwd: folder })
  for (const [name, content] of Object.entries(FILES)) expect(readFileSync(join(folder, name), 'utf8')).toBe(content)
})

const large = Buffer.alloc(12)
large[0] = 0x80
large.writeBigUInt64BE(2n ** 43n, 4)
const record = `22 size=${2 ** 43}\n`
test.each([
  ['base 256, as version 0.2.0 wrote it', () => Promise.resolve(gzipSync(headerWith(124, large)))],
  [
    'a record before the header',
    () => archiveOf([{ name: 'PaxHeader', type: 'pax-header' }, record], [{ name: 'a' }, '']),
  ],
])('asks for room for a file of 8 TiB whose size is written in %s', async (_how, packed) => {
  const room = (bytes: number) => Promise.reject(new RangeError(`room for ${bytes}`))
  await expect(read(await packed(), room)).rejects.toThrow(new RangeError(`room for ${2 ** 43}`))
})

const tar = gunzipSync(RECORDED)
const more = 'is damaged: it holds more than a backup does'
const link = { name: 'a', size: 0, linkname: '/etc/passwd' }
test.each([
  ['a name above the folder', () => archiveOf([{ name: '../a' }, 'x']), more],
  ['an absolute name', () => archiveOf([{ name: '/a' }, 'x']), more],
  ['a long name', () => archiveOf([{ name: 'a'.repeat(150) }, 'x']), more],
  ['a file after the manifest', () => archiveOf([{ name: 'manifest.json' }, MANIFEST], [{ name: 'a' }, 'x']), more],
  [
    'a symbolic link',
    () => archiveOf([{ ...link, type: 'symlink' }, '']),
    'is damaged: it holds more than plain files',
  ],
  ['a hard link', () => archiveOf([{ ...link, type: 'link' }, '']), 'is damaged: it holds more than plain files'],
  ['a device', () => archiveOf([{ ...link, type: 'block-device' }, '']), 'is damaged: it holds more than plain files'],
  ['a folder', () => archiveOf([{ ...link, type: 'directory' }, '']), 'is damaged: it holds more than plain files'],
  [
    'a large manifest',
    () => archiveOf([{ name: 'manifest.json' }, ' '.repeat(2 ** 20 + 1)]),
    'is damaged: its manifest is too large',
  ],
  [
    'the manifest of something else',
    () => archiveOf([{ name: 'manifest.json' }, '{}']),
    'is damaged: its manifest is not one of ours',
  ],
  ['no manifest', () => archiveOf([{ name: 'a' }, 'x']), 'is cut off: it does not say what it holds'],
  ['a damaged header', () => gzipSync(Buffer.from(tar).fill('9', 124, 130)), 'is damaged: a header in it is damaged'],
  ['an end in a file', () => gzipSync(tar.subarray(0, 1000)), 'is damaged: it ends in the middle'],
  ['an end in a header', () => gzipSync(tar.subarray(0, 2100)), 'is damaged: it ends in the middle'],
  ['a negative size', () => gzipSync(headerWith(124, Buffer.alloc(12, 0xff))), 'is damaged: '],
  ['an end in the compressed bytes', () => RECORDED.subarray(0, 300), 'is damaged: unexpected end of file'],
  [
    'another file than was saved',
    () => gzipSync(Buffer.from(tar).fill('x', 512, 520)),
    'is damaged: greenhouse.db is not what was saved',
  ],
])('refuses an archive with %s', async (_what, packed, sentence) => {
  await expect(read(await packed())).rejects.toThrow(
    expect.objectContaining({ name: 'Error', message: expect.stringMatching(`^${sentence}`) }),
  )
})

/** Returns the paths of the files that this process has open. */
function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((name) => {
    const link = join('/proc/self/fd', name)
    return existsSync(link) ? [readlinkSync(link)] : []
  })
}

test.runIf(existsSync('/dev/full'))('passes on the error of a full disk or of a missing file', async () => {
  const file = join(emptyFolder(), 'greenhouse.db')
  writeFileSync(file, Buffer.from(Array.from({ length: 2 ** 20 }, (_, index) => (index * index * 31) >> 3)))
  await expect(writeArchive('/dev/full', [file], CONTENTS)).rejects.toMatchObject({ code: 'ENOSPC' })
  await expect(writeArchive(`${file}.tar`, [`${file}-missing`], CONTENTS)).rejects.toMatchObject({ code: 'ENOENT' })
  await vi.waitFor(() => expect(openFiles()).not.toContain(`${file}.tar`), PATIENT)
  await expect(readArchive(`${file}-missing`, emptyFolder(), anyRoom)).rejects.toMatchObject({ code: 'ENOENT' })
})
