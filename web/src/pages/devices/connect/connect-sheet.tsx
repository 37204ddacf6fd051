import type { Device } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useOnline } from '../../../lib/use-online.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { longIntervalWords } from '../../../shared/device/reporting-interval.ts'
import { useSettings } from '../../../shared/settings/settings-queries.ts'
import { awaitFirst } from '../../../shared/device/awaited-devices.ts'
import { ChooseStep } from './choose-step.tsx'
import type { DraftDevice } from './draft.ts'
import type { Kind, KindId } from './kinds.ts'
import { networkQuery } from './network-queries.ts'
import { PasteStep } from './paste-step.tsx'
import { ReceivedStep } from './received-step.tsx'
import { KeepQuestion, StepFoot } from './sheet-foot.tsx'
import { SheetHead } from './sheet-head.tsx'
import { useArrival } from './use-arrival.ts'
import { useBoardServer } from './use-board-server.ts'
import { useDraft } from './use-draft.ts'
import { useSheetPlace } from './use-sheet-place.ts'
import { WaitStep } from './wait-step.tsx'

/** Connects a new device, or another board of an existing one, in three steps that its address names. */
export function ConnectSheet({ device: existing }: { device: Device | undefined }) {
  const state = useConnecting(existing)
  const { place, drafting, received, title, text, step } = state
  return (
    <Sheet
      back="Devices"
      open={place.isOpen}
      title={title}
      onClose={state.leave}
      head={<SheetHead text={text} step={step} />}
      footer={state.isAsking ? <Question state={state} /> : <StepFoot {...footOf(state)} />}
    >
      <StepFocus step={received ? 4 : step}>
        {drafting.failure !== undefined && (
          <div className="mb-4">
            <Notice>{drafting.failure}</Notice>
          </div>
        )}
        <Steps state={state} />
      </StepFocus>
    </Sheet>
  )
}

type Connecting = ReturnType<typeof useConnecting>

function useConnecting(existing: Device | undefined) {
  const place = useSheetPlace()
  const drafting = useDraft(existing)
  const network = useQuery(networkQuery).data
  const found = useBoardServer()
  const isOnline = useOnline()
  const [isLocal, setLocal] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const { kind, step } = place
  const { draft } = drafting
  const device = kind?.uses === 'hub' ? draft?.claimed : draft?.device
  const sender = kind?.uses === 'hub' ? draft?.hub : draft?.device
  const { received, hasSent } = useArrival(device, { isOpen: place.isOpen, isWaiting: place.isOpen && step === 3 })
  useFirstStepWithoutDraft(step > 1 && !sender && !drafting.busy, place.goBack)

  async function choose(chosen: Kind & { readonly id: KindId }) {
    if (await drafting.prepare(chosen)) place.goTo(chosen.id, 2)
  }
  function end() {
    setAsking(false)
    drafting.forget()
    place.close()
  }
  function keep() {
    setAsking(false)
    if (device) awaitFirst({ kind: 'device', id: device.deviceId, name: device.deviceName })
    else if (draft?.hub) awaitFirst({ kind: 'hub', id: draft.hub.hubId, name: draft.hub.name })
    // The token of a hub is for many boards: this tab shows it again.
    if (!draft?.hub) drafting.forget()
    place.close()
  }
  function leave() {
    if (isAsking) return keep()
    const isMade = (draft?.device?.isNew === true && !hasSent) || (draft?.hub !== undefined && !draft.claimed)
    if (received || !isMade) return end()
    return step === 3 ? keep() : setAsking(true)
  }

  const isReachable = network?.open !== false || found?.info.publicUrl !== null || isLocal
  const base = {
    place,
    step,
    drafting,
    draft,
    found,
    network,
    device,
    sender,
    received,
    isAsking: isAsking && !hasSent,
    isOnline,
  }
  const words = wordsOf({ existing, title: kind?.title, todo: kind?.todo, step, device, isReachable, received })
  return { ...base, ...words, isReachable, isLocal, setLocal, setAsking, choose, end, keep, leave }
}

/** A reload may have lost what the address names. */
function useFirstStepWithoutDraft(isLost: boolean, goBack: (step: 1) => void): void {
  useEffect(() => {
    if (isLost) goBack(1)
  })
}

interface Words {
  readonly existing: Device | undefined
  readonly title: string | undefined
  readonly todo: string | undefined
  readonly step: 1 | 2 | 3
  readonly device: DraftDevice | undefined
  readonly isReachable: boolean
  readonly received: { readonly device: Device } | undefined
}

function wordsOf({ existing, title = '', todo = '', step, device, isReachable, received }: Words) {
  if (step === 1) {
    const named = existing ? `Connect ${existing.deviceName}` : 'Connect a device'
    return { title: named, text: 'What sends the readings?' }
  }
  if (step === 2) return { title: `Connect ${title}`, text: isReachable ? todo : 'One thing first.' }
  const every = device && `every ${longIntervalWords(Number(device.waitTime))}`
  if (received) return { title: `${received.device.deviceName} is connected`, text: [title, every].join(', ') }
  return {
    title: `Connect ${title}`,
    text: device ? [device.deviceName, every].join(', ') : 'Each board is added with one tap.',
  }
}

function Steps({ state }: { state: Connecting }) {
  const { place, step, drafting, draft, found, received, isOnline } = state
  const { celsius } = useSettings()
  if (!isOnline && step < 3) return <p className="text-ink-soft">Needs the server</p>
  if (step === 1 || !place.kind || !draft) {
    return <ChooseStep busy={drafting.busy} onChoose={(kind) => void state.choose(kind)} />
  }
  if (step === 2) {
    return (
      <PasteStep
        kind={place.kind}
        draft={draft}
        found={found}
        network={state.network}
        isReachable={state.isReachable}
        onLocal={() => state.setLocal(true)}
        onChangeDevice={drafting.changeDevice}
      />
    )
  }
  if (received) return <ReceivedStep device={received.device} series={received.series} celsius={celsius} />
  return (
    <WaitStep kind={place.kind} draft={draft} server={found?.server} celsius={celsius} onClaimed={drafting.claim} />
  )
}

function footOf({ place, step, drafting, received, isReachable, sender, end, leave, isOnline }: Connecting) {
  const { kind } = place
  return {
    step,
    received: received?.device,
    canGoOn: isReachable && isOnline && sender !== undefined && !drafting.busy,
    onBack: () => (step === 1 ? leave() : place.goBack(step === 3 ? 2 : 1)),
    onNext: () => kind && place.goTo(kind.id, 3),
    onLeave: leave,
    onAnother() {
      drafting.forget()
      place.goBack(1)
    },
    onEnd: end,
  }
}

function Question({ state: { draft, drafting, end, keep } }: { state: Connecting }) {
  const name = draft?.device?.isNew === true ? draft.device.deviceName : (draft?.hub?.name ?? '')
  const remove = async () => {
    if (await drafting.discard()) end()
  }
  return <KeepQuestion name={name} busy={drafting.busy} onKeep={keep} onRemove={() => void remove()} />
}

/** Moves the focus to a step that follows another, whose controls are gone. */
function StepFocus({ step, children }: { step: number; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    place.current?.focus({ preventScroll: true })
    place.current?.parentElement?.scrollTo({ top: 0 })
  }, [step])
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {children}
    </div>
  )
}
