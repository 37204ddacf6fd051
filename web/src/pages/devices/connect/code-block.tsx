import { Check, Copy, Ear, Share2 } from 'lucide-react'
import { Fragment, useId, useRef, type RefObject } from 'react'
import { classes } from '../../../lib/classes.ts'
import { Button } from '../../../ui/button.tsx'
import { useCopy } from '../../../ui/use-copy.ts'
import { snippetText, type Snippet } from './snippets/snippet.ts'

interface CodeBlockProps {
  snippet: Snippet
  /** False while no board could use it. */
  isComplete: boolean
  /** Undefined for a placeholder. */
  token: string | undefined
}

/** One block to copy. Its lines wrap, so that all of it is seen. */
export function CodeBlock({ snippet, isComplete, token }: CodeBlockProps) {
  const box = useRef<HTMLDivElement>(null)
  const labelId = useId()
  const { title, content, note } = snippet
  return (
    <section aria-labelledby={labelId} className="grid grid-cols-1 gap-3">
      <h3 id={labelId} className="sr-only">
        {title}
      </h3>
      <div
        ref={box}
        className={classes(
          'rounded-control bg-sunken px-4 py-3.5 text-xs leading-normal [overflow-wrap:anywhere] sm:text-sm',
          !isComplete && 'text-ink-soft',
        )}
      >
        {typeof content === 'string' ? <Code text={content} /> : <Steps steps={content} />}
      </div>
      {isComplete ? (
        <Copying text={snippetText(snippet)} title={title} box={box} hasToken={token !== undefined} />
      ) : (
        <p className="text-sm text-ink-soft">The block is complete once the switch is on.</p>
      )}
      {note !== undefined && <p className="text-sm text-ink-soft">{note}</p>}
    </section>
  )
}

interface CopyingProps {
  text: string
  title: string
  box: RefObject<HTMLElement | null>
  hasToken: boolean
}

function Copying({ text, title, box, hasToken }: CopyingProps) {
  const { copied, copy } = useCopy(text, box)
  const Icon = copied ? Check : Copy
  const canShare = typeof navigator.share === 'function'
  return (
    <div className="grid gap-2 sm:flex sm:items-center sm:gap-3">
      <div className="flex gap-2">
        <Button variant="leaf" onClick={() => void copy()} aria-label={`Copy ${title}`} className="max-sm:grow">
          <Icon aria-hidden className="size-4.5" />
          {copied ? 'Copied' : 'Copy'}
        </Button>
        {canShare && (
          <Button
            // A share that is given up is no failure.
            onClick={() => void navigator.share({ title, text }).catch(() => undefined)}
            className="max-sm:grow sm:hidden"
          >
            <Share2 aria-hidden className="size-4.5" />
            Share
          </Button>
        )}
      </div>
      {hasToken && <p className="text-sm text-ink-soft">The token is in it. It is shown only now.</p>}
      <output className="sr-only">{copied ? 'Copied' : ''}</output>
    </div>
  )
}

/** Keys at the beginning of a line of YAML stand out. */
const SECTION = /^[a-z_]+(?=:)/

function Code({ text }: { text: string }) {
  return (
    <pre className="font-mono whitespace-pre-wrap">
      {text.split('\n').map((line, index) => {
        const section = SECTION.exec(line)?.[0]
        return (
          // The lines of a block never change their order.
          // oxlint-disable-next-line react/no-array-index-key
          <Fragment key={index}>
            {index > 0 && '\n'}
            {section === undefined ? (
              line
            ) : (
              <>
                <b className="font-semibold text-leaf-strong">{section}</b>
                {line.slice(section.length)}
              </>
            )}
          </Fragment>
        )
      })}
    </pre>
  )
}

function Steps({ steps }: { steps: Exclude<Snippet['content'], string> }) {
  return (
    <ol className="grid list-decimal gap-2 ps-5 break-words">
      {steps.map(({ text, value }) => (
        <li key={text}>
          {text}
          {value !== undefined && (
            <>
              : <code className="font-mono font-semibold break-all select-all">{value}</code>
            </>
          )}
        </li>
      ))}
    </ol>
  )
}

export function Listener({ command }: { command: string }) {
  const box = useRef<HTMLPreElement>(null)
  const { copied, copy } = useCopy(command, box)
  return (
    <div className="flex items-center gap-3 border-t border-line pt-3">
      <Ear aria-hidden className="size-4.5 shrink-0 text-ink-soft" />
      <div className="min-w-0 grow">
        <h3 className="font-sans text-md font-medium tracking-normal">Watch what arrives</h3>
        <p className="text-sm text-ink-soft">A listener for your terminal. It runs until you stop it.</p>
        <pre ref={box} className="sr-only">
          {command}
        </pre>
      </div>
      <Button onClick={() => void copy()} aria-label="Copy the listener" className="shrink-0">
        {copied ? <Check aria-hidden className="size-4" /> : <Copy aria-hidden className="size-4" />}
        {copied ? 'Copied' : 'Copy'}
      </Button>
      <output className="sr-only">{copied ? 'Copied' : ''}</output>
    </div>
  )
}
