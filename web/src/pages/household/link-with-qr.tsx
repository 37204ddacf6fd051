import { Check, Copy } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { useCopy } from '../../ui/use-copy.ts'

interface LinkWithQrProps {
  url: string
  /** `invitation` or `calendar`. */
  of: string
  about: ReactNode
  isUrlShown?: boolean
  /** Before Copy link. */
  first?: ReactNode
  /** After Copy link. */
  last?: ReactNode
}

/** A link that the server never shows again, as a QR code and to copy. */
export function LinkWithQr({ url, of, about, isUrlShown = false, first, last }: LinkWithQrProps) {
  // Selected in browsers that can't copy.
  const box = useRef<HTMLSpanElement>(null)
  const { copied, copy } = useCopy(url, box)
  const CopyIcon = copied ? Check : Copy
  return (
    <div className="flex flex-col items-center gap-4 sm:flex-row sm:items-start">
      <QrCode
        text={url}
        label={`QR code of the ${of}; the link can be copied beside it`}
        className="size-52 shrink-0 border border-line sm:size-33"
      />
      <div className="grid min-w-0 grid-cols-1 gap-3 max-sm:w-full">
        <p className="text-sm text-ink-soft max-sm:text-center">{about}</p>
        <span ref={box} className={isUrlShown ? 'rounded-control bg-sunken px-3 py-2 text-sm break-all' : 'sr-only'}>
          {url}
        </span>
        <div className="flex flex-wrap items-center gap-1 max-sm:*:grow">
          {first}
          <Button onClick={() => void copy()}>
            <CopyIcon aria-hidden className="size-4" />
            {copied ? 'Copied' : 'Copy link'}
          </Button>
          {last}
        </div>
        <output className="sr-only">{copied ? 'Copied' : ''}</output>
      </div>
    </div>
  )
}
