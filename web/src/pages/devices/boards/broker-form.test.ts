import { BROKER_TOPICS_MAX } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { TOPIC_FAMILIES, toChosen, toTopics } from './broker-form.tsx'

const all = TOPIC_FAMILIES.map(({ label }) => label)

test('the topics of all families fit a broker, with own ones added', () => {
  expect(toTopics(all, '').length).toBeLessThanOrEqual(BROKER_TOPICS_MAX - 4)
})

test('reads topics back as their families and lines', () => {
  const topics = toTopics(['Tasmota', 'Zigbee2MQTT'], ' garden/# \n\nshed/+/air\ntele/#')
  expect(topics).toEqual(['zigbee2mqtt/#', 'tele/#', 'tasmota/discovery/#', 'garden/#', 'shed/+/air'])
  expect(toChosen(topics)).toEqual({ families: ['Zigbee2MQTT', 'Tasmota'], others: 'garden/#\nshed/+/air' })
})

test('shows the topics of a family that is received in part', () => {
  expect(toChosen(['tele/#'])).toEqual({ families: [], others: 'tele/#' })
})
