import type { FieldErrors } from './field-errors.ts'

/** What is wrong with the repetition of a password, as the message of the field that holds it. */
export function confirmErrors(password: string, repeated: string, field: string): FieldErrors {
  if (repeated === '') return { [field]: 'Confirm password is required' }
  return repeated === password ? {} : { [field]: 'Passwords do not match' }
}
