import { DatabaseSync } from 'node:sqlite'

/** Adds rows to tables that are empty where one process runs and nothing is damaged or being erased. */
export function addPassingRows(file: string, now: number): void {
  const database = new DatabaseSync(file)
  const bytes = Buffer.from([1, 2, 3])
  const run = (statement: string, ...values: Array<string | number | Buffer>) =>
    void database.prepare(statement).run(...values)
  run('insert into lease (name, holder, held_until) values (?, ?, ?)', 'jobs', 'node-1', now)
  run('insert into node (id, roles, seen_at) values (?, ?, ?)', 'node-1', 'gateway,worker,web,jobs', now)
  run('insert into silence_watch (partition, count_from, looked_at) values (0, ?, ?)', now, now)
  // Devices with these keys were removed long ago.
  run('insert into erasing (device_key, slot, upto_seq, done_before) values (?, -1, 1, 0)', 1001)
  run(
    'insert into dead_letter (partition, seq, message, device_key, is_whole, data, reason, found_at) values (0, 1, 0, ?, 1, ?, ?, ?)',
    1002,
    bytes,
    'unknown version',
    now,
  )
  run(
    'insert into damaged_chunk (device_key, from_at, to_at, n, data, summary, found_at) values (?, 0, 1, 2, ?, ?, ?)',
    1003,
    bytes,
    bytes,
    now,
  )
  // Boards that are not listed yet, and what others announce, come over MQTT.
  run(
    'insert into sighting (household_id, family, external_id, seen_at, report) select id, ?, ?, ?, ? from household',
    'theengs',
    'A4C138F0B2D1',
    now,
    '{"board":{"family":"theengs","externalId":"A4C138F0B2D1"},"readings":[],"notes":[]}',
  )
  run(
    'insert into announcement (source_kind, source_id, key, board_id, announced_at, fact) select source_kind, source_id, ?, id, ?, ? from board limit 1',
    'tasmota base attic',
    now,
    '"attic"',
  )
  database.close()
}
