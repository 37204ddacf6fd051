import { morningRoutes, type MorningNote } from '@greenhouse/contract'
import type { Context } from '../../../platform/context.ts'

export function serveMorning(
  { serve }: Pick<Context, 'serve'>,
  noteOf: (member: { readonly householdId: string; readonly userId: string }) => Promise<MorningNote>,
): void {
  serve(morningRoutes.get, (_, { householdId, userId }) => noteOf({ householdId, userId }))
}
