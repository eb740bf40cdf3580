import { describe, expect, test } from 'vitest'
import { spec } from '../features/webhooks/testing.ts'
import { eventVerdicts } from './judge-events.ts'
import {
  accepted,
  asked,
  CREATED,
  end,
  event,
  type Given,
  journeyOf,
  PREVIEWED,
  policy,
  READY,
  received,
  refusedBind,
  shows,
} from './testing.ts'

const failing = (given: Given) => [
  ...new Set(
    eventVerdicts(journeyOf(given), spec).flatMap(({ requirement, verdict }) =>
      verdict.kind === 'failed' ? [requirement] : [],
    ),
  ),
]

describe('a right journey breaks nothing', () => {
  test.each<readonly [string, Given]>([
    [
      'of a quote that was bound, whose state is read from a copy',
      {
        steps: [
          accepted,
          {
            ...{ action: 'quote-proposal', before: shows('ready_to_bind'), after: shows('ready_to_bind') },
            ...{ bound: true, sent: [asked('quote-proposal', 409)] },
            ...received([], ['quote.proposalReady']),
          },
          end('issued'),
        ],
        own: [CREATED, READY, policy()],
      },
    ],
    ['of a quote that was bound', { steps: [accepted, end('issued')], own: [CREATED, READY, policy()] }],
    [
      'of one that was bound before its proposal',
      { steps: [accepted, end('issued')], own: [CREATED, policy()] },
    ],
    ['of a declined one, whose rating may be announced', { steps: [end('declined')], own: [CREATED] }],
    ['of a failed one', { steps: [refusedBind, end('failed')] }],
    [
      'of one whose policy names nobody that is known',
      { steps: [accepted, end('issued')], own: [CREATED], events: { unclear: [1] } },
    ],
    ['where nothing reaches the receiver', { steps: [end('ready_to_bind')], events: { reached: false } }],
    [
      'of one that a read shows a moment later',
      {
        steps: [
          accepted,
          { action: 'status', before: shows('bound'), ...received(['policy.created']) },
          end('issued'),
        ],
        own: [CREATED, READY, policy()],
      },
    ],
    [
      'of an updated one that is announced again',
      {
        steps: [{ action: 'update', sent: [asked('update', 200)] }, end('ready_to_bind')],
        own: [CREATED, event('quote.created', { id: 'again' }), READY],
      },
    ],
    [
      'of an updated one that was pending again',
      {
        steps: [
          { action: 'update', sent: [asked('update', 200)] },
          { action: 'status', before: shows('pending'), ...received(['quote.created']) },
          end('underwriter_review'),
        ],
        own: [CREATED],
      },
    ],
    [
      'of one that an update leads to approved_rate, unseen, and an onboarding back',
      {
        steps: [{ action: 'update', sent: [asked('update', 200)] }, end('ready_to_bind')],
        own: [CREATED, READY, ...['2', '3'].map((id) => event('quote.created', { id }))],
      },
    ],
    [
      'of one whose review and refusal are both announced',
      {
        steps: [
          { action: 'status', sent: [shows('underwriter_review')] },
          { action: 'decline', before: shows('underwriter_review') },
          end('declined'),
        ],
        own: [CREATED, event('quote.created', { id: 'declined' })],
      },
    ],
    [
      'of one that was submitted for approved_rate, whose broker was onboarded before the first read',
      {
        steps: [end('ready_to_bind')],
        outcome: 'approved_rate',
        own: [CREATED, event('quote.created', { id: 'onboarded' }), READY],
      },
    ],
    ['of another partner, whom nobody listens for', { steps: [end('ready_to_bind')], partner: 'other' }],
    [
      'with a preview where that is open',
      {
        steps: [
          { ...PREVIEWED, before: shows('approved_rate'), after: shows('approved_rate') },
          end('approved_rate'),
        ],
      },
    ],
    ['with copies', { steps: [accepted, end('issued')], own: [CREATED, CREATED, READY, policy(), policy()] }],
    [
      'a proposal that was announced for a review, and a rating after it',
      {
        steps: [
          { action: 'status', before: shows('underwriter_review'), ...received([]) },
          end('ready_to_bind'),
        ],
        own: [event('quote.created', { at: 5000 }), event('quote.proposalReady', { at: 4000 })],
      },
    ],
  ])('%s', (_, given) => {
    expect(failing(given)).toEqual([])
  })
})

describe('one wrong thing is seen', () => {
  test.each<readonly [string, Given, string]>([
    ['no rating', { steps: [end('ready_to_bind')], own: [READY] }, 'quote-created-emitted'],
    ['no proposal', { steps: [end('ready_to_bind')], own: [CREATED] }, 'proposal-ready-emitted'],
    [
      'no proposal although its preview was there',
      {
        steps: [PREVIEWED, accepted, end('issued')],
        own: [CREATED, policy()],
      },
      'proposal-ready-emitted',
    ],
    ['no policy', { steps: [accepted, end('issued')], own: [CREATED, READY] }, 'policy-created-emitted'],
    [
      'a policy of a refused bind',
      { steps: [refusedBind, end('underwriter_review')], own: [policy()] },
      'policy-created-not-early',
    ],
    [
      'a policy before it is issued',
      {
        steps: [
          accepted,
          { action: 'status', before: shows('bound'), held: 'issue', ...received(['policy.created']) },
          end('issued'),
        ],
        own: [CREATED, READY, policy()],
      },
      'policy-created-not-early',
    ],
    [
      'a rating that has not ended',
      {
        steps: [
          { action: 'status', before: shows('pending'), held: 'rating', ...received(['quote.created']) },
          end('ready_to_bind'),
        ],
        own: [CREATED, READY],
      },
      'quote-created-after-rating',
    ],
    [
      'a rating announced twice',
      {
        steps: [refusedBind, end('ready_to_bind')],
        own: [CREATED, event('quote.created', { id: 'two' }), READY],
      },
      'quote-created-once',
    ],
    [
      'a proposal by the times before its rating',
      {
        steps: [end('ready_to_bind')],
        own: [event('quote.created', { at: 5000 }), event('quote.proposalReady', { at: 4000 })],
      },
      'proposal-ready-not-early',
    ],
    [
      'a second policy',
      {
        steps: [accepted, refusedBind, end('issued')],
        own: [CREATED, READY, policy(), policy({ id: 'two' })],
      },
      'bind-again-emits-no-second-policy',
    ],
    [
      'a proposal that is announced and not there',
      {
        steps: [
          {
            ...{ action: 'quote-proposal', before: shows('ready_to_bind'), after: shows('ready_to_bind') },
            ...{ sent: [asked('quote-proposal', 409)], ...received([], ['quote.proposalReady']) },
          },
          end('ready_to_bind'),
        ],
        own: [CREATED, READY],
      },
      'quote-proposal-follows-event',
    ],
    [
      "another partner's event",
      { steps: [end('ready_to_bind')], own: [CREATED], partner: 'other' },
      'events-go-to-their-partner',
    ],
    [
      'no event at the endpoint of another partner',
      { steps: [end('ready_to_bind')], events: { other: [READY] }, partner: 'other' },
      'quote-created-emitted',
    ],
  ])('%s', (_, given, requirement) => {
    expect(failing(given)).toEqual([requirement])
  })
})
