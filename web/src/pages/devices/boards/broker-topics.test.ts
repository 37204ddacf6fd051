import { BROKER_TOPICS_MAX } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { TOPIC_FAMILIES, toChosen, toTopics } from './broker-topics.ts'

const all = TOPIC_FAMILIES.map(({ label }) => label)

test('the topics of every family fit a broker, with some of one’s own', () => {
  expect(toTopics(all, '').length).toBeLessThanOrEqual(BROKER_TOPICS_MAX - 4)
})

test('topics are read back as the families and lines that they were made of', () => {
  const topics = toTopics(['Tasmota', 'Zigbee2MQTT'], ' garden/# \n\nshed/+/air\ntele/#')
  expect(topics).toEqual(['zigbee2mqtt/#', 'tele/#', 'tasmota/discovery/#', 'garden/#', 'shed/+/air'])
  expect(toChosen(topics)).toEqual({ families: ['Zigbee2MQTT', 'Tasmota'], others: 'garden/#\nshed/+/air' })
})

test('a family of which only a part is received is shown by its topics', () => {
  expect(toChosen(['tele/#'])).toEqual({ families: [], others: 'tele/#' })
})
