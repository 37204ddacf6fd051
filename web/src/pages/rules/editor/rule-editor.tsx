import { browserTimeZone } from '../../../lib/time-zone.ts'
import type { Device, Rule, Series } from '@greenhouse/contract'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { ANY_DEVICE_LABEL, ANY_DEVICE_WORDS, exceptionWords, isOnAnyDevice } from '../../../shared/rule/any-device.ts'
import { ruleWords } from '../../../shared/rule/condition-words.ts'
import { parseRule } from '../parse-rule.ts'
import { previewedRule } from '../preview/preview-query.ts'
import type { RuleDraft } from '../rule-draft.ts'
import type { RuleReader } from '../rule-reader.ts'
import { useRuleForm, type ChangeDraft, type RulePartProps } from '../rule-form.ts'
import { RULES_PATH } from '../../../shared/rule/rule-queries.ts'
import { sensorOf, WHOLE_DEVICE } from '../../../shared/rule/sensor-choices.ts'
import { useMay } from '../../../shared/household/household-queries.ts'
import { ViewerNote } from '../../../shared/household/roles.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PreviewPanels } from '../preview/preview-panels.tsx'
import { RuleExceptions } from './rule-exceptions.tsx'
import { RuleHours } from './rule-hours.tsx'
import { RuleMessages } from './rule-messages.tsx'
import { RuleSentence } from './rule-sentence.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useDeleteCondition } from '../condition-mutations.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'

interface RuleEditorProps {
  rule: Rule | undefined
  first: RuleDraft
  devices: readonly Device[]
  series: readonly Series[]
  celsius: boolean
}

export function RuleEditor({ rule, first, devices, series, celsius }: RuleEditorProps) {
  const [timeZone] = useState(browserTimeZone)
  const reader: RuleReader = { series, devices, celsius, before: rule, timeZone }
  const form = useRuleForm(first, reader)
  const [isDeleting, setDeleting] = useState(false)
  const mayEdit = useMay('gardener')
  const draft = form.values
  const { exceptDeviceIds } = draft

  const change: ChangeDraft = (field, value) => {
    form.setNotice(undefined)
    form.set(field, value)
  }

  const { errors, field } = form
  // Fields that only affect notifications must not delay the preview.
  const meaning = parseRule({ ...draft, name: '', channelIds: undefined }, reader)
  return (
    <>
      <Head rule={rule} reader={reader} deviceName={nameOf(devices, rule)} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,32.5rem)_minmax(0,1fr)]">
        <form
          noValidate
          onSubmit={form.submit}
          aria-label="The rule"
          className="min-w-0 divide-y divide-line rounded-card border border-line bg-surface shadow-panel"
        >
          <fieldset disabled={!mayEdit} className={PARTS}>
            {exceptDeviceIds ? (
              <RuleExceptions devices={devices} exceptDeviceIds={exceptDeviceIds} change={change} />
            ) : (
              <RuleSentence draft={draft} change={change} errors={errors} field={field} reader={reader} />
            )}
            <RuleHours draft={draft} change={change} field={field} reader={reader} />
            <RuleMessages draft={draft} change={change} errors={errors} />
            {(mayEdit || draft.name !== '') && <RuleName field={field} />}
          </fieldset>
          {mayEdit && (
            <Footer
              rule={rule}
              notice={form.notice}
              busy={form.busy}
              onDelete={rule && !exceptDeviceIds ? () => setDeleting(true) : undefined}
            />
          )}
        </form>
        {!exceptDeviceIds && (
          <PreviewPanels
            draft={draft}
            change={mayEdit ? change : undefined}
            reader={reader}
            isValid={'input' in meaning}
            rule={'input' in meaning ? previewedRule(meaning.input) : undefined}
          />
        )}
      </div>
      {rule && <DeleteRule ruleId={rule.ruleId} open={isDeleting} onClose={() => setDeleting(false)} />}
    </>
  )
}

/** Fields that are closed stay as readable as open ones. */
const PARTS = 'min-w-0 divide-y divide-line [&_:disabled]:opacity-100 disabled:[&_:is(input,select)]:bg-sunken'

interface FooterProps {
  rule: Rule | undefined
  notice: string | undefined
  busy: boolean
  /** Undefined if the rule cannot be deleted. */
  onDelete: (() => void) | undefined
}

function Footer({ rule, notice, busy, onDelete }: FooterProps) {
  return (
    <div className="grid gap-4 px-4 py-4 sm:px-6">
      {notice !== undefined && <Notice>{notice}</Notice>}
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
        {onDelete && (
          <Button variant="danger" onClick={onDelete} className="sm:me-auto">
            Delete condition
          </Button>
        )}
        <Link to={RULES_PATH} className={buttonClass({ variant: 'ghost' })}>
          Cancel
        </Link>
        <Button variant="leaf" type="submit" busy={busy}>
          {rule ? 'Save changes' : 'Add condition'}
        </Button>
      </div>
    </div>
  )
}

function nameOf(devices: readonly Device[], rule: Rule | undefined): string {
  if (rule && isOnAnyDevice(rule)) return exceptionWords(rule)
  return devices.find((one) => one.deviceId === rule?.deviceId)?.deviceName ?? 'Unknown Device'
}

function Head({ rule, reader, deviceName }: { rule: Rule | undefined; reader: RuleReader; deviceName: string }) {
  const isOnAny = rule !== undefined && isOnAnyDevice(rule)
  const sensor =
    rule && sensorOf(reader.series, { ...rule, deviceId: rule.deviceId ?? '', seriesId: rule.seriesId ?? '' })
  const words = rule && sensor && ruleWords(sensor.metric, rule, reader.celsius)
  const ownSentence = sensor === WHOLE_DEVICE ? `${deviceName} ${words}` : `${sensor?.label} ${words}`
  const sentence = isOnAny ? `${ANY_DEVICE_LABEL} ${ANY_DEVICE_WORDS}` : ownSentence
  const title = rule === undefined ? 'New alert condition' : rule.name === '' ? sentence : rule.name
  return (
    <>
      <nav aria-label="Breadcrumb" className="mb-2 text-sm text-ink-soft">
        <ol className="flex min-w-0 items-center gap-1.5">
          <li>
            <Link to="/alerts" className="hit-area hover:underline">
              Alerts
            </Link>
          </li>
          <li aria-hidden>
            <ChevronRight className="size-4" />
          </li>
          <li>
            <Link to={RULES_PATH} className="hit-area hover:underline">
              Alert conditions
            </Link>
          </li>
        </ol>
      </nav>
      <header className="mb-6">
        <h1 dir="auto" className="text-2xl wrap-anywhere">
          {title}
        </h1>
        {rule && (
          <p dir="auto" className="mt-1 text-ink-soft wrap-anywhere">
            {rule.name === ''
              ? deviceName
              : `${sentence}${sensor === WHOLE_DEVICE && !isOnAny ? '' : `, ${deviceName}`}`}
          </p>
        )}
        <ViewerNote className="mt-1 text-ink-soft" />
      </header>
    </>
  )
}

function RuleName({ field }: Pick<RulePartProps, 'field'>) {
  return (
    <section className="px-4 py-5 sm:px-6">
      <TextField
        label="Name"
        autoComplete="off"
        maxLength={60}
        {...field('name')}
        hint="Optional. Messages and the list begin with it."
      />
    </section>
  )
}

function DeleteRule({ ruleId, open, onClose }: { ruleId: string; open: boolean; onClose: () => void }) {
  const [, navigate] = useLocation()
  const remove = useDeleteCondition()

  async function confirm() {
    await remove.mutateAsync({ of: 'device', conditionId: ruleId })
    navigate(RULES_PATH)
  }

  return (
    <ConfirmDialog
      open={open}
      title="Are you sure you want to delete this alert condition?"
      confirmLabel="Delete condition"
      danger
      onConfirm={confirm}
      onClose={onClose}
    >
      This action cannot be undone.
    </ConfirmDialog>
  )
}
