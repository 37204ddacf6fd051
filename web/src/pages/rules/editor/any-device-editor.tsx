import type { Rule } from '@greenhouse/contract'
import type { SeriesSource } from '../../../shared/device/plant-devices.ts'
import type { Form } from '../../../ui/use-form.ts'
import type { RuleDraft } from '../rule-draft.ts'
import type { RulePartProps } from '../rule-form.ts'
import { MessageParts } from '../sentence/message-parts.tsx'
import { LeaveQuestion } from './leave-question.tsx'
import { RuleExceptions } from './rule-exceptions.tsx'
import { RuleFoot } from './rule-foot.tsx'
import { RuleHead } from './rule-head.tsx'
import { OnSwitch } from './rule-panels.tsx'

interface AnyDeviceEditorProps extends RulePartProps {
  rule: Rule
  form: Form<RuleDraft>
  devices: readonly SeriesSource[]
  mayEdit: boolean
  isChanged: boolean
}

/** The page of the rule on the silence of any device, which has no limit to drag. */
export function AnyDeviceEditor({ rule, form, devices, isChanged, ...parts }: AnyDeviceEditorProps) {
  const { draft, change, reader, field, mayEdit } = parts
  return (
    <form noValidate onSubmit={form.submit} aria-label="Rule">
      <RuleHead rule={rule} reader={reader} />
      <section
        aria-label="The rule"
        className="grid gap-4 rounded-card border border-line bg-surface px-4 py-5 shadow-panel sm:px-6"
      >
        <fieldset disabled={!mayEdit} className="grid min-w-0 justify-items-start gap-4">
          <OnSwitch draft={draft} change={change} />
          <RuleExceptions
            devices={devices.filter(({ plantId }) => plantId === undefined)}
            exceptDeviceIds={draft.exceptDeviceIds ?? []}
            change={change}
          />
        </fieldset>
        <div className="text-lg leading-[2.15]">
          When one is silent, <MessageParts {...parts} />
        </div>
      </section>
      {mayEdit && <RuleFoot form={form} nameField={field('name')} isNew={false} hint="" />}
      <LeaveQuestion isChanged={isChanged} />
    </form>
  )
}
