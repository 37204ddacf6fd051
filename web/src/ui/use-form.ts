import { ClientError } from '@greenhouse/contract'
import { useState, type FocusEvent, type FormEvent } from 'react'
import type * as z from 'zod/mini'
import { fieldErrors, problemErrors, type FieldErrors } from '../lib/field-errors.ts'
import { toast } from './toast.ts'

type Values = Record<string, unknown>

export interface FormOptions<V extends Values, Output> {
  initial: V
  /**
   * Called with the checked values. What it throws is shown: a ClientError's field errors at their fields, everything
   * else as a toast with its message.
   */
  onSubmit: (values: Output) => void | Promise<void>
  /** Rules beyond the schema: messages by field, for the values as typed. */
  check?: (values: V) => FieldErrors
}

export interface Form<V extends Values> {
  readonly values: V
  /** What is to be shown now, by field. */
  readonly errors: FieldErrors
  readonly busy: boolean
  set: <F extends keyof V & string>(field: F, value: V[F]) => void
  /** The props of a field for text. */
  field: (name: TextFieldOf<V>) => {
    name: string
    value: string
    error: string | undefined
    onChange: (value: string) => void
    onBlur: (event: FocusEvent) => void
  }
  /** For `<form noValidate onSubmit={form.submit}>`. */
  submit: (event?: FormEvent<HTMLFormElement>) => void
  /** Messages that only the server can know; each goes when its field is changed. */
  setErrors: (errors: FieldErrors) => void
  reset: (values?: V) => void
}

type TextFieldOf<V> = { [F in keyof V]: V[F] extends string ? F : never }[keyof V] & string

/** The state of a form: errors show on submit or after leaving a changed field, and go as soon as it is right. */
export function useForm<S extends z.ZodMiniType, V extends Values>(
  schema: S,
  { initial, onSubmit, check }: FormOptions<V, z.output<S>>,
): Form<V> {
  const [values, setValues] = useState(initial)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const [told, setTold] = useState<FieldErrors>({})
  const [busy, setBusy] = useState(false)

  const checked = schema.safeParse(values)
  const found = { ...check?.(values), ...(checked.success ? {} : fieldErrors(checked.error)) }
  const visible = Object.entries(found).filter(([field]) => left.has(field))
  const errors: FieldErrors = { ...Object.fromEntries(visible), ...told }

  function set<F extends keyof V & string>(field: F, value: V[F]) {
    setValues((before) => ({ ...before, [field]: value }))
    setChanged((before) => new Set(before).add(field))
    setTold((before) => Object.fromEntries(Object.entries(before).filter(([name]) => name !== field)))
  }

  function leave(field: string, event: FocusEvent) {
    // The button that submits shows all errors anyway; moving it away from under the pointer would swallow the click.
    if (event.relatedTarget instanceof HTMLButtonElement) return
    if (changed.has(field)) setLeft((before) => new Set(before).add(field))
  }

  async function send(output: z.output<S>) {
    setBusy(true)
    try {
      await onSubmit(output)
    } catch (error) {
      const byField = error instanceof ClientError ? problemErrors(error) : {}
      setTold(byField)
      if (Object.keys(byField).length === 0)
        toast.error(error instanceof Error ? error.message : 'Something went wrong')
    } finally {
      setBusy(false)
    }
  }

  function submit(event?: FormEvent<HTMLFormElement>) {
    event?.preventDefault()
    if (busy) return
    setTold({})
    setLeft(new Set([...Object.keys(values), ...Object.keys(found)]))
    if (checked.success && Object.keys(found).length === 0) void send(checked.data)
    else focusFirst(event?.currentTarget, found)
  }

  return {
    values,
    errors,
    busy,
    set,
    submit,
    setErrors: setTold,
    field: (name) => ({
      name,
      value: String(values[name]),
      error: errors[name],
      onChange: (value) => set(name, value as V[typeof name]),
      onBlur: (event) => leave(name, event),
    }),
    reset(next = initial) {
      setValues(next)
      setLeft(new Set())
      setChanged(new Set())
      setTold({})
    },
  }
}

function focusFirst(form: HTMLFormElement | undefined, found: FieldErrors): void {
  const controls = [...(form?.elements ?? [])]
  const wrong = controls.find((control) => Object.hasOwn(found, control.getAttribute('name') ?? ''))
  if (wrong instanceof HTMLElement) wrong.focus()
}
