import { readConfig, WrongConfiguration, type Config } from './config.ts'
import type { Environment } from './environment.ts'

export function readConfigOrExit(environment: Environment): Config {
  try {
    return readConfig(environment)
  } catch (error) {
    if (!(error instanceof WrongConfiguration)) throw error
    for (const line of error.lines) console.error(line)
    return process.exit(1)
  }
}
