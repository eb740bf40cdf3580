import {
  type Behaviour,
  type BehaviourChange,
  type BehaviourChanges,
  changeBehaviour,
} from '../../behaviour.ts'
import { isFirstPartner } from '../../office/first-partner.ts'
import type { Platform } from '../../platform.ts'
import type { Quote } from '../../quotes/quote.ts'
import { quoteOf } from '../answers.ts'

/** The history of a quote, as far as the rules of the platform do not need it but these mutants do. */
export interface QuoteHistory {
  /** How many updates were carried out, and how many updates and binds were refused. */
  updates: number
  refusals: number
  reviewed: boolean
  /** It was submitted while rating was held. */
  held: boolean
  /** Its bind came while issue was held. */
  boundHeld: boolean
  /** The key slot of the last request about it. */
  key: 'primary' | 'secondary'
  /** The tokens of all requests about it. */
  readonly tokens: Set<string>
  /** Its place among the quotes of its partner, from 1. */
  place: number
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
    const noting = notes(base, courseOf)
    return merged(noting, change(courseOf)(changeBehaviour(base, noting)))
  }

const newCourse = (): QuoteHistory => ({
  updates: 0,
  refusals: 0,
  reviewed: false,
  held: false,
  boundHeld: false,
  key: 'primary',
  tokens: new Set(),
  place: 0,
})

/** The quote whose id is the last part of a request's path. */
const visited = (url: string, { quotes }: Platform): Quote | undefined =>
  quotes.get((url.split('/').at(-1) ?? '').toLowerCase())

function notes({ effects, operations, access }: Behaviour, courseOf: CourseOf): BehaviourChanges {
  const counts = new Map<string, number>()
  return {
    effects: {
      pending(quote, platform) {
        const count = (counts.get(quote.partnerId) ?? 0) + 1
        counts.set(quote.partnerId, count)
        Object.assign(courseOf(quote), { held: platform.rating.held, place: count })
        effects.pending(quote, platform)
      },
      underwriter_review(quote, platform) {
        courseOf(quote).reviewed = true
        effects.underwriter_review(quote, platform)
      },
      bound(quote, platform) {
        courseOf(quote).boundHeld = platform.issue.held
        effects.bound(quote, platform)
      },
    },
    operations: Object.fromEntries(
      (['update', 'bind'] as const).map((name) => [
        name,
        async (...[call, platform]: Parameters<(typeof operations)[typeof name]>) => {
          const answer = await operations[name](call, platform)
          const quote = quoteOf(call, platform)
          if (quote === undefined) return answer
          if (answer.status >= 300) courseOf(quote).refusals += 1
          else if (name === 'update') courseOf(quote).updates += 1
          return answer
        },
      ]),
    ),
    access: {
      key(visitor, partner, platform) {
        const refusal = access.key(visitor, partner, platform)
        const quote = visited(visitor.url, platform)
        if (refusal === undefined && quote?.partnerId === partner.id)
          courseOf(quote).key =
            partner.keys.secondary?.secret.is(String(visitor.headers['x-integration-key'])) === true
              ? 'secondary'
              : 'primary'
        return refusal
      },
      token(visitor, platform) {
        const token = access.token(visitor, platform)
        const quote = visited(visitor.url, platform)
        if (typeof token !== 'string' && quote?.partnerId === token.partnerId)
          courseOf(quote).tokens.add(token.text)
        return token
      },
    },
  }
}

/** Merges two changes. The second was made on top of the first, so its entries win. */
function merged(first: BehaviourChanges, second: BehaviourChanges): BehaviourChanges {
  const groups: Record<string, object> = { ...first }
  for (const [group, entries] of Object.entries(second)) groups[group] = { ...groups[group], ...entries }
  return groups
}

export const isAscii = (text: string): boolean => /^[\0-~]*$/.test(text)

/** Says whether a quote belongs to another partner than the first. */
export const isOfSecondPartner = ({ partnerId }: Quote, platform: Platform): boolean =>
  !isFirstPartner(partnerId, platform)

export const isRaised = ({ rating }: Quote): boolean => rating?.raisedFrom !== undefined
