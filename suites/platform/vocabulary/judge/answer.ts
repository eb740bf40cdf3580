import type { Answer, Exchange } from '../../../../conformance/exchange.ts'
import { header } from '../../../../conformance/exchange.ts'
import { cutOff, type Finding, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { finding } from '../../../claim.ts'

export { finding } from '../../../claim.ts'

/**
 * Judges the answer of an exchange.
 *
 * A target that breaks off an answer has answered wrongly. One that could not be reached, or that had not answered before
 * the timeout, has not answered at all: that decides nothing.
 */
export function withAnswer(exchange: Exchange, judge: (answer: Answer) => Verdict): Verdict {
  const { answer, failure } = exchange
  if (answer !== undefined && isPutOff(answer))
    return cutOff(`the target asked for a pause: ${answer.status}`)
  if (answer !== undefined) return judge(answer)
  const message = failure?.message ?? 'no answer was recorded'
  return isBrokenOff(exchange)
    ? failed({ ...finding(exchange, 'a whole HTTP answer', message), cause: brokenOff(exchange) })
    : cutOff(`${exchange.request.method} ${exchange.operation} got no answer: ${message}`)
}

/** Says whether a target broke off its answer. */
export const isBrokenOff = ({ failure }: Exchange): boolean =>
  failure?.kind === 'reset' || failure?.kind === 'cut-short' || failure?.kind === 'protocol'

/** A target that breaks off answers of one operation has another defect than one that does so elsewhere. */
const brokenOff = ({ operation }: Exchange): NonNullable<Finding['cause']> => ({
  observed: 'no whole answer',
  place: `the answer to ${operation}`,
})

/** Recognizes a rate limit (429), about which the specification says nothing, or a busy server that says when to retry. */
export const isPutOff = (answer: Answer): boolean =>
  answer.status === 429 || (answer.status === 503 && header(answer, 'retry-after') !== undefined)

/** Judges that the status code is one of the given ones. */
export function statusIs(exchange: Exchange, ...codes: readonly number[]): Verdict {
  return withAnswer(exchange, (answer) =>
    codes.includes(answer.status)
      ? passed()
      : failed(finding(exchange, `status ${codes.join(' or ')}`, describe(answer), 'status')),
  )
}

/** Judges that the status code lies in one of the given classes: 2 for 2xx. */
export function statusClassIs(exchange: Exchange, ...classes: readonly number[]): Verdict {
  return withAnswer(exchange, (answer) =>
    classes.includes(Math.floor(answer.status / 100))
      ? passed()
      : failed(
          finding(
            exchange,
            `status ${classes.map((digit) => `${digit}xx`).join(' or ')}`,
            describe(answer),
            'status',
          ),
        ),
  )
}

/** Judges that the status code lies in none of the given classes. */
export function statusClassIsNot(exchange: Exchange, ...classes: readonly number[]): Verdict {
  return withAnswer(exchange, (answer) =>
    classes.includes(Math.floor(answer.status / 100))
      ? failed(
          finding(
            exchange,
            `a status other than ${classes.map((digit) => `${digit}xx`).join(', ')}`,
            describe(answer),
            'status',
          ),
        )
      : passed(),
  )
}

/** Judges the media type, without its parameters and without regard to case. */
export function mediaTypeIs(exchange: Exchange, mediaType: string): Verdict {
  return withAnswer(exchange, (answer) =>
    mediaTypeOf(answer) === mediaType
      ? passed()
      : failed(
          finding(
            exchange,
            `Content-Type ${mediaType}`,
            header(answer, 'content-type') ?? 'no Content-Type',
            'content-type',
          ),
        ),
  )
}

export function mediaTypeOf(answer: Answer): string | undefined {
  return header(answer, 'content-type')?.split(';')[0]?.trim().toLowerCase()
}

export const succeeded = (exchange: Exchange): boolean =>
  exchange.answer !== undefined && exchange.answer.status >= 200 && exchange.answer.status < 300

/** Describes an answer by its status and the beginning of its body. */
export function describe(answer: Answer): string {
  const text = answer.body.text?.slice(0, 1000).replace(/\s+/g, ' ').trim().slice(0, 160)
  return text ? `${answer.status} ${text}` : `${answer.status} with ${answer.body.size} bytes`
}
