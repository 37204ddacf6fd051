import { expect, test } from 'vitest'
import { valueAt, valueTemplate, type ValueTemplate } from './ha-template.ts'
import { STEPS_MAX } from './template-evaluation.ts'

const json = {
  a: { b: '68.04', c: [7, { d: 8 }] },
  'key with space': 3,
  list: [{ t: 7 }],
  none: null,
  t: 21.58,
  half: 2.5,
  raw: 215,
  neg: -7,
  text: '21,5',
  state: 'ON',
  flag: true,
  zero: 0,
  csv: '1.5;2.5;3.5',
}

/** Returns the template's value of a message; `not read` when it is not understood. */
function taken(template: string | undefined, text = ' 21.456 '): unknown {
  const understood = valueTemplate(template)
  return understood ? valueAt(understood, { text, json, work: { fields: 0 } }) : 'not read'
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
  ["{{ value_json.a.c[-1]['d'] }}", 8],
  ['{{ value_json.none }}', null],
  ['{{ value_json.t }} {# a comment #}', 21.58],
])('%s reads %j', (template, value) => {
  expect(taken(template)).toEqual(value)
})

test.each([
  ['{{ value_json.raw | int * 2 }}', 430],
  ['{{ value_json.raw / 100 }}', 2.15],
  ['{{ float(value) * 99 + 1 }}', 2125.144],
  ['{{ value_json.raw * 0.1 | round(0) }}', 0],
  ['{{ (value_json.raw * 0.1) | round(0) }}', 22],
  ['{{ value_json.raw // 10 }}', 21],
  ['{{ value_json.neg // 2 }}', -4],
  ['{{ value_json.neg % 3 }}', 2],
  ['{{ 2 ** 3 ** 2 }}', 64],
  ['{{ -2 ** 2 }}', 4],
  ['{{ -value_json.neg | abs }}', 7],
  ['{{ 1 + 2 * 3 - 4 / 2 }}', 5],
  ['{{ (1 + 2) * -3 }}', -9],
  ['{{ value_json.flag + 1 }}', 2],
  ['{{ value_json.a.b | float - 0.04 }}', 68],
])('evaluates %s to %j: filters bind tighter than arithmetic', (template, value) => {
  expect(taken(template)).toBeCloseTo(value, 9)
})

test.each([
  ["{{ value_json.t | round(1, 'floor') }}", 21.5],
  ["{{ value_json.t | round(1, 'ceil') }}", 21.6],
  ["{{ value_json.t | round(0, 'half') }}", 21.5],
  ['{{ value_json.t | round(1) }}', 21.6],
  ['{{ value_json.t | round(precision=1, method="floor") }}', 21.5],
  ['{{ value_json.t | round }}', 22],
  ['{{ value_json.half | round }}', 2],
  ['{{ 3.5 | round }}', 4],
  ['{{ 0.125 | round(2) }}', 0.12],
  ['{{ 2.675 | round(2) }}', 2.67],
  ['{{ 1.45 | round(1) }}', 1.4],
  ['{{ 1250 | round(-2) }}', 1200],
  ["{{ 'x' | round(1, default=5) }}", 5],
  ['{{ value_json.t | int }}', 21],
  ["{{ '21.58' | int }}", 21],
  ['{{ -21.58 | int }}', -21],
  ["{{ 'x' | int(7) }}", 7],
  ["{{ int('x', default=7) }}", 7],
  ["{{ 'x' | float(1.5) }}", 1.5],
  ['{{ value_json.none | float(0) }}', 0],
  ["{{ '1e3' | float }}", 1000],
])('evaluates %s to %j, as Python rounds and converts', (template, value) => {
  expect(taken(template)).toBe(value)
})

test.each([
  ['{{ value_json.missing | default(0) }}', 0],
  ['{{ value_json.missing | default(none) }}', null],
  ['{{ value_json.missing | default(none) | default(5, true) }}', 5],
  ["{{ value_json.get('t', 0) }}", 21.58],
  ["{{ value_json.get('missing', 0) }}", 0],
  ["{{ value_json.get('constructor', 5) }}", 5],
  ["{{ value_json.get('a', {}).get('b') | float }}", 68.04],
  ['{{ value_json.raw | multiply(0.1) }}', 21.5],
  ["{{ '20' | add(1.5) | multiply(amount=2) }}", 43],
  ["{{ 'x' | multiply(2, default=3) }}", 3],
  ['{{ [value_json.t, value_json.raw, 3] | min }}', 3],
  ['{{ max(value_json.t, value_json.raw) }}', 215],
  ["{{ value_json.text | replace(',', '.') | float }}", 21.5],
  ["{{ value_json.text.replace(',', '.') | float }}", 21.5],
  ['{{ value_json.state | lower }}', 'on'],
  ["{{ value_json.csv.split(';')[1] | float }}", 2.5],
  ["{{ (value_json.csv | split(';'))[-1] | float }}", 3.5],
  ["{{ 1 if value_json.state == 'ON' else 0 }}", 1],
  ['{{ value_json.t if value_json.t > 30 }}', undefined],
  ['{{ value_json.t if value_json.t > 5 and not value_json.zero else none }}', 21.58],
  ["{{ (value_json.state == 'ON') | iif(1, 0) }}", 1],
  ['{{ iif(value_json.none, 1, 0, 9) }}', 9],
  ['{{ value_json.t if value_json.missing is defined else value_json.raw }}', 215],
  ['{{ value_json.t if value_json.t is not none and value_json.t is number else 0 }}', 21.58],
  ['{% if value_json.t > 20 %}{{ value_json.t }}{% else %}0{% endif %}', 21.58],
  ['{%- if value_json.t > 30 -%} 1 {%- elif value_json.raw > 200 -%} 2 {%- else -%} 3 {%- endif -%}', '2'],
  ['{% if value_json.t > 30 %}1{% elif value_json.t > 25 %}2{% else %}{{ 3 * 2 }}{% endif %}', 6],
  ['{% if value_json.flag %}{% if value_json.zero %}1{% else %}2{% endif %}{% endif %}', '2'],
  ['{% if value_json.zero %}1{% endif %}', undefined],
])('evaluates %s to %j, as Home Assistant documents', (template, value) => {
  expect(taken(template)).toBe(value)
})

test.each([
  ['{{ value_json.missing | float }}'],
  ['{{ value_json.missing | float(0) }}'],
  ['{{ value_json.missing.deeper | default(0) }}'],
  ['{{ value_json.missing | is_defined }}'],
  ["{{ 'x' | float }}"],
  ['{{ value_json.t / 0 }}'],
  ['{{ value_json.state * 2 }}'],
  ['{{ value_json.state < 3 }}'],
  ["{{ value_json.text.get('x') }}"],
  ["{{ value_json.text | replace('', 'x') }}"],
  ['{{ value_json.constructor.name }}'],
  ['{{ value_json.__proto__ }}'],
  ["{{ value_json['__proto__'] }}"],
  ["{{ value_json.get('__proto__') | is_defined | float }}"],
  ['{{ value_json.a.b.length }}'],
  ['{{ value_json.list.length }}'],
])('has no value for %s: only sent fields are read', (template) => {
  expect(taken(template)).toBeUndefined()
})

test.each([
  ["{{ '%0.1f'|format(value_json.raw) }}"],
  ['{{ value }} °C'],
  ['{{ value_json }}'],
  ['{{ states("sensor.a") }}'],
  ['{{ now() }}'],
  ['{% for i in value_json.list %}{{ i }}{% endfor %}'],
  ['{% set x = 1 %}{{ x }}'],
  ['{{ value_json.t | timestamp_local }}'],
  ['{{ value_json.t.__class__() }}'],
  ["{{ value_json.get('t')() }}"],
  ['{{ 1 < 2 < 3 }}'],
  ['{% if value_json.a %}1'],
  ['{% if value_json.a %}1{% else %}2{% elif value %}3{% endif %}'],
  ['{% endif %}'],
  ['{{ value'],
  ['{{ }}'],
  ['{{ value_json.a | }}'],
  ['{{ value_json.a $ 2 }}'],
  ['{{ round() }}'],
  ['{{ value | round(1, 2, 3, 4) }}'],
  ['{{ value | round(places=1) }}'],
  [`{{ value_json${'.a'.repeat(20)} }}`],
  [`{{ ${'('.repeat(30)}value${')'.repeat(30)} }}`],
  [`{{ ${'value'.repeat(80)} }}`],
  [`{{ ${'1+'.repeat(500)}1 }}`],
  [''],
])('does not parse %s', (template) => {
  expect(taken(template)).toBe('not read')
})

test('stops a template of many filters on a long text within 1,000 steps, without a value', () => {
  const template = valueTemplate(`{{ value${"|replace('1','2')|replace('2','1')".repeat(25)} }}`) as ValueTemplate
  const run = (text: string) => {
    const work = { fields: 0 }
    return { value: valueAt(template, { text, json, work }), steps: work.fields }
  }
  expect(run('111')).toEqual({ value: '111', steps: 301 })
  const long = run('1'.repeat(990))
  expect(long.value).toBeUndefined()
  expect(long.steps).toBeLessThanOrEqual(STEPS_MAX)
})

test('names the value after the first field that is read', () => {
  expect(valueTemplate("{{ (value_json.a['b'] | float) * 2 + value_json.t }}")?.path).toEqual(['a', 'b'])
  expect(valueTemplate("{{ value_json.get('t', 0) }}")?.path).toEqual(['t'])
  expect(valueTemplate('{% if value_json.t > 1 %}{{ value_json.raw }}{% endif %}')?.path).toEqual(['raw'])
  expect(valueTemplate('{{ value | float * 2 }}')?.path).toBeUndefined()
})

test('rejects ten thousand templates of spaces without backtracking', () => {
  // A pattern that backtracks over the spaces would take minutes for them.
  for (let round = 0; round < 10_000; round++) expect(valueTemplate(`{{${' '.repeat(290)}x`)).toBeUndefined()
})
