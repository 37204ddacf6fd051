import type { Photo } from '@greenhouse/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { classes } from '../../lib/classes.ts'
import { refetchEndedLinks } from './ended-links.ts'
import { PlantDrawing } from './plant-drawing.tsx'

interface PlantPictureProps {
  type: string
  cover: Photo | undefined
  /** For a picture wider than a card. Without a network the small photo is shown. */
  isLarge?: boolean
  className?: string
}

/** Shows the cover of a plant, or the drawing of its type while it has none that can be loaded. */
export function PlantPicture({ cover, ...look }: PlantPictureProps) {
  if (cover) return <Cover cover={cover} {...look} />
  const { type, className = '' } = look
  return <PlantDrawing type={type} className={className} />
}

function Cover({ type, cover, isLarge = false, className = '' }: PlantPictureProps & { cover: Photo }) {
  const client = useQueryClient()
  const [failed, setFailed] = useState<readonly string[]>([])
  const link = [...(isLarge ? [cover.large] : []), cover.small].find((one) => !failed.includes(one))
  if (link === undefined) return <PlantDrawing type={type} className={className} />
  return (
    <img
      src={link}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => {
        setFailed((before) => [...before, link])
        void refetchEndedLinks(client).then((isNew) => isNew && setFailed([]))
      }}
      className={classes('block object-cover p-0!', className)}
    />
  )
}
