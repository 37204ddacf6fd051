import { addressOf, careRoutes, episodeRoutes, type Delivery } from '@greenhouse/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { applyEpisodes } from '../../shared/episode/episode-cache.ts'
import { setSeenUntil } from '../../shared/episode/seen.ts'
import { aSeries } from '../../shared/series/series.fixture.ts'
import {
  ago,
  nextId,
  episode,
  closed,
  note,
  BASIL,
  due,
  plain,
  rows,
  show,
  open,
  useUnseenAlerts,
} from './alerts-screen.fixture.tsx'

useUnseenAlerts()

describe('open alerts', () => {
  test('the open alerts show cause, place, start, limit and worst value, unanswered and critical ones first', async () => {
    const info = episode({ severity: 'info', name: 'Shed' })
    const known = episode({ severity: 'critical', name: 'Bench', acknowledgedAt: ago(5), acknowledgedBy: 'Kim' })
    const critical = episode({ severity: 'critical', openedAt: ago(120) })
    show({ open: [info, { ...known, acknowledgedNote: 'new batteries tonight' }, critical] })
    const [first, second, third = document.body] = await rows('Open alerts')
    expect(plain(first)).toMatch(
      /^High temperature Tomato house Critical ?last 24 h.*since.*, 2 hnow–.*limit28 °Chighest31,3 °C at /,
    )
    expect(plain(second)).toContain('High temperature Shed Info')
    expect(plain(third)).toMatch(/Acknowledged by Kim .*: “new batteries tonight”/)
    expect(within(third).queryByRole('button')).toBeNull()
    expect(screen.getByText(/^Two open and unanswered, one acknowledged\./)).toBeDefined()
  })

  test('the open alerts are grouped by unanswered, due plants and others, critical ones first', async () => {
    const open = [
      episode({ name: 'Known', severity: 'critical', acknowledgedAt: ago(1) }),
      due(),
      episode({ name: 'Garage', severity: 'info', openedAt: ago(1) }),
      episode({ name: 'Hall', openedAt: ago(60) }),
      episode({ name: 'Attic', severity: 'critical', openedAt: ago(600) }),
    ]
    show({ open })
    const names = (await rows('Open alerts')).map((row) => /Attic|Garage|Hall|Basil|Known/.exec(plain(row))?.[0])
    expect(names).toEqual(['Attic', 'Garage', 'Hall', 'Basil', 'Known'])
  })

  test('an alert of a plant shows how long it has been due, and waters it in place', async () => {
    const asked = show({ open: [due()], plants: [BASIL] })
    const [row = document.body] = await rows('Open alerts')
    await waitFor(() =>
      expect(plain(row)).toMatch(/^Basil needs water due2 days overduelast watered.*planevery 7 days/),
    )
    expect(within(row).queryByRole('button', { name: 'Acknowledge' })).toBeNull()
    expect(within(row).getByRole('link').getAttribute('href')).toBe('/myalertcondition')
    fireEvent.click(within(row).getByRole('button', { name: 'Water Basil' }))
    await waitFor(() => expect(asked).toContain(`POST ${careRoutes.add.path}`))
  })

  test('acknowledges an alert in place, takes a note, and undoes it', async () => {
    const one = episode()
    const other = episode({ name: 'Shed', openedAt: ago(95) })
    const asked = show({ open: [one, other] })
    const path = addressOf(episodeRoutes.acknowledge, { params: { episodeId: one.episodeId } })
    const [button = document.body] = await screen.findAllByRole('button', { name: 'Acknowledge' })
    button.focus()
    fireEvent.click(button)
    const undo = await screen.findByRole('button', { name: 'Undo' })
    expect(document.activeElement).toBe(undo)
    const [first] = await rows('Open alerts')
    expect(plain(first)).toContain('AcknowledgedReminders stop, the alert stays open.')
    fireEvent.click(undo)
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Acknowledge' })).toHaveLength(2))
    expect(asked).toContain(`DELETE ${path}`)
    fireEvent.click(screen.getAllByRole('button', { name: 'Acknowledge' })[0] ?? document.body)
    fireEvent.change(await screen.findByLabelText('Note'), { target: { value: 'new batteries tonight' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('new batteries tonight')
    // It has moved below the others.
    expect((await rows('Open alerts')).map(plain)).toEqual([
      expect.stringContaining('Shed'),
      expect.stringContaining('“new batteries tonight”'),
    ])
    expect(asked.filter((call) => call === `POST ${path}`)).toHaveLength(3)
  })

  test('turns the row in its place, and back, when the change arrives live before the reply', async () => {
    const one = episode()
    const other = episode({ name: 'Shed', openedAt: ago(95) })
    let acknowledgedAt: string | null = ago(0)
    const { client } = open({
      open: [one, other],
      live: async () => {
        act(() => applyEpisodes(client, [{ ...one, acknowledgedAt, acknowledgedBy: 'Kim' }]))
        const left = acknowledgedAt === null ? 2 : 1
        await waitFor(() => expect(screen.getAllByRole('button', { name: 'Acknowledge' })).toHaveLength(left))
      },
    })
    const [button = document.body] = await screen.findAllByRole('button', { name: 'Acknowledge' })
    button.focus()
    fireEvent.click(button)
    const undo = await screen.findByRole('button', { name: 'Undo' })
    expect(plain((await rows('Open alerts'))[0])).toContain('Reminders stop, the alert stays open.')
    expect(document.activeElement).toBe(undo)
    acknowledgedAt = null
    fireEvent.click(undo)
    const [again] = await waitFor(() => {
      const buttons = screen.getAllByRole('button', { name: 'Acknowledge' })
      expect(buttons).toHaveLength(2)
      return buttons
    })
    expect(document.activeElement).toBe(again)
    // Somebody else acknowledges it after the reply.
    await waitFor(() => expect(client.isMutating()).toBe(0))
    act(() => applyEpisodes(client, [{ ...one, acknowledgedAt: ago(0), acknowledgedBy: 'Jo' }]))
    await screen.findByText(/Acknowledged by/)
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  test('acknowledges five unanswered alerts together without due plants, takes a note for all, and undoes it', async () => {
    const many = Array.from({ length: 5 }, (_, index) => episode({ openedAt: ago(90 + index) }))
    const { calls } = open({ open: [...many, due()], plants: [BASIL] })
    const button = await screen.findByRole('button', { name: 'Acknowledge all' })
    button.focus()
    fireEvent.click(button)
    const undo = await screen.findByRole('button', { name: 'Undo' })
    expect(screen.getAllByText(/Acknowledged by/)).toHaveLength(5)
    expect(screen.queryByRole('button', { name: 'Acknowledge all' })).toBeNull()
    expect(document.activeElement).toBe(undo)
    expect(plain((await rows('Open alerts'))[0])).toContain('5 acknowledgedReminders stop, the alerts stay open.')
    fireEvent.click(undo)
    const again = await screen.findByRole('button', { name: 'Acknowledge all' })
    const episodeIds = many.map(({ episodeId }) => episodeId)
    expect(calls).toContainEqual({ method: 'DELETE', path: episodeRoutes.withdrawMany.path, body: { episodeIds } })
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
    // The button that had the focus is gone; the row that came into its place has it.
    expect(screen.getByRole('list', { name: 'Open alerts' }).contains(document.activeElement)).toBe(true)
    fireEvent.click(again)
    fireEvent.change(await screen.findByLabelText('Note'), { target: { value: 'the power is off' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findAllByText('the power is off')).toHaveLength(5)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
    screen.getByRole('button', { name: 'Water Basil' })
  })

  test('keeps the focus in the rows when the alert that had it closes, and on the page after the last', async () => {
    const [one, other] = [episode(), episode({ name: 'Shed', openedAt: ago(95) })]
    const { client } = open({ open: [one, other] })
    const [button = document.body] = await screen.findAllByRole('button', { name: 'Acknowledge' })
    button.focus()
    act(() => applyEpisodes(client, [{ ...one, closedAt: ago(0), closedWhy: 'back' }]))
    const [row] = await rows('Open alerts')
    expect(plain(row)).toContain('Shed')
    expect(row?.contains(document.activeElement)).toBe(true)
    act(() => applyEpisodes(client, [{ ...other, closedAt: ago(0), closedWhy: 'back' }]))
    await screen.findByRole('heading', { name: 'None open' })
    expect(document.activeElement?.id).toBe('main')
  })

  test('offers to acknowledge four unanswered alerts only one by one', async () => {
    show({ open: Array.from({ length: 4 }, () => episode()) })
    expect(await rows('Open alerts')).toHaveLength(4)
    expect(screen.queryByRole('button', { name: 'Acknowledge all' })).toBeNull()
  })

  test('an open alert shows its newest value, the worst of both and the state of its messages', async () => {
    const newest = { time: ago(1), value: 34.04 }
    const delivery: Delivery = {
      deliveryId: nextId(),
      channelId: nextId(),
      channelName: 'ntfy',
      episodeId: null,
      title: '',
      state: 'sent',
      attempts: 1,
      createdAt: ago(80),
      sentAt: ago(80),
      nextTryAt: null,
      answer: null,
    }
    show({ open: [episode()], series: [aSeries({ newest })], deliveries: [delivery] })
    const [row] = await rows('Open alerts')
    await waitFor(() => expect(plain(row)).toMatch(/now34,0 °C, limit 28 °C.*highest34,0 °C at .*Sent to ntfy /))
  })

  test('shows twenty of a flood, then fifty more, and requests the messages of twenty', async () => {
    const asked = show({ open: Array.from({ length: 240 }, () => episode()) })
    await screen.findByText(/^240 open and unanswered, most in Tomato house\./)
    expect(await rows('Open alerts')).toHaveLength(20)
    fireEvent.click(screen.getByRole('button', { name: /^220 more on .*One message was sent for all\.$/ }))
    expect(await rows('Open alerts')).toHaveLength(70)
    screen.getByRole('button', { name: /^170 more/ })
    await waitFor(() => expect(asked.filter((path) => path.endsWith('/deliveries'))).toHaveLength(20))
  })

  test('adds new alerts only once the pointer has left the rows', async () => {
    const one = episode()
    const { client } = open({ open: [one] })
    const list = await screen.findByRole('list', { name: 'Open alerts' })
    fireEvent.pointerEnter(list)
    act(() => applyEpisodes(client, [episode({ name: 'Shed', openedAt: ago(1) })]))
    const show = await screen.findByRole('button', { name: '1 new, show' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(1)
    fireEvent.click(show)
    expect(within(list).getAllByRole('listitem').map(plain)[0]).toContain('Shed')
    expect(screen.queryByRole('button', { name: '1 new, show' })).toBeNull()
    fireEvent.pointerLeave(list)
    act(() => applyEpisodes(client, [episode({ name: 'Hall', openedAt: ago(0) })]))
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(3))
  })
})

describe('closed alerts', () => {
  test('the closed alerts show date, duration, worst value and reason, and notes with their text', async () => {
    const rule = { ruleId: null }
    show({
      closed: [closed(rule), closed({ ...rule, closedWhy: 'rule-off' }), note('Lemon needs water.', ago(60 * 72))],
    })
    const [first, second, third] = await rows('Closed alerts')
    expect(plain(first)).toMatch(
      /^\w{3} \d+ \w{3}High temperature Tomato house highest 31,3 °C, limit 28 °C\d\d\.\d\d–\d\d\.\d\d2 h 30 min$/,
    )
    expect(plain(second)).toMatch(/^High temperature/)
    expect(plain(second)).toContain('Its rule was turned off')
    expect(plain(third)).toMatch(/^\w{3} \d+ \w{3}Lemon needs water\. \d\d\.\d\d$/)
  })

  test('joins repeats of a rule within a day, which open to their times', async () => {
    const day = new Date(Date.now() - 3 * 86_400_000)
    day.setHours(2, 0, 0, 0)
    const repeat = (index: number, worstValue: number) => {
      const start = day.getTime() + index * 30 * 60_000
      const iso = (at: number) => new Date(at).toISOString()
      return closed({ openedAt: iso(start), closedAt: iso(start + 20 * 60_000), worstValue })
    }
    show({ closed: [repeat(2, 30), repeat(1, 33), repeat(0, 29)] })
    const [row = document.body, ...others] = await rows('Closed alerts')
    expect(others).toEqual([])
    expect(plain(row)).toMatch(/highest 33,0 °C, limit 28 °C3 times1 h in all$/)
    fireEvent.click(within(row).getByRole('button', { name: '3 times' }))
    expect(within(row).getAllByRole('listitem').map(plain)).toEqual(['02.00–02.20', '02.30–02.50', '03.00–03.20'])
  })

  test('shows ten days, then the ten days that end with the next older alert', async () => {
    const days = (count: number) => closed({ openedAt: ago(60 * 24 * count), ruleId: null })
    show({ closed: [days(1), days(9), days(40), days(49), days(60)] })
    expect(await rows('Closed alerts')).toHaveLength(2)
    screen.getByText('last 10 days')
    fireEvent.click(await screen.findByRole('button', { name: 'Show the 10 days before' }))
    expect(await rows('Closed alerts')).toHaveLength(4)
    fireEvent.click(await screen.findByRole('button', { name: 'Show the 10 days before' }))
    expect(await rows('Closed alerts')).toHaveLength(5)
    expect(screen.queryByRole('button', { name: 'Show the 10 days before' })).toBeNull()
  })

  test('marks closed alerts that became known after the last visit, however old', async () => {
    setSeenUntil(ago(10))
    show({ closed: [note('Seen.'), note('Came late.', ago(5000), ago(1))] })
    const [seen, late] = await rows('Closed alerts')
    expect(plain(seen)).not.toContain('New')
    expect(plain(late)).toContain('New')
  })

  test('shows hostile names as text', async () => {
    show({ closed: [closed({ name: '<img src=x onerror=alert(1)>', ruleName: '\u202eabc' })] })
    const [row] = await rows('Closed alerts')
    expect(plain(row)).toContain('<img src=x onerror=alert(1)>')
    expect(row?.querySelector('img')).toBeNull()
    expect(row?.querySelectorAll('bdi')).toHaveLength(2)
  })
})
