import { asvsSeeds } from './asvs-seeds.ts'
import { faultMatrixSeeds } from './fault-matrix-seeds.ts'
import { historySeeds } from './history-seeds.ts'
import { ruleSeeds } from './rule-seeds.ts'
import type { Seed } from './seed.ts'

export const seeds: readonly Seed[] = [...asvsSeeds, ...faultMatrixSeeds, ...historySeeds, ...ruleSeeds]
