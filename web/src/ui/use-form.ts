import { ClientError } from '@greenhouse/contract'
import { useState, type FocusEvent, type FormEvent } from 'react'
import { problemErrors, type FieldErrors, type Parsed } from '../lib/field-errors.ts'
import { reportException } from '../lib/error-reports.ts'
import { failureMessage } from '../lib/failure-message.ts'
import { useDialog } from './dialog-state.ts'
import { toast } from './toast.ts'
import { useConfirmation, type ConfirmationField } from './use-confirmation.ts'

type Values = Record<string, unknown>

/** Target of an error without a field. Dialogs show both inside. */
type Failure = { readonly notice: string } | { readonly toast: string }

interface FormOptions<V extends Values, Input> {
  initial: V
  parse: (typed: V) => Parsed<Input>
  /** Called with the account's password once the server has asked for it. */
  onSubmit: (input: Input, password: string | undefined) => void | Promise<void>
  /** Field errors by problem code. Other problems show the server's messages at their fields. */
  refusals?: Readonly<Record<string, FieldErrors>>
  /** Returns where to show an error without a field of this form; a toast by default. */
  otherwise?: (error: ClientError) => Failure
}

export interface Form<V extends Values> {
  readonly values: V
  readonly errors: FieldErrors
  /** Error above the form; always undefined in a dialog, which shows it itself. */
  readonly notice: string | undefined
  readonly busy: boolean
  set: <F extends keyof V & string>(field: F, value: V[F]) => void
  field: (name: TextFieldOf<V>) => {
    name: string
    value: string
    error: string | undefined
    onChange: (value: string) => void
    onBlur: (event: FocusEvent) => void
  }
  readonly confirmation: ConfirmationField | undefined
  /** For `<form noValidate onSubmit={form.submit}>`. */
  submit: (event?: FormEvent<HTMLFormElement>) => void
  /** Sets errors from the server; each is removed when its field changes. */
  setServerErrors: (errors: FieldErrors) => void
  setNotice: (notice: string | undefined) => void
  reset: () => void
}

type TextFieldOf<V> = { [F in keyof V]: V[F] extends string ? F : never }[keyof V] & string

/** Shows errors once a field is touched, on blur after a change or on submit, and updates them with each key. */
export function useForm<V extends Values, Input>(options: FormOptions<V, Input>): Form<V> {
  const { initial, parse, onSubmit } = options
  const fields = useFields(initial)
  const { values, touched, serverErrors, setServerErrors, set, leave } = fields
  const dialog = useDialog()
  const [notice, setOwnNotice] = useState<string>()
  const [busy, setOwnBusy] = useState(false)
  const confirmation = useConfirmation()

  // An untouched form has no errors to show and opens faster without a first parse.
  const found = touched.size === 0 ? {} : errorsOf(parse(values))
  const errors = { ...pick(found, (field) => touched.has(field)), ...serverErrors }

  const setNotice = (words: string | undefined) => (dialog ? dialog.setFailure(words) : setOwnNotice(words))

  function setBusy(isBusy: boolean) {
    setOwnBusy(isBusy)
    dialog?.setBusy(isBusy)
  }

  async function send(input: Input) {
    setBusy(true)
    try {
      await onSubmit(input, confirmation.password)
    } catch (error) {
      if (confirmation.shows(error)) return
      const place = placeOf(error, Object.keys(values), options)
      if ('fields' in place) setServerErrors(place.fields)
      else if ('notice' in place) setNotice(place.notice)
      else if (dialog) dialog.setFailure(place.toast)
      else toast.error(place.toast)
    } finally {
      setBusy(false)
    }
  }

  function submit(event?: FormEvent<HTMLFormElement>) {
    event?.preventDefault()
    if (busy) return
    setServerErrors({})
    setNotice(undefined)
    const result = parse(values)
    const wrong = errorsOf(result)
    fields.touch([...Object.keys(values), ...Object.keys(wrong)])
    if (confirmation.lacks()) return
    if ('input' in result) void send(result.input)
    else focusFirst(event?.currentTarget, wrong)
  }

  function reset() {
    fields.reset()
    confirmation.reset()
    setNotice(undefined)
  }

  const field: Form<V>['field'] = (name) => ({
    name,
    value: String(values[name]),
    error: errors[name],
    // V may narrow the field to some texts; `parse` rejects others.
    onChange: (value) => set(name, value as V[typeof name]),
    onBlur: (event) => leave(name, event),
  })

  const shown = { values, errors, notice, busy, confirmation: confirmation.field }
  return { ...shown, set, field, submit, setServerErrors, setNotice, reset }
}

function useFields<V extends Values>(initial: V) {
  const [values, setValues] = useState(initial)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [dirty, setDirty] = useState<ReadonlySet<string>>(new Set())
  const [serverErrors, setServerErrors] = useState<FieldErrors>({})

  function touch(names: readonly string[]) {
    setTouched((before) => new Set([...before, ...names]))
  }

  function set<F extends keyof V & string>(field: F, value: V[F]) {
    setValues((before) => ({ ...before, [field]: value }))
    setDirty((before) => new Set(before).add(field))
    setServerErrors((before) => pick(before, (name) => name !== field))
  }

  function leave(field: string, event: FocusEvent) {
    // Submitting shows all errors anyway, and a layout shift under the pointer would swallow the click.
    if (event.relatedTarget instanceof HTMLButtonElement) return
    if (dirty.has(field)) touch([field])
  }

  function reset() {
    setValues(initial)
    setTouched(new Set())
    setDirty(new Set())
    setServerErrors({})
  }

  return { values, touched, serverErrors, setServerErrors, touch, set, leave, reset }
}

/** Places an error: at a field, else where the form's `otherwise` says, else in a toast. */
function placeOf(
  error: unknown,
  fields: readonly string[],
  { refusals = {}, otherwise }: Pick<FormOptions<Values, never>, 'refusals' | 'otherwise'>,
): Failure | { readonly fields: FieldErrors } {
  if (!(error instanceof ClientError)) {
    reportException(error)
    return { toast: failureMessage(error) }
  }
  const refused = refusals[error.code] ?? pick(problemErrors(error), (field) => fields.includes(field))
  if (Object.keys(refused).length > 0) return { fields: refused }
  return otherwise?.(error) ?? { toast: failureMessage(error) }
}

function errorsOf<Input>(result: Parsed<Input>): FieldErrors {
  return 'errors' in result ? result.errors : {}
}

function pick(errors: FieldErrors, isWanted: (field: string) => boolean): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => isWanted(field)))
}

function focusFirst(form: HTMLFormElement | undefined, found: FieldErrors): void {
  const controls = [...(form?.querySelectorAll<HTMLElement>('[name], [data-name]') ?? [])]
  controls.find((one) => Object.hasOwn(found, one.getAttribute('name') ?? one.dataset['name'] ?? ''))?.focus()
}
