import {
  LABEL_MISSING,
  type HouseholdMember,
  type Plant,
  type Task,
  type TaskInput,
  type TaskKind,
} from '@greenhouse/contract'
import { useState } from 'react'
import { AmountFields } from '../care/amount-fields.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Toggle } from '../../ui/toggle.tsx'
import { useForm } from '../../ui/use-form.ts'
import { KindField } from './task-sheet-kind-field.tsx'
import { RepeatFields } from './task-sheet-repeat-fields.tsx'
import { SeasonFields } from './task-sheet-season-fields.tsx'
import { SubjectField } from './task-sheet-subject-field.tsx'
import { doWords, taskSentence } from './task-sheet-sentence.ts'
import { parseTask, todayIn, typedTask, type Subject, type TypedTask } from './task-sheet-values.ts'

export interface TaskFormProps {
  id: string
  /** Undefined for a new one. */
  task: Task | undefined
  subject: Subject
  /** Of the plant or place; undefined for a task of the household. */
  name: string | undefined
  plant: Plant | undefined
  people: readonly HouseholdMember[]
  zone: string
  isClosed: (kind: TaskKind) => boolean
  /** Absent where the subject is fixed. */
  onSubject: ((subject: Subject) => void) | undefined
  onSave: (input: TaskInput) => Promise<void>
}

export function TaskForm(props: TaskFormProps) {
  const { id, task, subject, name, plant, people, zone, isClosed, onSubject, onSave } = props
  const [now] = useState(Date.now)
  const today = todayIn(zone, now)
  const [initial] = useState(() => typedTask(task, isClosed('water') ? 'feed' : 'water', today))
  const parse = (typed: TypedTask) => parseTask(typed, task, subject, today)
  const form = useForm({ initial, parse, onSubmit: onSave })
  const { kind, repeat, reminds, assignedTo, amountUnit } = form.values
  return (
    <form id={id} noValidate onSubmit={form.submit} className="grid gap-5">
      <KindField kind={kind} isClosed={isClosed} onChoose={(chosen) => form.set('kind', chosen)} />
      {onSubject && <SubjectField subject={subject} onChoose={onSubject} />}
      {kind === 'custom' && <TextField label="Label" autoComplete="off" {...form.field('label')} />}
      <RepeatFields form={form} />
      {repeat !== 'once' && <SeasonFields form={form} />}
      <AmountFields {...form.field('amount')} unit={amountUnit} onUnit={(unit) => form.set('amountUnit', unit)} />
      <SelectField
        label="For whom"
        value={assignedTo}
        onChange={(userId) => form.set('assignedTo', userId)}
        options={assignees(people, assignedTo)}
      />
      <Toggle
        label="Remind me"
        checked={reminds}
        onChange={(isOn) => form.set('reminds', isOn)}
        className="justify-self-start"
      />
      <TextField label="Note" rows={3} {...form.field('note')} />
      <Sentence
        typed={form.values}
        parse={parse}
        name={name}
        baseAt={baseOf(task, plant, kind)}
        zone={zone}
        now={now}
      />
    </form>
  )
}

interface SentenceProps {
  typed: TypedTask
  parse: (typed: TypedTask) => ReturnType<typeof parseTask>
  name: string | undefined
  baseAt: number | null
  zone: string
  now: number
}

/** Says what the form will save; the missing parts are an ellipsis. */
function Sentence({ typed, parse, name, baseAt, zone, now }: SentenceProps) {
  // The name of a task may be typed last.
  const result = parse(typed)
  const named = 'errors' in result && isLabelMissing(result.errors) ? parse({ ...typed, label: '…' }) : result
  return (
    <output className="block rounded-control bg-leaf-wash p-3 font-medium wrap-anywhere text-leaf-strong">
      <bdi>
        {'input' in named ? taskSentence(named.input, { name, baseAt, zone, now }) : `${doWords(typed, name)} …`}
      </bdi>
    </output>
  )
}

function isLabelMissing(errors: Readonly<Record<string, string>>): boolean {
  return errors['label'] === LABEL_MISSING
}

/** Returns when a task counts from; null for its first day. */
function baseOf(task: Task | undefined, plant: Plant | undefined, kind: TaskKind): number | null {
  const at =
    kind === 'water' && plant
      ? (plant.lastWatered ?? task?.lastDoneAt ?? plant.planted ?? plant.createdAt)
      : (task?.lastDoneAt ?? null)
  return at === null ? null : Date.parse(at)
}

/** Somebody who left the household stays until another person is chosen. */
function assignees(people: readonly HouseholdMember[], assignedTo: string) {
  const known = people.map(({ userId, name }) => ({ value: userId, label: name }))
  const isUnknown = assignedTo !== '' && !people.some(({ userId }) => userId === assignedTo)
  return [{ value: '', label: 'Anybody' }, ...known, ...(isUnknown ? [{ value: assignedTo, label: 'Somebody' }] : [])]
}
