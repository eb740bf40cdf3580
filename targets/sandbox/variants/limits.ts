import type { BehaviourChange } from '../behaviour.ts'
import { answerAsJson, type HttpAnswer } from '../http/answer.ts'
import { Refusal } from '../office/refusal.ts'
import type { Variant } from './variant.ts'

const PER_SECOND = 60
const ONE_IN = 25
/** Has no common factor with `ONE_IN`, so that regular repeats are not put off each time. */
const STRIDE = 11

/** Endpoints that an account may have at once. */
const ENDPOINTS = 16

const later = (status: number): HttpAnswer =>
  answerAsJson(
    status,
    { status: 'error', error: { message: 'Too many requests. Try again later.' } },
    { 'retry-after': '1' },
  )

/** A token bucket that fills in real time, since rate limits do not follow a moved clock. */
const bucket =
  (perSecond: number): BehaviourChange =>
  () => {
    let tokens = perSecond
    let filledAt = performance.now()
    return {
      http: {
        putsOff() {
          const now = performance.now()
          tokens = Math.min(perSecond, tokens + ((now - filledAt) / 1000) * perSecond)
          filledAt = now
          if (tokens < 1) return later(429)
          tokens -= 1
          return undefined
        },
      },
    }
  }

const nowAndThen: BehaviourChange = () => {
  let count = 0
  return {
    http: {
      putsOff() {
        count += 1
        return (count * STRIDE) % ONE_IN === 0 ? later(count % 2 === 0 ? 429 : 503) : undefined
      },
    },
  }
}

/** Rate limits and quotas, which the interface leaves open (8). */
export const limitVariants: readonly Variant[] = [
  {
    id: 'rate-limited',
    says: `No more than ${PER_SECOND} requests a second are let in; the others are to come again in a second`,
    choice: 'rate limit',
    observes: ['observe-rate-limits'],
    change: bucket(PER_SECOND),
    exclusive: 'rate limit',
  },
  {
    id: 'sometimes-unavailable',
    says: 'One request in 25 is put off for a second, by 429 or 503',
    choice: 'rate limit',
    observes: ['observe-rate-limits'],
    // A refusal that is put off is no refusal, and which one that is goes by chance.
    hides: ['*-no-token-*', '*-no-key-*', '*-invalid-token-*', 'bind-in-pending'],
    change: nowAndThen,
    exclusive: 'real time',
  },
  {
    id: 'sixteen-endpoints-an-account',
    says: `An account has ${ENDPOINTS} webhook endpoints at most, and one more is refused by 409`,
    choice: 'endpoints of an account',
    observes: [],
    change: ({ endpoints }) => ({
      endpoints: {
        register(request, platform) {
          const [first = ''] = platform.directory.partners.keys()
          const owner = request.partnerId ?? first
          const owned = [...platform.endpoints.values()].filter(({ partnerId }) => partnerId === owner)
          if (owned.length >= ENDPOINTS)
            throw new Refusal('conflict', `the account has ${ENDPOINTS} webhook endpoints, the most allowed`)
          return endpoints.register(request, platform)
        },
      },
    }),
  },
]
