import { addDays, dateIn, taskRoutes, type Household, type Task } from '@greenhouse/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { aHousehold, aMember, clientAs } from '../household/household.fixture.ts'
import { aPlant } from '../plant/plant.fixture.ts'
import { shortDate } from '../../lib/short-date.ts'
import { queryKeys } from '../query-keys.ts'
import { TaskSheet, type EditedTask } from './task-sheet.tsx'
import { aTask } from './task-sheet.fixture.ts'

const ZONE = 'Europe/Copenhagen'
const TODAY = dateIn(Date.now(), ZONE)
const PLANT = aPlant()
const KIM = aMember({ userId: '0190a1b2-0000-4000-8000-0000000000a3', name: 'Kim', role: 'carer' })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Opens the form. Returns the requests that change something. */
function open(edited: EditedTask, tasks: readonly Task[] = []) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET') return Response.json(url === taskRoutes.list.path ? tasks : [PLANT])
    sent.push([method, url, typeof body === 'string' ? JSON.parse(body) : undefined])
    return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(aTask())
  })
  const client = clientAs('owner')
  client.setQueryData<Household[]>(queryKeys.households, [aHousehold({ people: [aMember(), KIM] })])
  client.setQueryData(queryKeys.places, [])
  client.setQueryData(queryKeys.plants, [PLANT])
  client.setQueryData(queryKeys.tasks.list, tasks)
  const onClose = vi.fn<() => void>()
  render(
    <QueryClientProvider client={client}>
      <TaskSheet edited={edited} onClose={onClose} />
    </QueryClientProvider>,
  )
  return { sent, onClose, sheet: within(screen.getByRole('dialog')) }
}

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

test('the form of a new plan says what it will save, and sends it', async () => {
  const { sent, onClose, sheet } = open({ plantId: PLANT.plantId })
  const sentence = sheet.getByRole('status')
  expect(sentence.textContent).toMatch(/^Water San Marzano every 7 days\. /)
  fireEvent.click(sheet.getByRole('radio', { name: 'Feed' }))
  const next = shortDate(addDays(TODAY, 7), TODAY)
  expect(sentence.textContent).toBe(`Feed San Marzano every 7 days. Next on ${next}.`)
  fireEvent.click(sheet.getByRole('button', { name: 'Add a season' }))
  type(sheet.getByLabelText('Amount'), '2,5')
  type(sheet.getByLabelText('Unit'), 'ml/l')
  type(sheet.getByLabelText('For whom'), KIM.userId)
  fireEvent.click(sheet.getByRole('switch', { name: 'Remind me' }))
  expect(sentence.textContent).toContain('Feed San Marzano every 7 days, rests from November to February. ')
  fireEvent.click(sheet.getByRole('button', { name: 'Save task' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent).toEqual([
    [
      'POST',
      taskRoutes.create.path,
      {
        kind: 'feed',
        label: '',
        note: '',
        repeat: 'after',
        every: 7,
        unit: 'day',
        weekdays: [],
        monthDay: 1,
        month: 1,
        startsOn: TODAY,
        seasons: [{ from: '11-01', to: '02-28', every: null }],
        amount: 2.5,
        amountUnit: 'ml/l',
        assignedTo: KIM.userId,
        reminds: true,
        plantId: PLANT.plantId,
        placeId: null,
      },
    ],
  ])
})

test('the form of a task without a name sends nothing, and begins its sentence with an ellipsis', async () => {
  const { sent, sheet } = open({ plantId: PLANT.plantId })
  fireEvent.click(sheet.getByRole('radio', { name: 'Own' }))
  expect(sheet.getByRole('status').textContent).toMatch(/^… San Marzano every 7 days\./)
  fireEvent.click(sheet.getByRole('button', { name: 'Save task' }))
  await sheet.findByText('Give it a name, at most 40 characters.')
  expect(sent).toEqual([])
})

test('the form of a plan sends the changed fields, and closes water for another kind', async () => {
  const task = aTask()
  const { sent, onClose, sheet } = open({ task })
  expect(sheet.getByRole('heading').textContent).toBe('Feed San Marzano')
  expect(sheet.getByRole<HTMLInputElement>('radio', { name: 'Water' }).disabled).toBe(true)
  type(sheet.getByLabelText('Every'), '10')
  fireEvent.click(sheet.getByRole('button', { name: 'Save task' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent).toEqual([['PATCH', taskRoutes.edit.path.replace(':taskId', task.taskId), { every: 10 }]])
})

test('the kind of a plan for water stays', () => {
  const { sheet } = open({ task: aTask({ kind: 'water', amount: null, amountUnit: null }) })
  const offered = sheet.getAllByRole<HTMLInputElement>('radio').filter(({ disabled }) => !disabled)
  expect(offered.map(({ labels }) => labels?.[0]?.textContent)).toEqual(['Water'])
})

test('a second plan for water is not offered', () => {
  const { sheet } = open({ plantId: PLANT.plantId }, [aTask({ kind: 'water' })])
  expect(sheet.getByRole<HTMLInputElement>('radio', { name: 'Water' }).disabled).toBe(true)
  expect(sheet.getByRole<HTMLInputElement>('radio', { name: 'Feed' }).checked).toBe(true)
})

test('a plan ends after a question', async () => {
  const task = aTask()
  const { sent, onClose, sheet } = open({ task })
  fireEvent.click(sheet.getByRole('button', { name: 'End this plan' }))
  expect(sent).toEqual([])
  const question = within(screen.getByRole('dialog', { name: 'End this plan?' }))
  fireEvent.click(question.getByRole('button', { name: 'End this plan' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent).toEqual([['DELETE', taskRoutes.end.path.replace(':taskId', task.taskId), undefined]])
})
