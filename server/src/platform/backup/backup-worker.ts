import { parentPort, workerData } from 'node:worker_threads'
import { makeBackup, type BackupRequest } from './make-backup.ts'

// Copying, checking, counting and packing block their thread, so a backup is made in this one, which does nothing else.
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(await makeBackup(workerData as BackupRequest))
