import { addressOf, householdRoutes } from '@greenhouse/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aHousehold, ALEX, aSharedHousehold } from '../../shared/household/household.fixture.ts'
import {
  KIM,
  GARDEN,
  needsPassword,
  press,
  choose,
  memberPath,
  withRole,
  openHousehold,
  refusal,
  usePage,
} from './household-page.fixture.tsx'

const GARDEN_PATH = addressOf(householdRoutes.edit, { params: { householdId: GARDEN.householdId } })

usePage()

test('lists the people with their roles, and the counts of the household', async () => {
  openHousehold()
  await screen.findByRole('heading', { level: 1, name: 'Asta’s garden' })
  const people = within(screen.getByRole('region', { name: 'People' }))
  const rows = people.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows[0]).toBe('AHAstacan do everythingowner, you')
  expect(rows[1]).toContain('does tasks, answers alerts; is told about alerts')
  expect(rows[2]).toMatch(/^JOJolooks only/)
  expect(people.getByText('3 of 20')).toBeDefined()
  expect(screen.getByText(/3 places, 4 devices, 16 plants/)).toBeDefined()
  expect(screen.getByText(/time of Copenhagen/)).toBeDefined()
})

test('a new role is sent at once, and shown', async () => {
  const { sent } = openHousehold({ answer: () => Response.json(withRole('gardener')) })
  await screen.findByLabelText('Role of Kim')
  choose('Role of Kim', 'gardener')
  await screen.findByText('Kim is a gardener now')
  expect(sent).toEqual([['PATCH', memberPath(KIM.userId), { role: 'gardener' }]])
  expect(screen.getByLabelText<HTMLSelectElement>('Role of Kim').value).toBe('gardener')
})

test('a refused role is taken back, with the sentence of the server', async () => {
  const sentence = 'A household keeps an owner: hand it over, or delete it.'
  openHousehold({ answer: () => refusal(409, 'household.last-owner', sentence) })
  await screen.findByLabelText('Role of Kim')
  choose('Role of Kim', 'viewer')
  expect((await screen.findByRole('alert')).textContent).toBe(sentence)
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Role of Kim').value).toBe('carer'))
})

test('a person becomes an owner after a question, with the password once the server asks for it', async () => {
  const { sent } = openHousehold({
    answer: (_method, _path, { password }) =>
      password === undefined ? needsPassword() : Response.json(withRole('owner')),
  })
  await screen.findByLabelText('Role of Kim')
  choose('Role of Kim', 'owner')
  expect(sent).toEqual([])
  await press('Make an owner')
  fireEvent.change(await screen.findByLabelText('Your Greenhouse password'), { target: { value: 'Sprout-42!' } })
  await press('Make an owner')
  await screen.findByText('Kim is an owner now')
  expect(sent.at(-1)).toEqual(['PATCH', memberPath(KIM.userId), { role: 'owner', password: 'Sprout-42!' }])
})

test('a viewer can’t be chosen as an owner', async () => {
  openHousehold()
  const picker = await screen.findByLabelText('Role of Jo')
  expect(
    within(picker)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['viewer', 'carer', 'gardener'])
})

test('a person is removed after a question, which can be cancelled', async () => {
  const { sent } = openHousehold()
  const remove = async () => fireEvent.click(await screen.findByRole('menuitem', { name: 'Remove Kim', hidden: true }))
  await remove()
  await press('Cancel')
  expect(screen.queryByText(/gone for them at once/)).toBeNull()
  await remove()
  await press('Remove')
  await waitFor(() => expect(sent).toEqual([['DELETE', memberPath(KIM.userId), {}]]))
})

test.each(['gardener', 'carer', 'viewer'] as const)(
  'a %s sees the people without pickers and invitations, and can leave',
  async (role) => {
    const { sent } = openHousehold({ households: [aSharedHousehold(role)], readerId: ALEX })
    await screen.findByRole('heading', { level: 2, name: 'Leave' })
    expect(screen.queryByRole('combobox', { name: /^Role of/ })).toBeNull()
    for (const name of ['Edit', 'Invite somebody', 'Make a link', 'Delete household', 'Hand over'])
      expect(screen.queryByRole('button', { name, hidden: true })).toBeNull()
    await press('Leave household')
    await press('Leave')
    await waitFor(() => expect(sent).toEqual([['DELETE', memberPath(ALEX), {}]]))
  },
)

test('the messages of a household can be switched off by each member', async () => {
  const { sent } = openHousehold({ households: [aSharedHousehold('viewer')], readerId: ALEX, answer: () => undefined })
  fireEvent.click(await screen.findByRole('switch', { name: 'Tell me about alerts of this household' }))
  await waitFor(() => expect(sent).toMatchObject([['PATCH', expect.stringContaining(ALEX), { tells: false }]]))
})

test('an owner who is alone sees that, and is not asked to hand over', async () => {
  openHousehold({ households: [aHousehold()] })
  await screen.findByText('Only you.')
  expect(screen.getByText('You are the only person here. You can delete the household.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Hand over' })).toBeNull()
})

test('the last owner hands over to a person who is no viewer', async () => {
  const { sent } = openHousehold({ answer: () => Response.json({ ...withRole('owner'), role: 'gardener' }) })
  await screen.findByText(
    'You are the only owner. Hand over first, or delete the household with its 16 plants and 4 devices.',
  )
  await press('Hand over')
  const dialog = within(await screen.findByRole('dialog', { name: 'Hand over the household' }))
  const people = dialog.getAllByRole('option').map(({ textContent }) => textContent)
  expect(people).toEqual(['Choose a person', 'Kim'])
  fireEvent.click(dialog.getByRole('button', { name: 'Hand over' }))
  await screen.findByText('Kim is an owner now')
  const path = householdRoutes.handOver.path.replace(':householdId', GARDEN.householdId)
  expect(sent).toEqual([['POST', path, { userId: KIM.userId }]])
})

test('the deletion of a household names the people who lose it', async () => {
  const { sent } = openHousehold()
  await press('Delete household')
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete the household?' }))
  expect(dialog.getByText('Kim and Jo lose 16 plants and 4 devices', { exact: false })).toBeDefined()
  fireEvent.click(dialog.getByRole('button', { name: 'Delete household' }))
  await dialog.findByText('Password is required')
  fireEvent.change(dialog.getByLabelText('Password'), { target: { value: 'Sprout-42!' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Delete household' }))
  await screen.findByText('Asta’s garden was deleted')
  expect(sent).toEqual([['DELETE', GARDEN_PATH, { password: 'Sprout-42!' }]])
})

test('an owner changes the name and the time zone', async () => {
  const { sent } = openHousehold({ answer: () => Response.json({ ...GARDEN, name: 'Allotment' }) })
  await press('Edit')
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: ' ' } })
  await press('Save')
  await screen.findByText('Name is required')
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Allotment' } })
  await press('Save')
  await screen.findByRole('heading', { level: 1, name: 'Allotment' })
  expect(sent).toEqual([['PATCH', GARDEN_PATH, { name: 'Allotment', timeZone: 'Europe/Copenhagen' }]])
})

test('a new household is added, and refused at ten with the sentence of the server', async () => {
  const sentence = 'You are in 10 households.'
  const { sent } = openHousehold({ answer: () => refusal(409, 'household.too-many', sentence) })
  await press('New household')
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Allotment' } })
  await press('Add household')
  await screen.findByText(sentence)
  expect(sent).toMatchObject([['POST', householdRoutes.create.path, { name: 'Allotment' }]])
})

test('a person in ten households can add none', async () => {
  const ten = Array.from({ length: 10 }, (_, index) =>
    aHousehold({ householdId: `0190a1b2-0000-4000-8000-0000000000e${index}`, name: `Garden ${index}` }),
  )
  openHousehold({ households: ten })
  await screen.findByText('You are in 10 households, and can’t be in more.')
  expect(screen.queryByRole('button', { name: 'New household' })).toBeNull()
  expect(screen.getByRole('link', { name: /Garden 9/ }).getAttribute('href')).toBe(
    '/household?household=0190a1b2-0000-4000-8000-0000000000e9',
  )
})

test('a person in no household can add one', async () => {
  openHousehold({ households: [] })
  await screen.findByText(/You are in no household/)
  expect(screen.getByRole('button', { name: 'New household' })).toBeDefined()
})

test('a failure to load the households can be repeated', async () => {
  openHousehold({ households: null })
  await screen.findByText('Your households could not be loaded.')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
})
