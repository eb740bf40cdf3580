import { expect, test } from 'vitest'
import { ISSUED, RATED, story } from '../ledger/testing.ts'
import { eventStatements } from './events.ts'

test.each<readonly [string, readonly string[]]>([
  ['of a quote that was bound', ISSUED],
  ['of one that was bound twice', [...ISSUED, 'bind 409', 'wait']],
  ['of one that waited', ['register', 'submit', 'shows pending', ...RATED.slice(2), 'wait']],
  [
    'of a read that lags behind its event',
    ['register', 'submit', 'event quote.created', 'shows pending at once'],
  ],
  ['of events that repeat', [...RATED, 'event quote.created again', 'event quote.proposalReady again']],
  ['of one that was rated again', [...RATED, 'update', 'shows pending', 'event quote.created once more']],
  ['of one whose re-rating does not show', [...RATED, 'update', 'event quote.created once more']],
  [
    'of a declined one, whose rating may be announced',
    ['register', 'submit', 'event quote.created', 'shows declined'],
  ],
  [
    'of one that was reviewed, and announced before and afterwards',
    [
      ...[
        'register',
        'submit',
        'event quote.created',
        'shows underwriter_review',
        'event quote.proposalReady',
      ],
      ...[
        'approve',
        'event quote.created once more',
        'event quote.proposalReady once more',
        'shows ready_to_bind',
      ],
    ],
  ],
  [
    'of a declined review, whose proposal is gone',
    [
      ...[
        'register',
        'submit',
        'shows underwriter_review',
        'event quote.proposalReady',
        'quote-proposal 200',
      ],
      ...['decline', 'shows declined', 'quote-proposal 404'],
    ],
  ],
  [
    'of an endpoint that came before a re-rating, which owes nothing',
    [
      ...['submit', 'shows ready_to_bind', 'register', 'wait', 'shows ready_to_bind'],
      ...['update at once', 'shows pending at once', 'shows ready_to_bind', 'wait'],
    ],
  ],
  [
    'of one that is onboarded after its proposal was announced',
    [
      ...['register', 'submit', 'shows approved_rate', 'event quote.proposalReady'],
      ...['quote-proposal 409', 'shows ready_to_bind', 'event quote.created'],
    ],
  ],
  [
    'of one that a person approves unseen',
    [
      ...['register', 'submit', 'shows underwriter_review', 'event quote.proposalReady'],
      ...['policy-preview 400', 'shows ready_to_bind', 'event quote.created'],
    ],
  ],
  [
    'of a decline that comes while its proposal is on its way',
    [
      ...['register', 'submit', 'shows underwriter_review', 'decline', 'event quote.proposalReady'],
      ...['shows declined', 'quote-proposal 404'],
    ],
  ],
  [
    'of a read without access',
    [...RATED, 'shows ready_to_bind', 'quote-proposal 401', 'shows ready_to_bind'],
  ],
  [
    'of one whose rating was held',
    ['register', 'hold rating', 'submit', 'shows pending', 'release rating', ...RATED.slice(2)],
  ],
  [
    'of one that was ready before the endpoint was there',
    ['submit', 'shows ready_to_bind', 'register', 'wait'],
  ],
  [
    'of an endpoint that wants other events',
    ['register broker.added', 'submit', 'shows ready_to_bind', 'wait'],
  ],
  [
    'of an endpoint that came after the event',
    ['register', 'submit', 'event quote.created', 'register second', 'wait'],
  ],
  [
    'of two endpoints that get each event',
    ['register', 'register second', 'submit', 'event quote.created', 'event quote.created second', 'wait'],
  ],
  [
    'of one that was bound before its proposal',
    [...RATED.slice(0, 3), 'shows ready_to_bind', 'bind', 'shows issued', 'event policy.created', 'wait'],
  ],
  ['that is not watched for long enough', ['register', 'submit', 'shows ready_to_bind']],
])('a right course breaks nothing: %s', (_, steps) => {
  const facts = story(...steps)
  const failing = eventStatements.filter((one) => one.judge(facts)?.kind === 'failed')
  expect(failing.map(({ requirement }) => requirement)).toEqual([])
})
