import { expect, test } from 'vitest'
import { probeLog } from './watches.ts'

test('asks the partition that has answered, and another one after a failure or silence', async () => {
  const asked: number[] = []
  let answer: () => Promise<number> = async () => 1
  const probe = probeLog((partition) => {
    asked.push(partition)
    return answer()
  }, 2)
  await probe()
  await probe()
  expect(asked.splice(0)).toEqual([0, 0])
  answer = () => Promise.reject(new Error('away'))
  await expect(probe()).rejects.toThrow('away')
  await expect(probe()).rejects.toThrow('away')
  expect(asked.splice(0)).toEqual([0, 1])
  answer = () => new Promise(() => {})
  void probe()
  answer = async () => 1
  await probe()
  await probe()
  expect(asked).toEqual([0, 1, 1])
})
