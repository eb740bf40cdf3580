import type { Exchange } from '../../../../conformance/exchange.ts'
import { observed, type Verdict } from '../../../../conformance/verdict.ts'
import { mediaTypeOf, withAnswer } from './answer.ts'
import { at, jsonOf } from './json.ts'

/** Records how a target answers where the specification is silent: its code and the kind of body. Never a breach. */
export function observedAnswer(exchange: Exchange, label?: string): Verdict {
  const verdict = withAnswer(exchange, (answer) => {
    const kind =
      answer.body.size === 0 ? 'without a body' : `with ${mediaTypeOf(answer) ?? 'an untyped body'}`
    const word = at(jsonOf(exchange), '/status')
    return observed(
      [
        label === undefined ? '' : `${label}: `,
        answer.status,
        ` ${kind}`,
        typeof word === 'string' ? `, status ${word}` : '',
      ].join(''),
    )
  })
  return verdict.kind !== 'observed'
    ? observed(`${label === undefined ? '' : `${label}: `}no answer`)
    : verdict
}
