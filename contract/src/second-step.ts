import * as z from 'zod/mini'

export const secondStepMethod = z.enum(['totp', 'recovery-code', 'passkey'])
export type SecondStepMethod = z.infer<typeof secondStepMethod>

/** Part of the problem `second-factor.required`, after a right password. */
export const secondStep = z.object({ ticket: z.string(), methods: z.array(secondStepMethod) })
export type SecondStep = z.infer<typeof secondStep>
