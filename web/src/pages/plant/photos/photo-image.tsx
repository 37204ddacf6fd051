import type { Photo } from '@greenhouse/contract'
import { useQueryClient } from '@tanstack/react-query'
import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { classes } from '../../../lib/classes.ts'
import { refetchEndedLinks } from '../../../shared/plant/ended-links.ts'

interface PhotoImageProps {
  photo: Photo
  size: 'large' | 'small'
  /** Empty beside a text that says the same. */
  alt: string
  className?: string
}

/** Shows a photo. Fetches new links once its own has ended. */
export function PhotoImage({ photo, size, alt, className }: PhotoImageProps) {
  const client = useQueryClient()
  const [failed, setFailed] = useState<string>()
  const link = photo[size]
  if (failed === link)
    return (
      <span className={classes('grid place-items-center bg-sunken text-ink-soft', className)}>
        <ImageOff aria-hidden className="size-6 max-h-full" />
        <span className="sr-only">{alt === '' ? 'The photo could not be loaded' : `${alt}, could not be loaded`}</span>
      </span>
    )
  return (
    <img
      src={link}
      alt={alt}
      width={photo.width}
      height={photo.height}
      loading="lazy"
      decoding="async"
      onError={() => {
        setFailed(link)
        void refetchEndedLinks(client).then((isNew) => isNew && setFailed(undefined))
      }}
      className={className}
    />
  )
}
