import { seed, type Seed } from './seed.ts'

/** Acknowledges readings half a second before they are stored. */
const WRITTEN_BEHIND = `
  partition: 0,
  seq: 0,
  outcomes: new Uint8Array(entries.reduce((sum, { values }) => sum + values.length, 0)),
  ...void setTimeout(() => void timeSeries.append(entries).catch(() => {}), 500)`

/** Needs a file handle for each group of readings. */
const OPENS_A_FILE = `
  process.getBuiltinModule('node:fs').readFileSync('/dev/null')
  const readings = existing.toSorted(`

/** Acknowledges messages of boards half a minute before they are stored. */
const BOARD_STORED_LATE =
  'return void setTimeout(() => void queue.store({ ...sighting, owner, sender }).catch(() => {}), 30_000)'

export const faultMatrixSeeds: readonly Seed[] = [
  seed(
    'F1',
    ['server/src/ingest/ingest.ts', '...(await timeSeries.append(entries))', WRITTEN_BEHIND],
    [
      'server/test/faults/kill.test.ts',
      'every acknowledged reading is stored exactly once after many kills under load',
    ],
  ),
  seed(
    'F2',
    ['server/src/ingest/ingest.ts', '...(await timeSeries.append(entries))', WRITTEN_BEHIND],
    [
      'server/test/faults/system-calls.test.ts',
      'a server killed at any write while readings arrive loses none that it acknowledged',
    ],
  ),
  seed(
    'F2',
    [
      'server/src/platform/db/sqlite.ts',
      'override get supportsTransactionalDdl(): boolean {\n    return true',
      'override get supportsTransactionalDdl(): boolean {\n    return false',
    ],
    [
      'server/test/faults/system-calls.test.ts',
      'a server killed at any of its first writes starts on the files that it left',
    ],
  ),
  seed(
    'F3',
    ['server/src/platform/db/sqlite.ts', 'pragma synchronous = full;', 'pragma synchronous = normal;'],
    ['server/test/faults/power-loss.test.ts', 'a commit is synced to the disk, so that it survives a power loss'],
  ),
  seed(
    'F3',
    ['server/src/platform/db/sqlite-driver.ts', 'const flushes = this.flushesNext', 'const flushes = false'],
    [
      'server/test/faults/power-loss.test.ts',
      'every group of readings is flushed to the disk, even between unflushed steps of compaction',
    ],
  ),
  seed(
    'F3',
    ['server/src/ingest/ingest-types.ts', 'batchSize: 2000,', 'batchSize: 2,'],
    [
      'server/test/faults/torn-log.test.ts',
      'a torn log keeps everything acknowledged before the tear, and no list of readings in part',
    ],
  ),
  seed(
    'F4',
    ['server/src/platform/db/sqlite.ts', 'pragma synchronous = full;', 'pragma synchronous = normal;'],
    [
      'server/test/faults/system-calls.test.ts',
      'a disk that refuses to sync stops acknowledgements, and everything acknowledged is stored',
    ],
  ),
  seed(
    'F5',
    [
      'server/src/platform/batch-queue.ts',
      'return !this.#isClosed && this.#budget.hasRoomFor(bytes)',
      'return !this.#isClosed && this.#running === undefined',
    ],
    ['server/test/faults/system-calls.test.ts', 'a slow disk makes everything slow and loses nothing'],
  ),
  seed(
    'F6',
    ['server/src/platform/disk/disk.ts', 'return room < KEPT_FREE_BYTES', 'return false'],
    [
      'server/test/faults/full-disk.test.ts',
      'a disk that is full for ten minutes lets people read, fails writes only with 503, and loses no reading',
    ],
  ),
  seed(
    'F8',
    ['server/src/features/alerts/episodes/alert-budget.ts', 'CLOSED_PER_MINUTE = 200', 'CLOSED_PER_MINUTE = Infinity'],
    [
      'server/src/features/alerts/alerts.test.ts',
      'lists 250 alerts and an entry with the number of the others when a list crosses fifty conditions 500 times',
    ],
  ),
  seed(
    'F9',
    [
      'server/src/platform/mqtt/listener.ts',
      'setInterval(() => setImmediate(check), 1000)',
      'setInterval(check, 1000)',
    ],
    ['server/test/faults/standstill.test.ts', 'a board that pinged while the server was suspended stays connected'],
  ),
  seed(
    'F12',
    [
      'server/src/platform/mqtt/connection.ts',
      'return this.#keepAliveMs === 0 || this.#holds.any ? Infinity : this.#keepAliveMs * 1.5',
      'return Infinity',
    ],
    [
      'server/test/faults/network.test.ts',
      'a board whose network is silently gone is disconnected, and one that still sends is not',
    ],
  ),
  seed(
    'F12',
    ['server/src/platform/live/socket-server.ts', 'if (!answered) webSocket.terminate()', 'if (!answered) continue'],
    [
      'server/test/faults/half-open.test.ts',
      'a live connection whose network is silently gone is closed, and one that replies to pings is not',
    ],
  ),
  seed(
    'F13',
    [
      'server/src/platform/mqtt/connection.ts',
      'if (isSilent || now - this.#openedAt > beforeConnectMs) this.#socket.destroy()',
      '',
    ],
    [
      'server/test/faults/network.test.ts',
      'no client is kept out by hundreds that send only the beginning of a request',
    ],
  ),
  seed(
    'F15',
    ['server/src/ingest/ingest.ts', 'isClockBehind: clock.isBehind()', 'isClockBehind: false'],
    [
      'server/test/faults/clock.test.ts',
      'a clock that is behind leaves readings it cannot date or check unacknowledged, and they are stored once it is right',
    ],
  ),
  seed(
    'F15',
    ['server/src/ingest/ingest.ts', 'isClockBehind: clock.isBehind()', 'isClockBehind: false'],
    ['server/test/faults/clock.test.ts', 'a board over %s receives no acknowledgement while the clock is behind'],
  ),
  seed(
    'F27',
    ['server/src/ingest/ingest.ts', '...(await timeSeries.append(entries))', WRITTEN_BEHIND],
    [
      'server/test/faults/restart.test.ts',
      'a server restarted under load exits with 0, loses nothing acknowledged and accepts readings again',
    ],
  ),
  seed(
    'F27',
    [
      'server/src/platform/live/socket-server.ts',
      'setTimeout(() => alive.forEach((_, webSocket) => webSocket.terminate()), CLOSE_MS).unref()',
      '',
    ],
    [
      'server/test/faults/stop.test.ts',
      'a stop does not wait for a live connection that never closes, and closes the database',
    ],
  ),
  seed(
    'F29',
    [
      'server/src/platform/disk/free-space.ts',
      'if (free < needed) throw new NoRoom(what, folder, { needed, free })',
      '',
    ],
    [
      'server/test/faults/no-room.test.ts',
      'a backup that the disk has no room for is refused before anything is written',
    ],
  ),
  seed(
    'F29',
    ['server/src/platform/disk/photo-files.ts', 'bytes && hashOfPhoto(bytes) === sha256 ? bytes : undefined', 'bytes'],
    [
      'server/test/photo-backup.test.ts',
      'a flipped byte or a missing file of a photo is named and refused, and the rest can be restored without it',
    ],
  ),
  seed(
    'F29',
    [
      'server/src/platform/backup/photo-copies.ts',
      'const isThere = await hasPhoto(folder, photo)',
      'const isThere = false',
    ],
    [
      'server/test/photo-backup.test.ts',
      'the backup of a second night copies no photo, and the first takes no room for them on the same disk',
    ],
  ),
  seed(
    'F30',
    ['server/src/platform/db/open.ts', "if (found !== 'ok') throw new CorruptDatabase(file, String(found))", ''],
    ['server/test/faults/damaged.test.ts', 'a damaged database keeps the log with its last readings'],
  ),
  seed(
    'F30',
    ['server/src/platform/db/open.ts', 'isDamaged: () => isDamaged,', 'isDamaged: () => false,'],
    [
      'server/test/faults/damaged-large.test.ts',
      'finds damage in a large file in the background, logs it with its path, and stops acknowledgements',
    ],
  ),
  seed(
    'F31',
    [
      'server/src/features/mail/mail-sender.ts',
      'const cutting = setTimeout(() => transport.close(), DRAIN_MS)',
      'const cutting = undefined',
    ],
    [
      'server/test/faults/neighbours.test.ts',
      'a mail server and a weather service that never reply delay neither readings nor the stop',
    ],
  ),
  seed(
    'F32',
    ['server/src/ingest/ingest.ts', '...(await timeSeries.append(entries))', WRITTEN_BEHIND],
    [
      'server/test/faults/network.test.ts',
      'a network that delays, splits and breaks connections loses nothing acknowledged',
    ],
  ),
  seed(
    'F33',
    ['server/src/ingest/ingest.ts', 'const readings = existing.toSorted(', OPENS_A_FILE],
    [
      'server/test/faults/network.test.ts',
      'a server without free file handles serves open connections, and accepts others when handles are free again',
    ],
  ),
  seed(
    'F36',
    [
      'web/src/app/use-fresh-cache.ts',
      "void client.refetchQueries({ type: 'active', stale: true }, { cancelRefetch: false })",
      'void 0',
    ],
    [
      'web/src/app/use-fresh-cache.test.tsx',
      'refetches old data when the connection opens late, and recent data when it is shown next',
    ],
  ),
  seed(
    'F39',
    ['server/src/features/boards/boards.ts', 'return queue.store({ ...sighting, owner, sender })', BOARD_STORED_LATE],
    [
      'server/test/faults/kill.test.ts',
      'a killed server keeps the first message of a board, and the announcements of boards',
    ],
  ),
  seed(
    'F40',
    ['web/src/shared/queue/send-queue.ts', '?? act.at\n', '?? new Date(now).toISOString()\n'],
    [
      'web/src/shared/queue/send-queue.test.ts',
      'keeps acts without a network, and sends them in order, one at a time, with the time of the tap',
    ],
  ),
  seed(
    'F40',
    ['web/src/shared/queue/send-queue.ts', '!now || now.tries > 0', '!now'],
    ['web/src/shared/queue/send-queue.test.ts', 'undoes an act on the server that may have arrived there'],
  ),
  seed(
    'F41',
    [
      'server/src/features/care/photos/photo-encoder.ts',
      "        running.kill('SIGKILL')\n        child = undefined\n",
      '',
    ],
    [
      'server/src/features/care/photos/hostile-photos.test.ts',
      'refuses a photo at which the process ends or hangs, and encodes the next one in a new process',
    ],
  ),
]
