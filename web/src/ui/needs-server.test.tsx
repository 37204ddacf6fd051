import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Button } from './button.tsx'
import { FormButtons } from './form-buttons.tsx'

const submit = vi.fn<() => void>()
let isOnline = true
beforeEach(() => void vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline))

afterEach(() => {
  setOnline(true)
  submit.mockReset()
  vi.restoreAllMocks()
})

function setOnline(next: boolean) {
  isOnline = next
  act(() => void window.dispatchEvent(new Event(next ? 'online' : 'offline')))
}

const FORMS = {
  'of a dialog': (worksOffline: boolean) => (
    <FormButtons worksOffline={worksOffline} form="form" submitLabel="Save" onCancel={() => {}} />
  ),
  'on a page': (worksOffline: boolean) => (
    <Button worksOffline={worksOffline} type="submit" form="form">
      Save
    </Button>
  ),
}

function show(kind: keyof typeof FORMS, worksOffline: boolean) {
  render(
    <>
      <form
        id="form"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      />
      {FORMS[kind](worksOffline)}
    </>,
  )
}

test.each(Object.keys(FORMS) as Array<keyof typeof FORMS>)(
  'a form %s needs the server: without a network its button says so and sends nothing',
  (kind) => {
    show(kind, false)
    setOnline(false)
    fireEvent.click(screen.getByRole('button', { name: 'Needs the server' }))
    expect(submit).not.toHaveBeenCalled()
    setOnline(true)
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(submit).toHaveBeenCalledOnce()
  },
)

test.each(Object.keys(FORMS) as Array<keyof typeof FORMS>)('a form %s may work without a network', (kind) => {
  show(kind, true)
  setOnline(false)
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(submit).toHaveBeenCalledOnce()
})
