import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { TimeField } from './time-field.tsx'

afterEach(cleanup)

test('a time is shown and taken in the format of the application once it is left, and nothing else is taken', () => {
  const taken: string[] = []
  render(<TimeField label="From" value="22:00" onChange={(time) => taken.push(time)} />)
  const field = screen.getByLabelText<HTMLInputElement>('From')
  expect(field.value).toBe('22.00')
  const leaveWith = (typed: string) => {
    fireEvent.change(field, { target: { value: typed } })
    expect(screen.queryByText('Not a valid time')).toBeNull()
    fireEvent.blur(field)
  }
  leaveWith('2130')
  expect([field.value, taken]).toEqual(['21.30', ['21:30']])
  leaveWith('25')
  screen.getByText('Not a valid time')
  expect(taken).toEqual(['21:30'])
})

test('a text that is no time is given to the form, which refuses it', () => {
  const refused: string[] = []
  render(<TimeField label="From" value="22:00" onChange={() => undefined} onInvalid={(typed) => refused.push(typed)} />)
  const field = screen.getByLabelText('From')
  fireEvent.change(field, { target: { value: 'noon' } })
  fireEvent.blur(field)
  expect(refused).toEqual(['noon'])
})
