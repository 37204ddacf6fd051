import { DateField } from '../../ui/date-field.tsx'
import { TimeField } from '../../ui/time-field.tsx'
import type { Form } from '../../ui/use-form.ts'
import type { TypedCare } from './typed-care.ts'

interface WhenFieldsProps {
  form: { readonly field: (name: 'date' | 'time') => ReturnType<Form<TypedCare>['field']> }
}

/** The fields of the time at which something was done. */
export function WhenFields({ form }: WhenFieldsProps) {
  const time = form.field('time')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_8rem] gap-3">
      <DateField isPast label="When" {...form.field('date')} />
      <TimeField label="Time" {...time} onInvalid={time.onChange} />
    </div>
  )
}
