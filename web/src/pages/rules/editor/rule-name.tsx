import { TextField } from '../../../ui/text-field.tsx'
import type { RulePartProps } from '../rule-form.ts'

export function RuleName({ field }: Pick<RulePartProps, 'field'>) {
  return (
    <section className="px-4 py-5 sm:px-6">
      <TextField
        label="Name"
        autoComplete="off"
        maxLength={60}
        {...field('name')}
        hint="Optional. Messages and the list begin with it."
      />
    </section>
  )
}
