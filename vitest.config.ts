import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // One PGlite per worker instead of one per file.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 90_000,
    hookTimeout: 90_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          include: [
            'contract/src/**/*.test.ts',
            'web/*.test.ts',
            'server/**/*.test.ts',
            'simulator/src/**/*.test.ts',
            'bench/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          environment: 'happy-dom',
          include: ['web/src/**/*.test.{ts,tsx}'],
          setupFiles: ['web/src/test-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          environment: 'node',
          include: ['e2e/**/*.test.ts'],
          setupFiles: ['e2e/describe-failure.ts'],
          fileParallelism: false,
          testTimeout: 90_000,
          hookTimeout: 90_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
    ],
  },
})
