import { acceptedTimes, refusedWrites } from '../../../course.ts'
import { guard, type QuoteGuard } from './guard.ts'

const STATES = [
  'pending',
  'underwriter_review',
  'approved_rate',
  'ready_to_bind',
  'bound',
  'issued',
  'declined',
]

/** Requests that were refused in a state. */
const REFUSED_IN = [
  'bind in pending',
  'bind in approved_rate',
  'bind in underwriter_review',
  'bind in bound',
  'update in underwriter_review',
  'update in ready_to_bind',
  'update in issued',
  'quote-preview in pending',
] as const

const DOCUMENTS = ['quote-preview', 'quote-proposal', 'policy-preview', 'policy'] as const

/** Circumstances of what became of a quote: by whom and how it was asked for, its states, and requests about it. */
export const COURSE_GUARDS: readonly QuoteGuard[] = [
  guard('second-client', 'for which two clients asked', ({ clients }) => clients.size > 1),
  guard(
    'other-client',
    'with another client than that of its submission',
    (one) => one.client !== one.submittedClient,
  ),
  guard('inactive-client', 'of a client that is inactive', ({ clients }, _, { directory }) =>
    [...clients].some((id) => directory.clients.get(id)?.status === 'inactive'),
  ),
  guard('second-token', 'for which two tokens were used', ({ tokens }) => tokens.size > 1),
  guard('secondary-key', 'with the secondary key', ({ key }) => key === 'secondary'),
  guard('other-key', 'with another key than that of its submission', (one) => one.key !== one.submittedKey),
  guard(
    'replaced-key',
    'whose key of the submission was replaced',
    ({ submittedWithKey }, { partnerId }, { directory }) =>
      submittedWithKey !== undefined &&
      !Object.values(directory.partners.get(partnerId)?.keys ?? {}).includes(submittedWithKey),
  ),
  guard('asked-by-others', 'for which another partner asked', ({ askedByOthers }) => askedByOthers),
  ...STATES.map((state) =>
    guard(`in-${state.replaceAll('_', '-')}`, `in ${state}`, (_, { status }) => status === state),
  ),
  guard('reviewed', 'that a person approved', ({ cameTo }) => cameTo.has('underwriter_review')),
  guard('never-reviewed', 'without a review', ({ cameTo }) => !cameTo.has('underwriter_review')),
  guard('waited', 'that waited for its broker', ({ cameTo }) => cameTo.has('approved_rate')),
  guard('held', 'whose rating was held', ({ held }) => held > 0),
  guard('held-after-another', 'whose rating was held after another one', ({ held }) => held > 1),
  guard('held-third', 'whose rating was held after two others', ({ held }) => held > 2),
  guard('bound-held', 'that was bound while issue was held', ({ boundHeld }) => boundHeld),
  guard('updated', 'that was updated', (course) => acceptedTimes('update', course) > 0),
  guard('updated-twice', 'that was updated twice', (course) => acceptedTimes('update', course) > 1),
  guard('updated-often', 'that was updated four times', (course) => acceptedTimes('update', course) > 3),
  guard('refused-once', 'of which a request was refused', (course) => refusedWrites(course) > 0),
  guard('refused-thrice', 'of which three requests were refused', (course) => refusedWrites(course) >= 3),
  guard('refused-bind', 'of which a bind was refused', ({ refused }) => (refused.get('bind') ?? 0) > 0),
  guard('refused-document', 'of which a document was refused', ({ refused }) =>
    DOCUMENTS.some((name) => refused.has(name)),
  ),
  guard('no-refused-document', 'of which no document was refused in ready_to_bind', ({ refusedIn }) =>
    DOCUMENTS.every((name) => !refusedIn.has(`${name} in ready_to_bind`)),
  ),
  ...REFUSED_IN.map((request) =>
    guard(
      `refused-${request.replace(/[ _]/g, '-')}`,
      `of which a request was refused: ${request}`,
      ({ refusedIn }) => refusedIn.has(request),
    ),
  ),
  guard('refused-decline', 'of which a decline was refused', (one) => one.refusedReviews.has('declined')),
  ...(['update', 'bind', 'quote-proposal', 'policy'] as const).map((operation) =>
    guard(`error-at-${operation}`, `that met an internal error at its ${operation}`, ({ broken }) =>
      broken.has(operation),
    ),
  ),
  guard('proposal-read', 'whose proposal was read', (course) => acceptedTimes('quote-proposal', course) > 0),
  guard('preview-read', 'whose preview was read', (course) => acceptedTimes('quote-preview', course) > 0),
  guard('policy-read', 'whose policy was read', (course) => acceptedTimes('policy', course) > 0),
  guard('policy-read-thrice', 'whose policy was read three times', (one) => acceptedTimes('policy', one) > 2),
  guard('read-often', 'that was read five times', (course) => acceptedTimes('status', course) >= 5),
  guard('never-read-pending', 'that nobody read while it was pending', ({ seen }) => !seen.has('pending')),
  guard(
    'bound-at-once',
    'that was bound before its proposal',
    (_, { proposal, status }) => status === 'bound' && proposal === 'none',
  ),
  guard('even', 'with an even number', ({ place }) => place % 2 === 0),
  guard('seventh', 'that is each seventh of its partner', ({ place }) => place % 7 === 0),
]
