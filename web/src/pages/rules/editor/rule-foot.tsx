import { useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import { RULES_PATH } from '../../../shared/rule/rule-queries.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { Form } from '../../../ui/use-form.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { useDeleteCondition } from '../condition-mutations.ts'
import type { RuleDraft } from '../rule-draft.ts'
import './rule-foot.css'

const NAME_MAX = 60

interface RuleFootProps {
  form: Form<RuleDraft>
  nameField: ReturnType<Form<RuleDraft>['field']>
  isNew: boolean
  hint: string
  /** Undefined if the rule cannot be deleted. */
  onDelete?: (() => void) | undefined
}

/** Stays at the bottom of the screen. On phones the name stands above it, in the page. */
export function RuleFoot({ form, nameField, isNew, hint, onDelete }: RuleFootProps) {
  useEffect(() => {
    document.documentElement.dataset['foot'] = ''
    return () => void delete document.documentElement.dataset['foot']
  }, [])
  return (
    <>
      <div className="rule-name mt-4 sm:hidden">
        <TextField label="Name" autoComplete="off" maxLength={NAME_MAX} {...nameField} />
      </div>
      <div className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface shadow-panel print:hidden">
        <div className="page flex min-h-19 items-center gap-3 py-2.5 sm:gap-5">
          <div className="rule-name relative hidden min-w-0 shrink grow basis-60 sm:block sm:max-w-101.5">
            <span
              aria-hidden
              className="pointer-events-none absolute inset-y-0 left-3 z-10 flex items-center text-sm text-ink-soft"
            >
              Name
            </span>
            <TextField
              label="Name"
              hideLabel
              autoComplete="off"
              maxLength={NAME_MAX}
              {...nameField}
              className="[&_input]:ps-14"
            />
          </div>
          {onDelete && (
            <Button variant="danger" onClick={onDelete} className="max-sm:px-3">
              Delete<span className="max-sm:sr-only"> rule</span>
            </Button>
          )}
          <p className="ms-auto text-end text-sm text-ink-soft max-lg:hidden">{hint}</p>
          <Link
            to={RULES_PATH}
            className={`${buttonClass({ variant: 'ghost' })} border-transparent! max-lg:ms-auto max-sm:ms-0`}
          >
            Cancel
          </Link>
          <Button variant="leaf" type="submit" busy={form.busy} className="whitespace-nowrap max-sm:grow">
            {isNew ? 'Save rule' : 'Save changes'}
          </Button>
        </div>
      </div>
    </>
  )
}

interface DeleteRuleProps {
  ruleId: string
  open: boolean
  onDeleted: () => void
  onClose: () => void
}

export function DeleteRule({ ruleId, open, onDeleted, onClose }: DeleteRuleProps) {
  const [, navigate] = useLocation()
  const remove = useDeleteCondition()

  async function confirm() {
    await remove.mutateAsync({ of: 'device', conditionId: ruleId })
    onDeleted()
    navigate(RULES_PATH)
  }

  return (
    <ConfirmDialog
      open={open}
      title="Are you sure you want to delete this alert condition?"
      confirmLabel="Delete rule"
      danger
      onConfirm={confirm}
      onClose={onClose}
    >
      This action cannot be undone.
    </ConfirmDialog>
  )
}
