import { expect, test } from 'vitest'
import { readConfig } from '../src/platform/config/config.ts'
import { SECRETS, settings } from '../src/platform/config/settings.ts'

test('the page of settings is made from the settings', async () => {
  await expect(settingsPage()).toMatchFileSnapshot('../../docs/settings.md')
})

const cluster = {
  NATS_URL: 'nats://127.0.0.1:4222',
  DATABASE_URL: 'postgres://127.0.0.1/greenhouse',
  SECRET: 'x'.repeat(32),
}

test.each(settings.flatMap(([name, { standard }]) => (standard === undefined ? [] : [[name, standard] as const])))(
  'the default of %s is %s',
  (name, standard) => {
    // Without a cluster PARTITIONS has no effect.
    const others = { NODE_ID: 'one', ...(name === 'PARTITIONS' ? cluster : {}) }
    const { isHostSwitchable } = readConfig(others)
    // HOST takes the switch away even when it says the same.
    expect({ ...readConfig({ ...others, [name]: standard }), isHostSwitchable }).toEqual(readConfig(others))
  },
)

/** Returns the page of settings. Settings without a meaning are for tests and development, and not on it. */
function settingsPage(): string {
  const rows = settings.flatMap(({ 0: name, 1: { standard, meaning } }) =>
    meaning === undefined ? [] : [[`\`${name}\``, standard === undefined ? '' : `\`${standard}\``, meaning]],
  )
  const head = ['Variable', 'Default', 'Meaning']
  const [names = 0, defaults = 0, meanings = 0] = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const widths = [names, defaults, meanings]
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const secrets = Array.from(SECRETS, (name) => `\`${name}\``).join(', ')
  return `# Settings

Made from \`server/src/platform/config/settings.ts\` by \`npm test -- server/test/settings-page.test.ts -u\`.

All settings are environment variables, checked when the server starts. It does not start with a wrong or misspelled one, and
says which was probably meant.

${[line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')}

Secrets are ${secrets}. Each can be read from a file instead: the same name with \`_FILE\` holds its path.

Traces are set by OpenTelemetry's own variables, such as \`OTEL_EXPORTER_OTLP_ENDPOINT\`: see
[traces](operations.md#traces).
`
}
