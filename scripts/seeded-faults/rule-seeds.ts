import { seed, type Seed } from './seed.ts'

/** One for each statement about the page of a rule in docs/specification-coverage.md. */
export const ruleSeeds: readonly Seed[] = [
  seed(
    'A rule is counted in the browser as far as its readings fit',
    [
      'web/src/pages/rules/preview/firings.ts',
      'countFirings(rule, readings, range)',
      'countFirings(rule, readings, { from: 0, to: 0 })',
    ],
    [
      'web/src/pages/rules/editor/rule-screen.test.tsx',
      'counts the firings of a rule on the last days without asking the server',
    ],
  ),
  seed(
    'A move of a limit passes once over the readings',
    [
      'contract/src/evaluate/count-firings.ts',
      '  run.add({ at, values, start, end }, from)',
      '  for (let index = 0; index < end; index++) void values[index]\n  run.add({ at, values, start, end }, from)',
    ],
    ['contract/src/evaluate/count-firings.test.ts', 'reads each value once for a rule of the kind %s'],
  ),
  seed(
    'Readings that are more than one reply holds are read in parts, up to 50,000',
    ['web/src/pages/rules/preview/known-readings.ts', '(index + 1) * length - 1', '(index + 1) * length'],
    [
      'web/src/pages/rules/preview/known-readings.test.tsx',
      'the readings of a minute are read in parts, each once and in their order',
    ],
  ),
  seed(
    'A series with too many readings is tried on averages, with “about”',
    [
      'web/src/pages/rules/preview/known-readings.ts',
      'if (!history || history.resolution !== 0) return null',
      'if (!history) return null',
    ],
    ['web/src/pages/rules/preview/known-readings.test.tsx', '%s has averages in place of its readings'],
  ),
  seed(
    'The server counts what is too much for the browser',
    ['web/src/pages/rules/preview/use-tried-rule.ts', 'needsServer: !isExact', 'needsServer: isExact'],
    [
      'web/src/pages/rules/editor/rule-screen.test.tsx',
      'the server counts when there are too many readings for the browser',
    ],
  ),
  seed(
    'The server counts the silences of a device that is silent too often',
    ['web/src/pages/rules/preview/use-tried-rule.ts', '(isSilent || own !== undefined)', 'own !== undefined'],
    [
      'web/src/pages/rules/editor/rule-screen.test.tsx',
      'the server counts when there are too many silences for the browser',
    ],
  ),
  seed(
    'A limit is dragged in steps of its quantity, at a distance that stays',
    ['web/src/pages/rules/plot/limit-line.tsx', 'held.value + valueAt(y, scale, area)', 'valueAt(y, scale, area)'],
    [
      'web/src/pages/rules/plot/limit-line.test.tsx',
      'the line keeps its distance to the pointer, and stops at steps of its quantity',
    ],
  ),
  seed(
    'A limit is moved by arrows, Page keys, Home and End',
    ['web/src/pages/rules/plot/limit-line.tsx', 'PageDown: -PAGE', 'PageDown: -1'],
    ['web/src/pages/rules/plot/limit-line.test.tsx', 'the key %s moves the line to %d °C'],
  ),
  seed(
    'A screen reader says the number of a limit with its unit',
    ['web/src/pages/rules/plot/limit-line.tsx', 'aria-valuetext={words}', 'aria-valuetext={undefined}'],
    ['web/src/pages/rules/plot/limit-line.test.tsx', 'the line says its number with its unit, and its range'],
  ),
  seed(
    'A number is typed at the line, and Escape keeps the one before',
    [
      'web/src/pages/rules/plot/limit-line.tsx',
      'if (isDone.current) return',
      "if (isDone.current && typed === '') return",
    ],
    [
      'web/src/pages/rules/plot/limit-line.test.tsx',
      'a digit opens a field for the number, which Escape leaves without a change',
    ],
  ),
  seed(
    'A person who may not change a rule reads its limit',
    [
      'web/src/pages/rules/plot/limit-line.tsx',
      'if (!onMove || isTyping) return',
      "if (!onMove && event.key !== 'Enter') return",
    ],
    ['web/src/pages/rules/plot/limit-line.test.tsx', 'a person who may not change the rule reads its line'],
  ),
  seed(
    'The level that ends an alert moves with its limit',
    ['web/src/pages/rules/editor/use-rule-draft.ts', "if (moved !== undefined) form.set('clearAt', moved)", ''],
    [
      'web/src/pages/rules/editor/rule-screen.test.tsx',
      'the level that ends an alert follows the line at its distance',
    ],
  ),
  seed(
    'A limit outside its range is refused under the line',
    ['web/src/pages/rules/editor/try-panel.tsx', " ?? errors['limit']", ''],
    [
      'web/src/pages/rules/editor/rule-screen.test.tsx',
      'a line stays within the range of its quantity, and says why a typed number does not',
    ],
  ),
  seed(
    'The result of fewer than 30 days names them',
    ['web/src/pages/rules/preview/preview-facts.ts', "days === undefined ? ''", "days !== 0 ? ''"],
    [
      'web/src/pages/rules/preview/preview-facts.test.ts',
      '%s episodes of %s hours in %s days, about: %s, are shown as "%s"',
    ],
  ),
  seed(
    'A new rule opens with the limit that 2 % of the readings break',
    ['web/src/pages/rules/first-limits.ts', 'const HIGH = 0.98', 'const HIGH = 0.9'],
    [
      'web/src/pages/rules/preview/firings.test.ts',
      'a new rule has limits that 2 % of the readings break, in steps of its quantity',
    ],
  ),
  seed(
    'A new rule without readings opens with an often chosen limit',
    ['web/src/pages/rules/first-limits.ts', "kind === 'above' ? 30 : usual.limit", 'usual.limit + 1'],
    [
      'web/src/pages/rules/preview/firings.test.ts',
      'a new rule for a device without readings has an often chosen limit',
    ],
  ),
  seed(
    'The first limits of a rule are within the range of their quantity',
    [
      'web/src/pages/rules/first-limits.ts',
      '(one) => faultOf(kind, metric, one, celsius) === undefined',
      '(one) => one > rounded',
    ],
    [
      'web/src/pages/rules/preview/firings.test.ts',
      'a new rule has limits within the range of its metric, and room between two of them',
    ],
  ),
  seed(
    'Four limits around the chosen one are compared',
    ['web/src/pages/rules/preview/other-limits.ts', 'other >= min && other <= max && ', ''],
    ['web/src/pages/rules/preview/firings.test.ts', 'the limits around %s %s are %j'],
  ),
  seed(
    'A rule has a name without one being typed',
    ['web/src/pages/rules/sentence/rule-words.ts', '    .slice(0, NAME_MAX)\n', ''],
    [
      'web/src/pages/rules/sentence/rule-words.test.ts',
      'a rule is named by what it looks for, in at most 60 characters',
    ],
  ),
  seed(
    'A changed rule is not left by a link without a question',
    [
      'web/src/pages/rules/editor/leave-question.tsx',
      'holdNavigations((go) => setLeave(() => go))',
      'holdNavigations((go) => go())',
    ],
    ['web/src/pages/rules/editor/leave-question.test.tsx', 'a link asks before what was changed is lost'],
  ),
  seed(
    'A changed rule is not left by a menu without a question',
    ['web/src/lib/navigation.ts', 'if (held && !isRedirect) held(go)', 'if (held && isRedirect) held(go)'],
    ['web/src/pages/rules/editor/leave-question.test.tsx', 'an entry of a menu asks before what was changed is lost'],
  ),
  seed(
    'A changed rule is not left for another household without a question',
    [
      'web/src/lib/navigation.ts',
      'leave(() => navigateTo(path, { replace, state: { navigationId: randomId() } }), replace)',
      'navigateTo(path, { replace, state: { navigationId: randomId() } })',
    ],
    ['web/src/pages/rules/editor/leave-question.test.tsx', 'another household asks before what was changed is lost'],
  ),
  seed(
    'A saved rule is left without a question',
    ['web/src/pages/rules/editor/use-rule-draft.ts', 'flushSync(() => setChanged(false))', 'setChanged(false)'],
    ['web/src/pages/rules/editor/rule-screen.test.tsx', 'a rule is turned off and saved, and the list is shown'],
  ),
  seed(
    'A changed rule is not left by Back without a question',
    ['web/src/pages/rules/editor/leave-question.tsx', "    history?.addEventListener('navigate', traverse)\n", ''],
    ['web/src/pages/rules/editor/leave-question.test.tsx', 'Back asks before what was changed is lost'],
  ),
  seed(
    'A changed rule is not closed without a question',
    ['web/src/pages/rules/editor/leave-question.tsx', "    window.addEventListener('beforeunload', unload)\n", ''],
    ['web/src/pages/rules/editor/leave-question.test.tsx', 'the page asks before it is closed with something changed'],
  ),
  seed(
    'The menu of a tile opens a rule on its series',
    [
      'web/src/pages/dashboard/tiles/tile-menu.tsx',
      "    [{ label: 'Alert me above…', onChoose: () => act('rule') }],\n",
      '',
    ],
    [
      'web/src/pages/dashboard/tiles/series-tiles.test.tsx',
      'the menu of a series is beside its link, and offers no calibration for calculated ones',
    ],
  ),
]
