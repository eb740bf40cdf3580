import { failed, passed } from '../../../conformance/verdict.ts'
import { type ReceiverStandingClaim, standing } from '../vocabulary/context.ts'
import { finding } from '../vocabulary/judge/answer.ts'

/** Whatever the status is: an answer that begins also ends, and is HTTP. */
export const wholeAnswers: ReceiverStandingClaim = standing('receiver-ends-its-answers', ({ exchanges }) => {
  const answers = exchanges.filter(
    ({ operation, request, answer, failure }) =>
      operation === 'delivery' &&
      request.framing !== 'broken-off' &&
      (answer !== undefined || failure?.kind === 'protocol'),
  )
  if (answers.length === 0) return undefined
  // Nobody has read the end of an answer that is too long.
  const broken = answers.filter(({ failure }) => failure !== undefined && failure.kind !== 'too-large')
  if (broken.length === 0) return passed()
  return failed(
    ...broken.map((exchange) =>
      finding(exchange, 'a whole HTTP answer', exchange.failure?.message ?? 'none'),
    ),
  )
})
