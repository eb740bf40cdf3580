import type { Answer, Exchange } from '../../../../conformance/exchange.ts'
import { header } from '../../../../conformance/exchange.ts'
import { cutOff, type Finding, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'

/**
 * Hands the answer of an exchange to a judgement.
 *
 * A target that breaks off an answer has answered wrongly. One that could not be reached, or that had not answered when
 * patience ended, has not answered at all: that decides nothing.
 */
export function withAnswer(exchange: Exchange, judge: (answer: Answer) => Verdict): Verdict {
  const { answer, failure } = exchange
  if (answer !== undefined && isPutOff(answer))
    return cutOff(`the target asked to be left alone: ${answer.status}`)
  if (answer !== undefined) return judge(answer)
  const message = failure?.message ?? 'no answer was recorded'
  const broken = failure?.kind === 'reset' || failure?.kind === 'cut-short' || failure?.kind === 'protocol'
  return broken
    ? failed(finding(exchange, 'a whole HTTP answer', message))
    : cutOff(`${exchange.request.method} ${exchange.operation} got no answer: ${message}`)
}

/** A rate limit, which the specification says nothing of, or a server that is busy and says until when. */
export const isPutOff = (answer: Answer): boolean =>
  answer.status === 429 || (answer.status === 503 && header(answer, 'retry-after') !== undefined)

/** A finding about an exchange. Where it is about the status, that is its cause, and not the body shown beside it. */
export function finding(exchange: Exchange, expected: string, observed: string, at?: string): Finding {
  const status = exchange.answer?.status
  return {
    ...{ expected, observed, exchange: exchange.id },
    ...(at === undefined ? {} : { at }),
    ...(at === 'status' && status !== undefined && { cause: { observed: `status ${status}` } }),
  }
}

/** The status code is one of those. */
export function statusIs(exchange: Exchange, ...codes: readonly number[]): Verdict {
  return withAnswer(exchange, (answer) =>
    codes.includes(answer.status)
      ? passed()
      : failed(finding(exchange, `status ${codes.join(' or ')}`, describe(answer), 'status')),
  )
}

/** The status code lies in a class: 2 for 2xx. */
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

/** The status code lies in none of those classes. */
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

/** The media type, compared without parameters and without case. */
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

/** An answer in a few words: its status and the beginning of its body. */
export function describe(answer: Answer): string {
  const text = answer.body.text?.slice(0, 1000).replace(/\s+/g, ' ').trim().slice(0, 160)
  return text ? `${answer.status} ${text}` : `${answer.status} with ${answer.body.size} bytes`
}
