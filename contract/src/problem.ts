import * as z from 'zod/mini'
import { secondStep } from './second-step.ts'

/** RFC 9457, `application/problem+json`. `errors` maps a field to its messages. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.optional(z.string()),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  secondStep: z.optional(secondStep),
})
export type Problem = z.infer<typeof problem>

export const PROBLEM_PREFIX = 'urn:greenhouse:problem:'
