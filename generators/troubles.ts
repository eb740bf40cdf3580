import fc, { type Arbitrary } from 'fast-check'
import type { Operation } from '../conformance/exchange.ts'
import type { Fault, FaultAction, Layout, Play, PlayedPlatform } from '../conformance/ports/client.ts'
import { nearVariation } from './near.ts'
import type { Submission } from './submission.ts'

/** A situation of a client as plain data: what its requests meet, how the platform works, and what it submits. */
export type Troubles = Required<Pick<Play, 'faults' | 'platform' | 'layout' | 'submission'>>

/** Answers of servers and of what stands before them. */
export const BROKEN_ANSWERS: readonly FaultAction[] = [
  { kind: 'answer', status: 500, body: 'json' },
  { kind: 'answer', status: 502, body: 'html' },
  // The moment has passed: so it may be tried again.
  { kind: 'answer', status: 503, body: 'text', retryAfter: 'Wed, 01 Oct 2025 07:28:00 GMT' },
  { kind: 'answer', status: 504, body: 'empty', retryAfter: '1' },
]

const REVOKED: FaultAction = { kind: 'revoke' }
const NOT_READY: FaultAction = { kind: 'answer', status: 409, body: 'text' }

/** Kinds of requests that may meet a 401, and so many of them in one journey: a client may take more for a reason to give up. */
const REFUSABLE = ['submit', 'status', 'update', 'bind', 'quote-proposal', 'policy'] as const
const MOST_REFUSED = 3
const BREAKABLE = ['token', ...REFUSABLE] as const

/**
 * Kinds that are sent while nothing else is under way. Elsewhere a 401 always comes first: behind the 401 that another request
 * brought about it would be the second one in a row.
 */
const ALONE: readonly Operation[] = ['submit', 'update', 'bind']

/** Answers that every client has to take. */
const LAYOUTS = [
  'no-optionals',
  'message',
  'rewritten',
  'pieces',
  'all-bytes',
  'cents',
  'other-forms',
] as const

interface Drawn {
  readonly refused: readonly Operation[]
  readonly broken: readonly Operation[]
  readonly answers: readonly FaultAction[]
  /** The 5xx comes before the 401, where it may. */
  readonly isTurned: boolean
  /** How often the proposal is not ready yet, and how often before its 5xx. */
  readonly waits: number
  readonly waitsBefore: number
  /** A poll that meets a 5xx late, by the place of it in the journey. */
  readonly late: Pick<Fault, 'since' | 'after'> | undefined
  /** The second token request is the one that is broken. */
  readonly breaksRenewal: boolean
}

const drawn: Arbitrary<Drawn> = fc.record({
  refused: fc.subarray([...REFUSABLE], { maxLength: MOST_REFUSED }),
  broken: fc.subarray([...BREAKABLE]),
  answers: fc.shuffledSubarray([...BROKEN_ANSWERS], { minLength: BROKEN_ANSWERS.length }),
  isTurned: fc.boolean(),
  waits: fc.nat({ max: 2 }),
  waitsBefore: fc.nat({ max: 2 }),
  // Behind the first polls, so that no poll meets two 5xx in a row.
  late: fc.constantFrom<Drawn['late']>(undefined, { after: 4 }, { since: 'bind', after: 1 }),
  breaksRenewal: fc.boolean(),
})

const platform: Arbitrary<PlayedPlatform> = fc.record({
  ratingMs: fc.constantFrom(0, 4000, 9000),
  proposalMs: fc.constantFrom(0, 3000, 7000),
  issueMs: fc.constantFrom(0, 3000, 8000),
})

/**
 * Draws situations in which several troubles come together, each of which a client has to bear. No request meets two 5xx or two 401
 * in a row, since a client may give up then.
 *
 * @param base the known-good submission; each amount keeps its value
 */
export function troubles(base: Readonly<Submission>): Arbitrary<Troubles> {
  return fc
    .record({ drawn, platform, layout: fc.subarray<Layout>([...LAYOUTS]), variation: nearVariation(base) })
    .map(({ drawn, variation, ...play }) => ({
      ...play,
      faults: faultsOf(drawn),
      submission: variation.patch,
    }))
}

function faultsOf(of: Drawn): readonly Fault[] {
  const [late = REVOKED] = of.answers
  return [
    ...BREAKABLE.flatMap((on, turn) => inOrder(on, actionsOn(on, turn, of), of)),
    ...(of.late === undefined ? [] : [{ on: 'status', times: 1, does: late, ...of.late } as const]),
  ]
}

/** What the first requests of a kind meet, one after the other. */
function actionsOn(on: Operation, turn: number, of: Drawn): readonly FaultAction[] {
  const refusal = of.refused.includes(on) ? [REVOKED] : []
  const breach = of.broken.includes(on) ? of.answers.slice(turn % of.answers.length).slice(0, 1) : []
  if (on === 'quote-proposal') {
    const before = Math.min(of.waits, of.waitsBefore)
    const waits = (count: number) => Array.from({ length: count }, () => NOT_READY)
    return [...refusal, ...waits(before), ...breach, ...waits(of.waits - before)]
  }
  return of.isTurned && ALONE.includes(on) ? [...breach, ...refusal] : [...refusal, ...breach]
}

function inOrder(on: Operation, actions: readonly FaultAction[], { breaksRenewal }: Drawn): readonly Fault[] {
  const from = on === 'token' && breaksRenewal ? 1 : 0
  return actions.map((does, index) => ({ on, after: from + index, times: 1, does }))
}
