import { expect, test } from 'vitest'
import { seededRandom } from '../../../testing/random.ts'
import { cases, SEED } from '../../../testing/test-run.ts'
import { valueTemplate } from '../../src/features/boards/decoders/ha-template.ts'
import { decodeHomeAssistant } from '../../src/features/boards/decoders/home-assistant.ts'
import { STEPS_MAX } from '../../src/features/boards/decoders/template-evaluation.ts'
import { allOf, Announcements, boardMessage } from '../board-samples/sample.ts'

const ROUNDS = Number(process.env['FUZZ_RUNS'] ?? cases(2000))
const PARTS = (
  'value value_json .t .a .__proto__ .constructor [0] [-1] ["b"] | float int round(1,"floor") default(0) iif(1,0) ' +
  '.get("t") .split(";") .replace("1","11") is defined none + - * / // % ** ( ) [ ] , if else and or not == < > 1 2.5 ' +
  '"x" \'\' {{ }} {% %} if elif else endif {# #} \\ ~ $ 🌱'
).split(' ')
/** Pieces that follow each other in a template that is understood. */
const OPERANDS = 'value value_json.t value_json.a.b (value|float) 2.5 "x" value.split(";") value_json.get("t",0)'.split(
  ' ',
)
const OPERATORS = [
  '+',
  '-',
  '*',
  '/',
  '//',
  '%',
  '**',
  '<',
  '==',
  ' and ',
  ' or ',
  '|float-',
  '|round(1)*',
  '|lower+',
  '|replace("1","111111")+',
]
const SENT = { t: 21.58, a: { b: '68', c: [1] }, csv: '1;2' }

test('a random template ends within its steps, and yields only values of the message', () => {
  const random = seededRandom(SEED)
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] as string
  let understood = 0
  for (let round = 0; round < ROUNDS; round++) {
    const template = random() < 0.5 ? broken(pick, random) : whole(pick, random)
    const announced = new Announcements()
    const config = boardMessage({
      topic: 'homeassistant/sensor/probe/config',
      payload: { name: 'Probe', state_topic: 'probe/state', value_template: template, device: { identifiers: 'p' } },
    })
    for (const { announces } of allOf(decodeHomeAssistant(config, announced)) ?? []) announced.keep(announces)
    const isUnderstood = valueTemplate(template) !== undefined
    if (isUnderstood) understood++
    for (const payload of [SENT, '1;2', '']) {
      const state = boardMessage({ topic: 'probe/state', payload })
      const reports = allOf(decodeHomeAssistant(state, announced)) ?? []
      const values = reports.flatMap(({ readings }) => readings.flatMap((reading) => reading.values))
      expect(values.filter(({ value }) => !Number.isFinite(value))).toEqual([])
      expect(values.length).toBeLessThanOrEqual(isUnderstood ? 1 : 0)
      expect(state.work.fields).toBeLessThanOrEqual(STEPS_MAX)
      expect(state.work.names.matched).toBe(0)
    }
  }
  expect(understood).toBeGreaterThan(ROUNDS / 4)
  expect(({} as Record<string, unknown>)['t']).toBeUndefined()
})

/** Pieces of templates in any order. */
function broken(pick: (list: readonly string[]) => string, random: () => number): string {
  const length = 1 + Math.floor(random() * 12)
  const inside = Array.from({ length }, () => pick(PARTS)).join(random() < 0.5 ? ' ' : '')
  return random() < 0.8 ? `{{ ${inside} }}` : inside
}

/** An expression that is well formed, and mostly has no value. */
function whole(pick: (list: readonly string[]) => string, random: () => number): string {
  let inside = pick(OPERANDS)
  for (let length = Math.floor(random() * 40); length > 0; length--) {
    inside = random() < 0.2 ? `(${inside})` : inside
    inside += pick(OPERATORS) + pick(OPERANDS)
  }
  return random() < 0.8 ? `{{ ${inside} }}` : `{% if ${inside} %}{{ ${pick(OPERANDS)} }}{% else %}0{% endif %}`
}
