import { expect, test } from 'vitest'
import { spec } from '../features/webhooks/testing.ts'
import { eventVerdicts } from './judge-events.ts'
import { accepted, CREATED, end, type Given, journeyOf, policy, READY } from './testing.ts'

const failing = (given: Given) => [
  ...new Set(
    eventVerdicts(journeyOf(given), spec).flatMap(({ requirement, verdict }) =>
      verdict.kind === 'failed' ? [requirement] : [],
    ),
  ),
]

test.each<readonly [string, Given]>([
  ['of a quote that was bound', { steps: [accepted, end('issued')], own: [CREATED, READY, policy()] }],
  ['of another partner, whom nobody listens for', { steps: [end('ready_to_bind')], partner: 'other' }],
  ['with copies', { steps: [accepted, end('issued')], own: [CREATED, CREATED, READY, policy(), policy()] }],
])('a right journey breaks nothing: %s', (_, given) => {
  expect(failing(given)).toEqual([])
})

test("another partner's event is seen", () => {
  const given: Given = { steps: [end('ready_to_bind')], own: [CREATED], partner: 'other' }
  expect(failing(given)).toEqual(['events-go-to-their-partner'])
})
