import { photoSizes, type PhotoSize } from '@greenhouse/contract'
import type { Db, Tx } from '../../../platform/db/schema.ts'

export async function insertData(
  tx: Tx,
  photoId: string,
  sizes: Readonly<Record<PhotoSize, Uint8Array>>,
): Promise<void> {
  const rows = photoSizes.map((size) => ({ photo_id: photoId, size, data: sizes[size] }))
  await tx.insertInto('photo_data').values(rows).execute()
}

export async function findData(db: Db, photoId: string, size: PhotoSize): Promise<Uint8Array | undefined> {
  const data = db.selectFrom('photo_data').select('data').where('photo_id', '=', photoId).where('size', '=', size)
  return (await data.executeTakeFirst())?.data
}
