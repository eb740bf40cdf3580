import { setTimeout as pause } from 'node:timers/promises'
import { isObject } from '../../../../../../conformance/json/object.ts'
import type { BehaviourChange } from '../../../../behaviour.ts'
import type { Platform } from '../../../../platform.ts'
import { move } from '../../../../quotes/lifecycle.ts'
import type { Quote } from '../../../../quotes/quote.ts'
import { answering, inState, operating, quoteOf } from '../../../answers.ts'
import { forEachPlatform, letOthersIn } from '../../../between-requests.ts'
import { acceptedTimes, alongCourses } from '../../../course.ts'
import { after, instead } from '../../../instead.ts'
import { changesTogether } from '../../product.ts'

/** How long a platform takes to write an update, in milliseconds of real time. */
const WRITES_MS = 20

const namesOf = () => forEachPlatform(() => new Set<string>())

const withManager = (body: unknown): body is Record<string, unknown> =>
  isObject(body) && 'it_manager_contact' in body

const raisingThePrice = (refused: 'update' | 'bind'): BehaviourChange =>
  inState([refused], ['issued', 'underwriter_review', 'approved_rate'], async (quote, standard) => {
    const answer = await standard()
    if (answer.status >= 400 && quote.rating !== undefined)
      quote.rating = { ...quote.rating, premium: quote.rating.premium + 1 }
    return answer
  })

const refusedAsLocked = ({ behaviour }: Platform) => behaviour.answers.error(409, 'The quote is locked.')

/** Wrong effects of updates and binds (2.4, 3.transitions, 4.rule.3, 4.rule.4, R13, R14, R16). */
export const WRITES_BY_HAND: Readonly<Record<string, BehaviourChange>> = {
  'refused-update-raises-the-price': raisingThePrice('update'),
  'refused-bind-raises-the-price': raisingThePrice('bind'),
  'update-binds-the-quote': instead(
    'effects.updated',
    (_, quote, platform) => void move(quote, 'bound', platform),
  ),
  'it-managers-end-a-review': operating(['update'], (standard, call, platform) => {
    const quote = quoteOf(call, platform)
    const answer = standard()
    if (withManager(call.body) && quote?.status === 'underwriter_review') quote.status = 'ready_to_bind'
    return answer
  }),
  'approved-rates-keep-their-it-manager': operating(['update'], (standard, call, platform) =>
    withManager(call.body) && quoteOf(call, platform)?.status === 'approved_rate'
      ? platform.behaviour.answers.error(400, 'The IT manager cannot be changed.')
      : standard(),
  ),
  'managers-contacts-are-changed-for-anybody': instead('operations.update', (usual, call, platform) => {
    const owner = platform.directory.partners.get(quoteOf(call, platform)?.partnerId ?? '')
    const isOfTheManager = withManager(call.body) && !('insured_contact' in call.body)
    return usual(isOfTheManager && owner ? { ...call, partner: owner } : call, platform)
  }),
  'update-takes-the-limit': answering(['update'], (answer, call, platform) => {
    const quote = quoteOf(call, platform)
    if (quote?.rating !== undefined && isObject(call.body) && typeof call.body.agg_limit === 'number')
      Object.assign(quote, { submission: { ...quote.submission, agg_limit: call.body.agg_limit } })
    return answer
  }),
  'updates-take-a-bind-back': inState(['update'], ['ready_to_bind'], async (quote, standard) => {
    const answer = await standard()
    await pause(WRITES_MS)
    if (quote.status === 'bound') quote.status = 'ready_to_bind'
    return answer
  }),
  'two-updates-lock-each-other'(base) {
    const [running, locked] = [namesOf(), namesOf()]
    return operating(['update', 'bind'], async (standard, call, platform) => {
      const { validation } = platform.behaviour
      if (locked(platform).has(call.id)) return refusedAsLocked(platform)
      const isValid = validation.problems(validation.update, call.body, validation).length === 0
      const isReady = quoteOf(call, platform)?.status === 'ready_to_bind'
      if (call.operation === 'bind' || !isValid || !isReady) return standard()
      if (running(platform).has(call.id)) {
        locked(platform).add(call.id)
        return refusedAsLocked(platform)
      }
      running(platform).add(call.id)
      await letOthersIn()
      running(platform).delete(call.id)
      return standard()
    })(base)
  },
  'two-updates-lock-the-bind'(base) {
    const [running, locked] = [new WeakSet<Quote>(), new WeakSet<Quote>()]
    return changesTogether([
      inState(['update'], ['ready_to_bind'], async (quote, standard) => {
        if (running.has(quote)) locked.add(quote)
        running.add(quote)
        await letOthersIn()
        running.delete(quote)
        return standard()
      }),
      inState(['bind'], ['ready_to_bind'], (quote, standard, platform) =>
        locked.has(quote) ? refusedAsLocked(platform) : standard(),
      ),
    ])(base)
  },
  'bind-takes-seconds': operating(['bind'], async (standard) => {
    await pause(2200)
    return standard()
  }),
  'bind-waits-for-the-policy': operating(['bind'], (standard, _, { issue, behaviour }) => {
    const answer = standard()
    return issue.held ? behaviour.answers.error(504, 'The policy was not issued in time.') : answer
  }),
  'updated-approved-rates-can-be-bound': alongCourses((courseOf) =>
    inState(['bind'], ['approved_rate'], (quote, standard, platform) => {
      if (acceptedTimes('update', courseOf(quote)) === 0) return standard()
      quote.status = 'bound'
      platform.behaviour.effects.bound(quote, platform)
      return platform.behaviour.answers.bindAccepted(quote)
    }),
  ),
  'binds-of-lists-go-through': operating(['bind'], (standard, call, platform) => {
    const quote = quoteOf(call, platform)
    const answer = standard()
    if (!isObject(call.body) && quote?.status === 'ready_to_bind') move(quote, 'bound', platform)
    return answer
  }),
  'a-bind-ends-other-quotes-of-the-insured': after('effects.bound', (_, quote, platform) => {
    for (const other of platform.quotes.values())
      if (
        other !== quote &&
        other.partnerId === quote.partnerId &&
        other.status === 'ready_to_bind' &&
        other.submission.insured_name === quote.submission.insured_name
      )
        other.status = 'declined'
  }),
}
