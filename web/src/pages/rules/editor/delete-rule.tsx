import { useLocation } from 'wouter'
import { useDeleteCondition } from '../condition-mutations.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { RULES_PATH } from '../../../shared/rule/rules-path.ts'

export function DeleteRule({ ruleId, open, onClose }: { ruleId: string; open: boolean; onClose: () => void }) {
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
