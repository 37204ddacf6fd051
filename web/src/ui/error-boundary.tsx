import { Component, type ErrorInfo, type ReactNode } from 'react'
import { reportException } from '../lib/error-reports.ts'
import { Button } from './button.tsx'
import { CircleAlert } from 'lucide-react'
import { classes } from '../lib/classes.ts'

interface Props {
  children: ReactNode
}

/** Replaces a page that throws while rendering with an error and a way to continue. */
export class ErrorBoundary extends Component<Props, { fault: unknown }> {
  override state = { fault: undefined }

  static getDerivedStateFromError(fault: unknown) {
    return { fault: fault ?? new Error('Unknown fault') }
  }

  /** React logs errors only in development. */
  override componentDidCatch(fault: unknown, { componentStack }: ErrorInfo) {
    console.error('A screen has crashed', fault, componentStack)
    if (!isMissingPart(fault)) reportException(fault)
  }

  override render() {
    const { fault } = this.state
    if (fault === undefined) return this.props.children
    const reload = <Button onClick={() => window.location.reload()}>Reload</Button>
    return isMissingPart(fault) ? (
      <ErrorState
        message="This page could not be loaded. Greenhouse may have been updated, or the server can’t be reached."
        action={reload}
      />
    ) : (
      <ErrorState
        message="Something went wrong on this page. Nothing you saved is lost."
        hint="Try again, or reload the page. If it keeps happening, tell whoever runs this server: the error is in its log."
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <Button variant="leaf" onClick={() => this.setState({ fault: undefined })}>
              Try again
            </Button>
            {reload}
          </div>
        }
      />
    )
  }
}

/** Returns true when a chunk can't be fetched, as after an update. Messages differ by browser. */
function isMissingPart(fault: unknown): boolean {
  return (
    fault instanceof Error && /dynamically imported module|importing a module script|preload css/i.test(fault.message)
  )
}

interface ErrorStateProps {
  message: string
  hint?: string
  action?: ReactNode
  className?: string
}

export function ErrorState({ message, hint, action, className }: ErrorStateProps) {
  return (
    <div role="alert" className={classes('grid justify-items-center gap-4 px-4 py-10 text-center', className)}>
      <p className="flex items-center gap-2 text-danger">
        <CircleAlert aria-hidden className="size-5 shrink-0" />
        {message}
      </p>
      {hint !== undefined && <p className="max-w-prose text-ink-soft">{hint}</p>}
      {action}
    </div>
  )
}
