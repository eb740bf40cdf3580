import type { Exchange } from '../../../../conformance/exchange.ts'
import type { PlatformNeed } from '../../../../conformance/ports/platform-needs.ts'
import { cannotTell } from '../../../../conformance/verdict.ts'
import { breaksIn, firstOfEachRequirement } from '../../../../generators/breaks.ts'
import type { Submission } from '../../../../generators/submission.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { withCredentials, withLongBodies } from '../../vocabulary/access/asking.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { succeeded } from '../../vocabulary/judge/answer.ts'
import { type InvalidAttempt, judgeRefusals, noneTaken } from '../../vocabulary/judge/refusals.ts'
import { tryAction } from '../../vocabulary/operator/act.ts'
import { unableBy } from '../../vocabulary/operator/step.ts'
import { quoteIdOf } from '../../vocabulary/quotes/record.ts'
import { submitBroken } from '../../vocabulary/submissions/broken.ts'
import { ofNewBroker } from '../../vocabulary/submissions/in-forms.ts'

/** Sends one wrong submission for each rule, each a change of a valid one. */
type SendAll = (context: PlatformContext, valid: () => Submission) => Promise<Trace>

/** A circumstance under which submissions must be validated as usual. */
interface Condition {
  readonly id: string
  readonly title: string
  readonly needs?: readonly PlatformNeed[]
  /** True where even valid submissions are declined: then only a refusal as invalid counts (R1). */
  readonly isDeclined?: true
  drive(context: PlatformContext, send: SendAll): Promise<Trace>
}

interface Trace {
  readonly attempts: readonly InvalidAttempt[]
  /** A valid submission under the same condition, sent last; an ordinary one where the condition allows none. */
  readonly counterpart: Exchange
}

/** How often each is sent: a platform might find the repeated one in a cache and not validate it. */
const TIMES = 3

const CONDITIONS: readonly Condition[] = [
  {
    id: 'sent-three-times',
    title: 'that is sent three times',
    async drive(context, send) {
      const first = context.quotes.submission()
      const attempts: InvalidAttempt[] = []
      for (let time = 1; time < TIMES; time += 1)
        attempts.push(...(await send(context, () => first)).attempts)
      const last = await send(context, () => first)
      return { attempts: [...attempts, ...last.attempts], counterpart: last.counterpart }
    },
  },
  {
    id: 'of-an-insured-with-a-policy',
    title: 'of an insured whose policy was issued',
    async drive(context, send) {
      const { submission } = await context.quotes.reach('issued')
      return send(context, () => submission)
    },
  },
  {
    id: 'of-an-onboarded-broker',
    title: 'of a broker who was onboarded meanwhile',
    needs: [{ operator: 'onboard_broker' }, { outcome: 'approved_rate' }],
    async drive(context, send) {
      const { quotes, unique, api, operator } = context
      const waiting = ofNewBroker(quotes.submission('approved_rate'), unique())
      const { broker_email } = waiting
      const id = quoteIdOf(await api.submit(waiting))
      if (id !== undefined) await quotes.settle(id)
      const { step } = await tryAction(operator, 'onboard_broker', { broker_email })
      if (step.kind !== 'done') throw unableBy(step)
      return send(context, () => ({ ...quotes.submission(), broker_email }))
    },
  },
  {
    id: 'with-the-secondary-key',
    title: 'sent with the secondary key and a second token',
    needs: [{ credential: 'secondary_integration_key' }],
    async drive(context, send) {
      const { token } = await context.http.holdToken()
      const credentials = { key: 'secondary' as const, ...(token !== undefined && { token }) }
      return send(withCredentials(context, credentials), () => context.quotes.submission())
    },
  },
  {
    id: 'that-is-to-be-declined',
    title: 'that is outside the guidelines as well',
    needs: [{ outcome: 'declined' }],
    isDeclined: true,
    async drive(context, send) {
      const { attempts } = await send(context, () => context.quotes.submission('declined'))
      return { attempts, counterpart: (await context.quotes.submit()).answer }
    },
  },
  ...(['approved_rate', 'underwriter_review', 'retention_raised'] as const).map((outcome) => ({
    id: `that-ends-in-${outcome.replaceAll('_', '-')}`,
    title: `that would have the outcome ${outcome}`,
    needs: [{ outcome }],
    drive: (context: PlatformContext, send: SendAll) =>
      send(context, () => context.quotes.submission(outcome)),
  })),
  {
    id: 'in-a-long-body',
    title: 'whose body is long',
    async drive(context, send) {
      const long = withLongBodies(context)
      // How long a body may be is not shown.
      const counterpart = await long.api.submit(context.quotes.submission())
      return succeeded(counterpart)
        ? send(long, () => context.quotes.submission())
        : { attempts: [], counterpart }
    },
  },
]

/** Breaks each rule of a submission in one way under each condition (2.1, 2.2, R1). */
export function refusalsUnderConditions(spec: Spec): readonly PlatformScenario[] {
  const breaks = firstOfEachRequirement(breaksIn(spec, 'Submission'))
  const send: SendAll = async ({ api }, valid) => ({
    attempts: await submitBroken(api, breaks, valid),
    counterpart: await api.submit(valid()),
  })
  return CONDITIONS.map(({ id, title, drive, needs = [], isDeclined = false }) =>
    scenario<Trace>({
      id: `submit/refuses-what-is-wrong-${id}`,
      title: `A wrong submission ${title} is refused`,
      needs,
      drive: (context) => drive(context, send),
      claims: [...new Set(breaks.map(({ requirement }) => requirement))].map((requirement) =>
        claim<Trace>(requirement, ({ attempts, counterpart }) => {
          const own = attempts.filter((one) => one.requirement === requirement)
          if (own.length === 0) return cannotTell('a valid submission was not taken under this condition')
          const verdict = isDeclined ? judgeRefusals(own, counterpart) : noneTaken(own)
          return verdict.kind === 'failed' || succeeded(counterpart)
            ? verdict
            : cannotTell('a valid submission was not taken under this condition')
        }),
      ),
    }),
  )
}
