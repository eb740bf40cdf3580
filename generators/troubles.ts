import fc, { type Arbitrary } from 'fast-check'
import type { Operation } from '../conformance/exchange.ts'
import type {
  Fault,
  FaultAction,
  Layout,
  Session,
  SimulatedPlatform,
  Written,
} from '../conformance/ports/client.ts'
import { nearVariation } from './near.ts'
import type { Submission } from './submission.ts'

/** A situation for a client as plain data: the faults of its requests, the behaviour of the platform, and the submission. */
export type Troubles = Required<Pick<Session, 'faults' | 'platform' | 'layout' | 'submission' | 'written'>>

/** Answers of servers and of proxies in front of them. */
export const BROKEN_ANSWERS: readonly FaultAction[] = [
  { kind: 'answer', status: 500, body: 'json' },
  { kind: 'answer', status: 502, body: 'html', closes: true },
  // This moment has passed, so the client may try again at once.
  { kind: 'answer', status: 503, body: 'text', retryAfter: 'Wed, 01 Oct 2025 07:28:00 GMT' },
  { kind: 'answer', status: 504, body: 'empty', retryAfter: '1' },
  // Sent by a proxy and in no standard: a client with a fixed list of statuses to retry does not know it.
  { kind: 'answer', status: 520, body: 'html' },
]

/** Refusals of a token, with every kind of body that a 401 may have. */
const REVOKED: readonly FaultAction[] = [
  { kind: 'revoke' },
  { kind: 'revoke', body: 'empty' },
  { kind: 'revoke', body: 'text' },
]
const NOT_READY: FaultAction = { kind: 'answer', status: 409, body: 'text' }

/** Operations that are sent while no other request is under way. */
const BY_ITSELF: readonly Operation[] = ['submit', 'update', 'bind']
/**
 * Operations that a client may send in parallel with one token, which is refused for all of them at once. So only one of them gets
 * a 401, as its first answer. Otherwise a request could get a second 401 in a row.
 */
const SIDE_BY_SIDE: readonly Operation[] = ['status', 'quote-proposal', 'policy']
/** More of them in one journey could make a client give up. */
const MOST_REFUSED_BY_ITSELF = 2
const BREAKABLE: readonly Operation[] = ['token', ...BY_ITSELF, ...SIDE_BY_SIDE]

/** Changes of answers that every client has to accept. */
const LAYOUTS = [
  'no-optionals',
  'message',
  'rewritten',
  'pieces',
  'all-bytes',
  'cents',
  'other-forms',
  'no-terms',
  'charsets',
  'closing',
  'slow-clock',
  'named-documents',
  'long-messages',
] as const

/** A late 401 is the only one after the submission, since it must not be the second one in a row. */
type Late = 'a poll after the bind' | 'a proposal that was not ready'

interface GeneratedTroubles {
  /** The 401 of this case. */
  readonly refusal: FaultAction
  /** Operations whose first request gets the 401. */
  readonly refused: readonly Operation[]
  readonly lateRefusal: Late | undefined
  /** Operations of which one request gets a 5xx. */
  readonly broken: readonly Operation[]
  readonly answers: readonly FaultAction[]
  /** True: the 5xx comes before the 401, where possible. */
  readonly isTurned: boolean
  /** When the proposal is not ready yet: before its 5xx or after it. */
  readonly waits: 'before' | 'behind' | undefined
  /** A late poll that gets a 5xx, by its place in the journey. */
  readonly latePoll: Pick<Fault, 'since' | 'after'> | undefined
  /** True: the second token request gets the 5xx, not the first. */
  readonly breaksRenewal: boolean
}

const generated: Arbitrary<GeneratedTroubles> = fc
  .record({
    refusal: fc.constantFrom(...REVOKED),
    refused: fc
      .tuple(
        fc.subarray([...BY_ITSELF], { maxLength: MOST_REFUSED_BY_ITSELF }),
        fc.subarray([...SIDE_BY_SIDE], { maxLength: 1 }),
      )
      .map((kinds) => kinds.flat()),
    lateRefusal: fc.constantFrom<GeneratedTroubles['lateRefusal']>(
      undefined,
      'a poll after the bind',
      'a proposal that was not ready',
    ),
    broken: fc.subarray([...BREAKABLE]),
    answers: fc.shuffledSubarray([...BROKEN_ANSWERS], { minLength: BROKEN_ANSWERS.length }),
    isTurned: fc.boolean(),
    waits: fc.constantFrom<GeneratedTroubles['waits']>(undefined, 'before', 'behind'),
    // After the first polls, so that no poll gets two 5xx in a row.
    latePoll: fc.constantFrom<GeneratedTroubles['latePoll']>(
      undefined,
      { after: 4 },
      { since: 'bind', after: 1 },
    ),
    breaksRenewal: fc.boolean(),
  })
  .map((of) =>
    of.lateRefusal === undefined ? of : { ...of, refused: of.refused.filter((on) => on === 'submit') },
  )

const platform: Arbitrary<SimulatedPlatform> = fc.record(
  {
    ratingMs: fc.constantFrom(0, 4000, 9000),
    // So short that there are few 409: how often a client asks again is open.
    proposalMs: fc.constantFrom(0, 3000),
    issueMs: fc.constantFrom(0, 3000, 8000),
    longTokens: fc.constant(true),
  },
  { requiredKeys: [] },
)

/** Results of rating that end the journey of most clients. */
const OTHER_OUTCOMES: Arbitrary<SimulatedPlatform> = fc.oneof(
  fc
    .constantFrom('underwriter_review', 'approved_rate', 'failed', 'declined')
    .map((outcome) => ({ outcome })),
  fc.constant({ outcome: 'declined', declinesLater: true }),
)

const WRITTEN: readonly Written[] = ['many-lines', 'one-line', 'many-lines-unended', 'windows', 'escaped']

/** Operations that may be answered with 400 finally. */
const REFUSED_IN_THE_END = ['submit', 'update', 'bind', 'quote-proposal'] as const

/**
 * Generates situations that combine several troubles, all of which a client has to bear. No request gets two 5xx or two 401 in a row,
 * since a client may give up then.
 *
 * @param base the known-good submission
 */
export function troubles(base: Readonly<Submission>): Arbitrary<Troubles> {
  return fc
    .record({
      ...{ generated, platform },
      layout: fc.subarray<Layout>([...LAYOUTS]),
      variation: nearVariation(base),
      written: fc.constantFrom(...WRITTEN),
    })
    .map(({ generated, variation, ...session }) => ({
      ...session,
      faults: faultsOf(generated),
      submission: variation.patch,
    }))
}

/** Generates likewise, but with another result of rating. */
export const troublesBeforeOtherOutcomes = (base: Readonly<Submission>): Arbitrary<Troubles> =>
  fc
    .tuple(troubles(base), OTHER_OUTCOMES)
    .map(([generated, outcome]) => ({ ...generated, platform: { ...generated.platform, ...outcome } }))

/**
 * Generates likewise, but one request is finally answered with 400, after its other faults. The answer before may be cut off: a client
 * that gives up then has not got the 400.
 */
export const troublesBeforeARefusal = (base: Readonly<Submission>): Arbitrary<Troubles> =>
  fc
    .tuple(troubles(base), fc.constantFrom(...REFUSED_IN_THE_END), fc.boolean())
    .map(([generated, on, isLost]) => {
      const after = generated.faults.filter((one) => one.on === on).length
      const body = on === 'quote-proposal' ? 'text' : 'json'
      return {
        ...generated,
        faults: [
          ...generated.faults,
          ...(isLost ? [{ on, after, times: 1, does: { kind: 'cut' } } as const] : []),
          { on, does: { kind: 'answer', status: 400, body } },
        ],
      }
    })

/** Every trouble of a situation that may break a client, together with the trouble before it. */
export function troublesIn({ faults, platform, layout, written }: Troubles): readonly string[] {
  const byKind = Object.entries(Object.groupBy(faults, ({ on, since }) => `${since ?? ''} ${on}`))
  return [
    ...byKind.flatMap(([kind, met = []]) => {
      const words = [
        'first',
        ...met.map(({ does }) =>
          does.kind === 'answer' ? `${does.status}`.replace(/^5../, '5xx') : does.kind,
        ),
      ]
      return words.slice(1).map((word, index) => `${kind}: ${words[index]}, ${word}`)
    }),
    ...Object.entries(platform).map(([name, value]) => `${name}: ${value}`),
    ...layout,
    written,
  ]
}

function faultsOf(of: GeneratedTroubles): readonly Fault[] {
  const [does = of.refusal] = of.answers
  return [
    ...BREAKABLE.flatMap((on, turn) => inOrder(on, actionsOn(on, turn, of), of)),
    ...(of.lateRefusal === 'a poll after the bind'
      ? [{ on: 'status', since: 'bind', after: 0, times: 1, does: of.refusal } as const]
      : []),
    ...(of.latePoll === undefined ? [] : [{ on: 'status', times: 1, does, ...of.latePoll } as const]),
  ]
}

/** Returns the faults of the first requests of an operation, in their order. */
function actionsOn(on: Operation, turn: number, of: GeneratedTroubles): readonly FaultAction[] {
  const refusal = of.refused.includes(on) ? [of.refusal] : []
  const breach = of.broken.includes(on) ? of.answers.slice(turn % of.answers.length).slice(0, 1) : []
  if (on === 'quote-proposal') return [...refusal, ...ofTheProposal(breach, of)]
  return of.isTurned && BY_ITSELF.includes(on) ? [...breach, ...refusal] : [...refusal, ...breach]
}

function ofTheProposal(breach: readonly FaultAction[], of: GeneratedTroubles): readonly FaultAction[] {
  const waits = (place: GeneratedTroubles['waits']) => (of.waits === place ? [NOT_READY] : [])
  const isRefusedLate = of.lateRefusal === 'a proposal that was not ready'
  return [
    ...waits('before'),
    ...(isRefusedLate ? [NOT_READY, of.refusal] : []),
    ...breach,
    ...waits('behind'),
  ]
}

function inOrder(
  on: Operation,
  actions: readonly FaultAction[],
  { breaksRenewal }: GeneratedTroubles,
): readonly Fault[] {
  const from = on === 'token' && breaksRenewal ? 1 : 0
  return actions.map((does, index) => ({ on, after: from + index, times: 1, does }))
}
