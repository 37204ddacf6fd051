import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

/** Writes the tests that failed to a file, and prints how many passed and failed. */
export class ListFailures implements Reporter {
  readonly #list: string

  constructor(list: string) {
    this.#list = list
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const failed = tests.filter((test) => test.result().state === 'failed')
    const failures = [
      ...failed.map(({ module, fullName }) => ({ file: module.relativeModuleId, test: fullName })),
      // One that could not be loaded, or whose beforeAll failed, has no test that failed.
      ...modules
        .filter((module) => !module.ok() && !failed.some((test) => test.module === module))
        .map((module) => ({ file: module.relativeModuleId, test: 'all of it' })),
    ]
    const passed = tests.filter((test) => test.result().state === 'passed').length
    console.log(`\n${passed} passed, ${failures.length} failed`)
    // An error outside of all tests belongs to no file that could run once more.
    writeFileSync(this.#list, JSON.stringify({ failures, isBroken: unhandled.length > 0 }))
  }
}
