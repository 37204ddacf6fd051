import { addressOf, invitationRoutes } from '@greenhouse/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  GARDEN,
  INVITATION,
  needsPassword,
  press,
  choose,
  openHousehold,
  refusal,
  usePage,
} from './household-page.fixture.tsx'

const URL = 'https://greenhouse.example.org/join/a-token'

usePage()

test('a made link is shown with its code, and forgotten when it is withdrawn', async () => {
  const { sent } = openHousehold({
    answer: (method) => (method === 'POST' ? Response.json({ ...INVITATION, url: URL }) : undefined),
  })
  await screen.findByLabelText('Good for')
  choose('Role', 'gardener')
  choose('Good for', '30')
  expect(screen.getByText('Can edit plants, places and rules, and can’t delete devices or readings.')).toBeDefined()
  await press('Make a link')
  await screen.findByRole('img', { name: 'QR code of the invitation; the link can be copied beside it' })
  expect(screen.getByText(URL)).toBeDefined()
  expect(screen.getByText('7 days left')).toBeDefined()
  expect(sent[0]).toEqual([
    'POST',
    addressOf(invitationRoutes.create, { params: { householdId: GARDEN.householdId } }),
    { role: 'gardener', days: 30 },
  ])
  await press('Withdraw')
  await waitFor(() => expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull())
  expect(sent[1]).toEqual([
    'DELETE',
    invitationRoutes.withdraw.path.replace(':invitationId', INVITATION.invitationId),
    {},
  ])
})

test('a link with an old session needs the password, which the open form asks for', async () => {
  const { sent } = openHousehold({
    sendsMail: true,
    answer: (_method, _path, { password }) =>
      password === undefined ? needsPassword() : Response.json({ ...INVITATION, email: 'kim@example.org', url: URL }),
  })
  fireEvent.change(await screen.findByLabelText('Email (optional)'), { target: { value: 'kim@example.org' } })
  await press('Make a link')
  fireEvent.change(await screen.findByLabelText('Your Greenhouse password'), { target: { value: 'Sprout-42!' } })
  await press('Make a link')
  await screen.findByText('kim@example.org')
  expect(sent.at(-1)).toMatchObject([
    'POST',
    expect.anything(),
    { role: 'carer', days: 7, email: 'kim@example.org', password: 'Sprout-42!' },
  ])
})

test('a refused invitation says why above its button', async () => {
  const sentence = 'Ten invitations of the household are open.'
  openHousehold({ answer: () => refusal(409, 'invitation.too-many', sentence) })
  await screen.findByLabelText('Good for')
  await press('Make a link')
  expect((await screen.findByText(sentence)).closest('[role=alert]')).not.toBeNull()
})

test('a server without mail asks for no address', async () => {
  openHousehold()
  await screen.findByLabelText('Good for')
  expect(screen.queryByLabelText('Email (optional)')).toBeNull()
})

test('lists the open invitations without their links, and withdraws one', async () => {
  const { sent } = openHousehold({ invitations: [{ ...INVITATION, email: 'kim@example.org' }] })
  const list = within(await screen.findByRole('region', { name: 'Open invitations' }))
  expect((await list.findByRole('listitem')).textContent).toMatch(/^Invitation for a carerkim@example.org, until /)
  fireEvent.click(list.getByRole('button', { name: /^Withdraw/ }))
  await waitFor(() => expect(sent).toHaveLength(1))
})
