import { defineConfig } from 'vitest/config'
import { clusterSuite, FROM_SQLITE } from './scripts/cluster-suite.ts'
import { ListFailures } from './testing/list-failures.ts'
import { ON_CLUSTER } from './testing/on-cluster.ts'
import { PATIENT, TEST_ALL } from './testing/test-run.ts'

/** Tests that measure the memory, the open files and the timers of their own worker, to which other files would add theirs. */
const LIMITS = ['server/test/fuzz/**/*.test.ts', 'timeseries/src/memory/device-states.test.ts']

/** Tests that prove nothing more on a cluster. */
const LEFT_OUT = ON_CLUSTER ? clusterSuite().leftOut : []

/** Journeys about the look of screens, which is the same on a cluster. */
const OF_LOOKS = ['api-docs', 'chart-touch', 'first-paint', 'frame', 'media', 'screens', 'tile-menu'].map(
  (name) => `e2e/${name}.test.ts`,
)

/** The file that lists the failures of a run in CI. */
const FAILURES = process.env['TEST_FAILURES']

export default defineConfig({
  test: {
    // A worker loads the code once instead of once for each file.
    isolate: false,
    // One more than the cores of a small machine, since journeys mostly wait.
    maxWorkers: 3,
    // Longer than the budget of a wait, so that the wait fails first and names its condition. `npm run test:all` has twenty
    // times as many random cases in a test.
    testTimeout: TEST_ALL ? 1_800_000 : 120_000,
    hookTimeout: 120_000,
    expect: { poll: PATIENT },
    reporters: FAILURES === undefined ? ['default'] : ['default', new ListFailures(FAILURES)],
    globalSetup: [
      'scripts/built-server.ts',
      'testing/temporary-folder.ts',
      ...(ON_CLUSTER ? ['testing/cluster-setup.ts'] : []),
    ],
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          include: [
            'contract/src/**/*.test.ts',
            'timeseries/src/**/*.test.ts',
            'web/*.test.ts',
            'server/**/*.test.ts',
            'simulator/src/**/*.test.ts',
            'bench/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          setupFiles: ['server/test/seed.ts'],
          // `npm run test:cluster` runs the faults of a cluster.
          exclude: ['**/node_modules/**', 'server/test/cluster/**', ...LIMITS, ...LEFT_OUT],
        },
      },
      {
        extends: true,
        test: {
          name: 'limits',
          environment: 'node',
          include: LIMITS,
          exclude: ['**/node_modules/**', ...LEFT_OUT],
          setupFiles: ['server/test/seed.ts'],
          isolate: true,
        },
      },
      ...(ON_CLUSTER
        ? [
            {
              extends: true as const,
              test: {
                name: 'from-sqlite',
                environment: 'node' as const,
                include: FROM_SQLITE,
                // Their first world is one of a single process.
                env: { TEST_CLUSTER: '' },
              },
            },
          ]
        : []),
      {
        extends: true,
        test: {
          name: 'cluster',
          environment: 'node',
          include: ['server/test/cluster/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 900_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          environment: 'happy-dom',
          include: ['web/src/**/*.test.{ts,tsx}'],
          setupFiles: ['web/src/test-setup.ts'],
          // Other style sheets are empty.
          css: { include: [/\?raw$/] },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          environment: 'node',
          include: ['e2e/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...(ON_CLUSTER ? OF_LOOKS : [])],
          setupFiles: ['e2e/describe-failure.ts'],
          // One cluster serves all files, and some end its processes.
          fileParallelism: !ON_CLUSTER,
          // Each look at a page is a request to the browser.
          expect: { poll: { ...PATIENT, interval: 50 } },
        },
      },
    ],
  },
})
