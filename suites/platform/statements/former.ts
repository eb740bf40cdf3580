import { all, failed, observed, passed, type Verdict } from '../../../conformance/verdict.ts'
import { type PlatformStandingClaim, standing } from '../vocabulary/context.ts'
import { finding } from '../vocabulary/judge/answer.ts'
import { show } from '../vocabulary/judge/json.ts'
import { observedAnswer } from '../vocabulary/judge/observe.ts'
import { recordsIn } from '../vocabulary/quotes/record.ts'

/** Claims about older versions, in which states and binds had another form (9, R32, R37). */
export const formerClaims: readonly PlatformStandingClaim[] = [
  standing('states-before-v1-8-0', ({ exchanges, spec }) => {
    const names = spec.lifecycle.states.map(({ name }) => name)
    const verdicts = recordsIn(exchanges).map(({ exchange, record }): Verdict => {
      const state = record.quote_status
      return names.some((name) => name === state)
        ? passed()
        : failed(finding(exchange, names.join(' or '), show(state), '/data/quote_status'))
    })
    return verdicts.length === 0 ? undefined : all(verdicts)
  }),
  standing('bind-before-v1-8-0', ({ exchanges }) => {
    const [bind] = exchanges.filter(({ operation, answer }) => operation === 'bind' && answer !== undefined)
    return bind === undefined ? observed('nothing was bound') : observedAnswer(bind)
  }),
]
