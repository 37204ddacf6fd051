import { toTimestamp } from '@greenhouse/contract'
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { photosBesideSqlite, type PhotoSource } from '../db/photo-contents.ts'
import { dumpPostgres, sizeOfPostgres } from '../db/postgres-dump.ts'
import { copySqlite, countInSqlite, inspectSqlite, type Contents } from '../db/sqlite-copy.ts'
import { ensureRoom, sizeOfDatabase } from '../disk/free-space.ts'
import { DATABASE_FILE, isSecretFile } from '../disk/data-folder.ts'
import { countValues } from '@greenhouse/timeseries'
import { PHOTO_FOLDER } from '../disk/photo-files.ts'
import { flush, writeArchive, type Manifest } from './archive.ts'
import { keepPhotos, PHOTO_LIST, type KeptPhotos } from './photo-copies.ts'
import { nameOfBackup } from './rotation.ts'

export const DUMP_FILE = 'greenhouse.dump'
const UNFINISHED = /^\.greenhouse-.*\.partial$/
/** No backup takes this long: older unfinished files are of a killed process. */
const LEFT_BEHIND_AFTER_MS = 86_400_000

export interface BackupRequest {
  readonly dataDir: string
  readonly databaseUrl: string | null
  readonly folder: string
  readonly now: number
  readonly version: string
}

export interface MadeBackup {
  readonly file: string
  readonly bytes: number
  readonly counts: Record<string, number>
  readonly values: number
  readonly photos: KeptPhotos
}

/** Works beside a running server. The file is renamed once it is complete, verified and synced. */
export async function makeBackup(request: BackupRequest): Promise<MadeBackup> {
  const { dataDir, folder, now, version } = request
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  removeLeftBehind(folder, now)
  // Room for the copy and for the archive made of it.
  await ensureRoom('a backup', folder, 2 * (await sizeOf(request)))
  const partial = join(folder, `.greenhouse-${process.pid}-${now}.partial`)
  mkdirSync(partial, { mode: 0o700 })
  try {
    const list = join(partial, PHOTO_LIST)
    const keep = (source: PhotoSource) => keepPhotos(source, { folder: join(folder, PHOTO_FOLDER), list, now })
    const { files, photos, ...contents } = await copyStore(request, partial, keep)
    const packed = join(partial, 'packed')
    await writeArchive(packed, [...(photos.photos > 0 ? [list] : []), ...files, ...copySecrets(dataDir, partial)], {
      madeAt: toTimestamp(now),
      version,
      ...contents,
    })
    const bytes = statSync(packed).size
    const file = join(folder, nameOfBackup(now))
    await rename(packed, file)
    await flush(folder)
    return { file, bytes, photos, counts: contents.counts, values: contents.values }
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
}

type Store = Contents &
  Pick<Manifest, 'database' | 'schema'> &
  Pick<MadeBackup, 'values' | 'photos'> & { readonly files: string[] }

async function copyStore(
  { dataDir, databaseUrl }: BackupRequest,
  folder: string,
  keep: (source: PhotoSource) => Promise<KeptPhotos>,
): Promise<Store> {
  if (databaseUrl !== null) {
    const dump = join(folder, DUMP_FILE)
    const contents = await dumpPostgres(databaseUrl, dump, { countValues, keepPhotos: keep })
    return { database: 'postgres', files: [dump], ...contents }
  }
  const [file, copy] = [join(dataDir, DATABASE_FILE), join(folder, DATABASE_FILE)]
  await copySqlite(file, copy)
  const contents = inspectSqlite(copy)
  const photos = await keep(photosBesideSqlite({ copy, file, folder: join(dataDir, PHOTO_FOLDER) }))
  return { database: 'sqlite', files: [copy], values: await countInSqlite(copy, countValues), photos, ...contents }
}

async function sizeOf({ dataDir, databaseUrl }: BackupRequest): Promise<number> {
  if (databaseUrl !== null) return sizeOfPostgres(databaseUrl)
  return sizeOfDatabase(join(dataDir, DATABASE_FILE))
}

/** Without the secrets all users would have to sign in again. */
function copySecrets(dataDir: string, folder: string): string[] {
  return readdirSync(dataDir)
    .filter(isSecretFile)
    .map((name) => {
      copyFileSync(join(dataDir, name), join(folder, name))
      return join(folder, name)
    })
}

function removeLeftBehind(folder: string, now: number): void {
  for (const name of readdirSync(folder).filter((found) => UNFINISHED.test(found))) {
    const path = join(folder, name)
    if (existsSync(path) && statSync(path).mtimeMs < now - LEFT_BEHIND_AFTER_MS) rmSync(path, { recursive: true })
  }
}
