import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { BackupRequest, MadeBackup } from './make-backup.ts'

/** Runs in a thread of its own, so that no request waits. A later backup removes the files of an aborted one. */
export async function makeBackupAside(request: BackupRequest, signal: AbortSignal): Promise<MadeBackup> {
  const file = new URL(`./backup-worker${extname(import.meta.filename)}`, import.meta.url)
  const worker = new Worker(file, { workerData: request })
  try {
    const [made] = (await once(worker, 'message', { signal })) as [MadeBackup]
    return made
  } finally {
    await worker.terminate()
  }
}
