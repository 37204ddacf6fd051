import { join } from 'node:path'
import type { Context } from '../../../platform/context.ts'
import type { OpenDatabase } from '../../../platform/db/open.ts'
import { PHOTO_FOLDER } from '../../../platform/disk/photo-files.ts'
import { inDatabase, inFolder } from './photo-bytes.ts'
import { openPhotoEncoder } from './photo-encoder.ts'
import { openPhotoRemoval, openPhotoSweep } from './photo-removal.ts'

export type Photos = ReturnType<typeof openPhotos>

/** Opens what stores, encodes and removes photos. Nothing of it runs yet. */
export function openPhotos(context: Context, dialect: OpenDatabase['dialect']) {
  const { config, db } = context
  const bytes = dialect === 'postgres' ? inDatabase(db) : inFolder(join(config.dataDir, PHOTO_FOLDER), db)
  return {
    bytes,
    encoder: openPhotoEncoder(context),
    removal: openPhotoRemoval(context, bytes),
    sweep: openPhotoSweep(context, bytes),
  }
}
