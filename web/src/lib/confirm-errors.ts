import type { FieldErrors } from './field-errors.ts'

/** Returns an error for the field when the repeated password differs. */
export function confirmErrors(password: string, repeated: string, field: string): FieldErrors {
  if (repeated === '') return { [field]: 'Confirm password is required' }
  return repeated === password ? {} : { [field]: 'Passwords do not match' }
}
