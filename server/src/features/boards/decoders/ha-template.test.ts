import { expect, test } from 'vitest'
import { valueAt, valueTemplate } from './ha-template.ts'

const message = { text: ' 21.456 ', json: { a: { b: '68.04' }, 'key with space': 3, list: [{ t: 7 }], none: null } }

/** What a template takes out of the message; undefined when it is not understood. */
function taken(template: string | undefined): unknown {
  const understood = valueTemplate(template)
  return understood && valueAt(understood, message)
}

test.each([
  [undefined, '21.456'],
  ['{{ value }}', '21.456'],
  ['{{value|float|round(1)}}', 21.5],
  ['{{- value | int -}}', 21],
  ['{{ value_json.a.b }}', '68.04'],
  ['{{ value_json[\'a\']["b"] | float(0) | round(1) }}', 68],
  ["{{ value_json['key with space'] | is_defined }}", 3],
  ['{{ value_json.list[0].t }}', 7],
  ['{{ value_json.none }}', null],
])('%s takes %j', (template, value) => {
  expect(taken(template)).toEqual(value)
})

test.each([
  ['{{ value_json.a.b * 2 }}'],
  ["{{ '%0.1f'|format(value_json.raw) }}"],
  ['{% if value_json.a %}1{% endif %}'],
  ['{{ value }} °C'],
  ['{{ value_json }}'],
  ['{{ states("sensor.a") }}'],
  ['{{ value_json.a | default(0) }}'],
  [`{{ value_json${'.a'.repeat(20)} }}`],
  [`{{ ${'value'.repeat(80)} }}`],
  [''],
])('%s is not understood', (template) => {
  expect(valueTemplate(template)).toBeUndefined()
})

test.each([['{{ value_json.constructor.name }}'], ['{{ value_json.__proto__ }}'], ['{{ value_json.a.b.length }}']])(
  '%s takes nothing: only what was sent is looked at',
  (template) => {
    expect(taken(template)).toBeUndefined()
  },
)

test('ten thousand templates of spaces alone are looked at long before the test is over', () => {
  // A pattern that tries every place for every space would take minutes for them, this takes milliseconds.
  for (let round = 0; round < 10_000; round++) expect(valueTemplate(`{{${' '.repeat(290)}x`)).toBeUndefined()
})
