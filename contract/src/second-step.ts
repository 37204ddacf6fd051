import * as z from 'zod/mini'

/** The kinds of second step. */
export const secondStepMethod = z.enum(['totp', 'recovery-code', 'passkey'])
export type SecondStepMethod = z.infer<typeof secondStepMethod>

/** Part of the problem `second-factor.required`: the password was right, and one of these completes the sign-in. */
export const secondStep = z.object({ ticket: z.string(), methods: z.array(secondStepMethod) })
export type SecondStep = z.infer<typeof secondStep>
