import { classes } from '../../../lib/classes.ts'

export function SheetHead({ text, step }: { text: string; step: 1 | 2 | 3 }) {
  return (
    <>
      <p className="-mt-1 text-sm text-ink-soft">{text}</p>
      <p className="sr-only">Step {step} of 3</p>
      <div aria-hidden className="mt-3 grid grid-cols-3 gap-2">
        {[1, 2, 3].map((one) => (
          <span key={one} className={classes('h-1 rounded-pill', one <= step ? 'bg-leaf' : 'bg-line')} />
        ))}
      </div>
    </>
  )
}
