import { Download } from 'lucide-react'
import { download } from '../../lib/download.ts'
import { Button } from '../../ui/button.tsx'
import { Copyable } from '../../ui/copyable.tsx'

export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const text = codes.join('\n')
  return (
    <div className="grid gap-4">
      <p className="text-ink-soft">
        Keep these where you find them without your phone, on paper for instance. Each signs you in once when the other
        ways are lost. They are not shown again.
      </p>
      <Copyable label="Recovery codes" text={text} />
      <Button
        className="justify-self-start"
        onClick={() => download('greenhouse-recovery-codes.txt', `${text}\n`, 'text/plain')}
      >
        <Download aria-hidden className="size-4.5" />
        Download
      </Button>
    </div>
  )
}
