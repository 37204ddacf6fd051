import * as z from 'zod/mini'
import { secondStep } from './second-step.ts'

/** Every error the API answers with: RFC 9457, `application/problem+json`. `errors` maps a field to its messages. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.optional(z.string()),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  secondStep: z.optional(secondStep),
})
export type Problem = z.infer<typeof problem>

/** What stands before the stable code of a problem in its `type`. */
export const PROBLEM_PREFIX = 'urn:greenhouse:problem:'
