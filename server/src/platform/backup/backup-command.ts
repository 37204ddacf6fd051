import type { Config } from '../config/config.ts'
import { counted } from '../counted.ts'
import { formatBytes } from '../disk/free-space.ts'
import { VERSION } from '../version.ts'
import { makeBackup } from './make-backup.ts'
import { describeMissing } from './photo-copies.ts'

export const BACKUP_HELP = `Makes one file of the database and the secrets, also while the server runs.

  npm run backup -- <folder>

The folder is made when it is missing. The file gets its name when it is whole and has been read
through. Photos lie beside it in the folder photos, each once for all backups there: both belong
together. The file holds people's names, addresses and readings: keep it as private as the server itself,
and on another machine.

The newest readings of a cluster are in NATS: give NATS_URL, and its workers store them first.

  npm run backup -- <folder> --without-newest     leaves them out, when NATS or all workers are lost`

/** Makes a backup in a folder (absolute path). Returns the lines to print. Throws what makeBackup throws. */
export async function backUp(
  folder: string,
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  { now, withoutNewest }: { readonly now: number; readonly withoutNewest: boolean },
): Promise<readonly string[]> {
  const { file, bytes, counts, values, photos } = await makeBackup({
    dataDir,
    databaseUrl,
    folder,
    now,
    version: VERSION,
  })
  return [
    `Backed up to ${file} (${formatBytes(bytes)}): ${contentsOf(counts, values)}.`,
    ...(photos.missing.length === 0 ? [] : [`It lacks photos: ${describeMissing(photos.missing)}.`]),
    ...(withoutNewest ? ['It lacks readings that are in NATS and not in the database.'] : []),
    `It has been read through. To go back to it: stop the server, then npm run restore -- ${file}`,
  ]
}

export function contentsOf(
  { user = 0, device = 0, plant = 0, photo = 0 }: Record<string, number>,
  values?: number,
): string {
  return [
    counted(user, 'account'),
    counted(device, 'device'),
    counted(plant, 'plant'),
    ...(photo === 0 ? [] : [counted(photo, 'photo')]),
    ...(values === undefined ? [] : [counted(values, 'stored value')]),
  ].join(', ')
}
