import type { FieldErrors } from './field-errors.ts'

export function confirmErrors(password: string, repeated: string, field: string): FieldErrors {
  if (repeated === '') return { [field]: 'Confirm password is required' }
  return repeated === password ? {} : { [field]: 'Passwords do not match' }
}
