import fc from 'fast-check'
import { SEED } from '../../testing/test-run.ts'

fc.configureGlobal({ seed: SEED })
