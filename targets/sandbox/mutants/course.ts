import type { IncomingHttpHeaders } from 'node:http'
import type { Behaviour, BehaviourChange, BehaviourChanges } from '../behaviour.ts'
import type { ApiCall, ApiOperation } from '../http/answer.ts'
import type { IntegrationKey, Slot } from '../office/directory.ts'
import { isFirstPartner } from '../office/first-partner.ts'
import type { Platform } from '../platform.ts'
import type { Quote, QuoteStatus } from '../quotes/quote.ts'
import type { QuoteEffect } from '../quotes/rules.ts'
import { OF_ONE_QUOTE, quoteOf } from './answers.ts'
import { after, instead } from './instead.ts'
import { changesTogether } from './products/product.ts'

/** The history of a quote, as far as the rules of the platform do not need it but these mutants do. */
export interface QuoteHistory {
  /** When it first came to each state, in milliseconds since the epoch. */
  readonly cameTo: Map<QuoteStatus, number>
  /** When each operation was first accepted for it. */
  readonly firstAt: Map<ApiOperation, number>
  /** How often each operation was accepted for it, and how often it was refused. */
  readonly accepted: Map<ApiOperation, number>
  readonly refused: Map<ApiOperation, number>
  /** Operations that were refused in a state. */
  readonly refusedIn: Set<`${ApiOperation} in ${QuoteStatus}`>
  /** Operations that met an internal error. */
  readonly broken: Set<ApiOperation>
  /** How often its status was read in each state. */
  readonly seen: Map<QuoteStatus, number>
  /** Ends of a review that were asked for and refused. */
  readonly refusedReviews: Set<'ready_to_bind' | 'declined'>
  /** Its place among the quotes that were submitted while rating was held, from 1; 0 where rating was not held. */
  held: number
  /** Its bind came while issue was held. */
  boundHeld: boolean
  /** The key slot of the last request about it, and that of its submission. */
  key: Slot
  submittedKey: Slot
  submittedWithKey?: IntegrationKey | undefined
  /** The client of the last request about it, and that of its submission. */
  client?: string
  submittedClient?: string
  /** The tokens of all requests about it, and their clients. */
  readonly tokens: Set<string>
  readonly clients: Set<string>
  /** The headers of its submission. */
  submittedWith: IncomingHttpHeaders
  /** Its place among the quotes of its partner, from 1. */
  place: number
  /** Another partner asked for it. */
  askedByOthers: boolean
}

export type CourseOf = (quote: Quote) => QuoteHistory

/** Makes a change that depends on the history of quotes. */
export const alongCourses =
  (change: (courseOf: CourseOf) => BehaviourChange): BehaviourChange =>
  (base) => {
    const courses = new WeakMap<Quote, QuoteHistory>()
    const courseOf: CourseOf = (quote) => {
      const known = courses.get(quote) ?? newCourse()
      courses.set(quote, known)
      return known
    }
    return changesTogether([(standard) => notes(standard, courseOf), change(courseOf)])(base)
  }

const newCourse = (): QuoteHistory => ({
  cameTo: new Map(),
  firstAt: new Map(),
  accepted: new Map(),
  refused: new Map(),
  refusedIn: new Set(),
  broken: new Set(),
  seen: new Map(),
  refusedReviews: new Set(),
  held: 0,
  boundHeld: false,
  key: 'primary',
  submittedKey: 'primary',
  tokens: new Set(),
  clients: new Set(),
  submittedWith: {},
  place: 0,
  askedByOthers: false,
})

/** How often an operation was accepted for a quote. */
export const acceptedTimes = (operation: ApiOperation, { accepted }: QuoteHistory): number =>
  accepted.get(operation) ?? 0

/** How often updates and binds were refused. */
export const refusedWrites = ({ refused }: QuoteHistory): number =>
  (refused.get('update') ?? 0) + (refused.get('bind') ?? 0)

const increment = <K>(counts: Map<K, number>, key: K): void =>
  void counts.set(key, (counts.get(key) ?? 0) + 1)

const setFirst = <K>(times: Map<K, number>, key: K, { clock }: Platform): void =>
  void times.set(key, times.get(key) ?? clock.now())

/** The quote whose id is the last part of a request's path. */
const visited = (url: string, { quotes }: Platform): Quote | undefined =>
  quotes.get((url.split('/').at(-1) ?? '').toLowerCase())

function notes(base: Behaviour, courseOf: CourseOf): BehaviourChanges {
  const { effects, operations, lifecycle } = base
  const counts = new Map<string, number>()
  const held = new WeakMap<Platform['quotes'], number>()
  // A quote comes to its first state within the call of its submission.
  let submission: ApiCall | undefined
  const entering: Partial<Record<QuoteStatus, QuoteEffect<Platform>>> = {
    pending(quote, platform) {
      const count = (counts.get(quote.partnerId) ?? 0) + 1
      counts.set(quote.partnerId, count)
      const course = courseOf(quote)
      const heldBefore = held.get(platform.quotes) ?? 0
      if (platform.rating.held) held.set(platform.quotes, heldBefore + 1)
      Object.assign(course, { held: platform.rating.held ? heldBefore + 1 : 0, place: count })
      if (submission !== undefined) noteSubmission(course, submission, platform)
    },
    bound(quote, platform) {
      courseOf(quote).boundHeld = platform.issue.held
    },
  }
  const asked = async (name: (typeof OF_ONE_QUOTE)[number], call: ApiCall, platform: Platform) => {
    const quote = quoteOf(call, platform)
    const before = quote?.status
    const answer = await operations[name](call, platform)
    if (quote === undefined || before === undefined) return answer
    const course = courseOf(quote)
    if (call.partner.id !== quote.partnerId) course.askedByOthers = true
    else if (answer.status < 300) {
      increment(course.accepted, name)
      setFirst(course.firstAt, name, platform)
    } else {
      increment(course.refused, name)
      course.refusedIn.add(`${name} in ${before}`)
    }
    if (name === 'status') increment(course.seen, before)
    return answer
  }
  return changesTogether([
    () => ({
      effects: Object.fromEntries(
        (Object.keys(lifecycle.transitions) as QuoteStatus[]).map((state) => [
          state,
          (quote: Quote, platform: Platform) => {
            setFirst(courseOf(quote).cameTo, state, platform)
            entering[state]?.(quote, platform)
            effects[state](quote, platform)
          },
        ]),
      ),
      operations: Object.fromEntries(
        OF_ONE_QUOTE.map((name) => [name, (...call: [ApiCall, Platform]) => asked(name, ...call)]),
      ),
    }),
    after('lifecycle.review', (isEnded, quote, end) => {
      if (!isEnded) courseOf(quote).refusedReviews.add(end)
    }),
    instead('operations.submit', (usual, call, platform) => {
      submission = call
      try {
        return usual(call, platform)
      } finally {
        submission = undefined
      }
    }),
    instead('http.breaks', (usual, call, platform) => {
      const quote = quoteOf(call, platform)
      if (quote !== undefined) courseOf(quote).broken.add(call.operation)
      return usual(call, platform)
    }),
    after('access.key', (refusal, visitor, partner, platform) => {
      const quote = visited(visitor.url, platform)
      if (refusal === undefined && quote?.partnerId === partner.id)
        courseOf(quote).key = slotOf(visitor.headers, partner)
    }),
    after('access.token', (token, visitor, platform) => {
      const quote = visited(visitor.url, platform)
      if (typeof token === 'string' || quote?.partnerId !== token.partnerId) return
      courseOf(quote).tokens.add(token.text)
      courseOf(quote).clients.add(token.clientId)
      courseOf(quote).client = token.clientId
    }),
  ])(base)
}

const slotOf = (headers: IncomingHttpHeaders, { keys }: ApiCall['partner']): Slot =>
  keys.secondary?.secret.is(String(headers['x-integration-key'])) === true ? 'secondary' : 'primary'

/** Notes the credentials and the headers with which a quote is submitted. */
function noteSubmission(course: QuoteHistory, { headers, partner }: ApiCall, { tokens }: Platform): void {
  course.submittedWith = headers
  course.key = course.submittedKey = slotOf(headers, partner)
  course.submittedWithKey = partner.keys[course.key]
  const token = tokens.get(String(headers.authorization).replace(/^bearer /i, ''))
  if (token === undefined) return
  course.tokens.add(token.text)
  course.clients.add(token.clientId)
  course.client = course.submittedClient = token.clientId
}

export const isAscii = (text: string): boolean => /^[\0-~]*$/.test(text)

/** Says whether a quote belongs to another partner than the first. */
export const isOfSecondPartner = ({ partnerId }: Quote, platform: Platform): boolean =>
  !isFirstPartner(partnerId, platform)

export const isRaised = ({ rating }: Quote): boolean => rating?.raisedFrom !== undefined
