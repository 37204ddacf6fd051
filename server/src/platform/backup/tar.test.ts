import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { emptyFolder } from '../../../test/data-folder.ts'
import { readTar, TAR_END, tarHeader, tarPadding } from './tar.ts'

const aTar = (name: string, content: Buffer) =>
  Buffer.concat([tarHeader({ name, size: content.length, at: 0 }), content, tarPadding(content.length), TAR_END])

async function entriesOf(tar: Buffer): Promise<Array<[string, number, string]>> {
  const found: Array<[string, number, string]> = []
  for await (const { name, size, bytes } of readTar(Readable.from([tar.subarray(0, 700), tar.subarray(700)]))) {
    let text = ''
    for await (const part of bytes) text += part.toString()
    found.push([name, size, text])
  }
  return found
}

test('writes an archive that this program and tar unpack', async () => {
  const folder = emptyFolder()
  const tar = aTar('greenhouse.db', Buffer.from('tomato'.repeat(200)))
  writeFileSync(join(folder, 'archive'), tar)
  execFileSync('tar', ['-xf', 'archive'], { cwd: folder })
  expect(readFileSync(join(folder, 'greenhouse.db'), 'utf8')).toBe('tomato'.repeat(200))
  expect(await entriesOf(tar)).toEqual([['greenhouse.db', 1200, 'tomato'.repeat(200)]])
})

test('refuses an archive that is truncated or has a damaged header', async () => {
  const tar = aTar('a', Buffer.alloc(900, 'x'))
  await expect(entriesOf(tar.subarray(0, 1000))).rejects.toThrow('ends in the middle')
  await expect(entriesOf(Buffer.from(tar).fill('9', 124, 130))).rejects.toThrow('a header in it is damaged')
})

test.each([0, 8 ** 11 - 1, 8 ** 11, 2 ** 43])('reads a size of %d bytes as it was written', async (size) => {
  const entries = readTar(Readable.from([tarHeader({ name: 'large', size, at: 0 })]))
  expect((await entries.next()).value?.size).toBe(size)
})
