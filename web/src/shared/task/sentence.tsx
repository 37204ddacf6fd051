import type { TaskSentence } from './task-sentence.ts'

export function Sentence({ sentence: { before, name, after } }: { sentence: TaskSentence }) {
  return (
    <>
      {before}
      {name !== undefined && <bdi>{name}</bdi>}
      {after}
    </>
  )
}
