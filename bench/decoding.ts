import { BoardMessage } from '../server/src/features/boards/board-report.ts'
import { families } from '../server/test/board-samples/families.ts'
import {
  allOf,
  Announcements,
  boardMessage,
  type FamilySamples,
  type Sample,
  type SentMessage,
} from '../server/test/board-samples/sample.ts'
import { atLeast, percentile, type Bench, type Figure } from './result.ts'

const ROUNDS = 40
const ROUND_MS = 20

/** Decodes the last message of a sample with the announcements before it. */
type Run = () => void

export const decodingBench: Bench = {
  name: 'decoding',
  how: `The documented messages of each family that hold readings (server/test/board-samples), decoded one after the other from their bytes in one thread, for ${ROUNDS} rounds of ${ROUND_MS} ms; the median counts.`,
  run: async () => families.map(measure),
}

function measure({ family, decode, samples }: FamilySamples): Figure {
  const runs = samples.filter(hasReadings).map((sample) => runOf(decode, sample))
  const rates = Array.from({ length: ROUNDS }, () => rateOf(runs))
  return atLeast(family, percentile(rates.slice(ROUNDS / 4), 0.5), 100_000, 'messages/s')
}

function hasReadings({ says }: Sample): boolean {
  return says?.some(({ readings = [] }) => readings.length > 0) === true
}

function runOf(decode: FamilySamples['decode'], { messages }: Sample): Run {
  const announced = new Announcements()
  for (const message of messages.slice(0, -1))
    for (const { announces } of allOf(decode(boardMessage(message), announced)) ?? []) announced.keep(announces)
  const { topic, payload, contentType, isRetained, query } = boardMessage(messages.at(-1) as SentMessage)
  return () => allOf(decode(new BoardMessage(topic, payload, { contentType, isRetained, query }), announced))
}

/** Messages a second. */
function rateOf(runs: readonly Run[]): number {
  const started = performance.now()
  let decoded = 0
  while (performance.now() - started < ROUND_MS) {
    for (const run of runs) run()
    decoded += runs.length
  }
  return (decoded * 1000) / (performance.now() - started)
}
