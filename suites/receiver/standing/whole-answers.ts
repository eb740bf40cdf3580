import type { Exchange } from '../../../conformance/exchange.ts'
import { isLeft } from '../../../conformance/ports/receiver.ts'
import { failed, passed } from '../../../conformance/verdict.ts'
import { standing } from '../../remedy.ts'
import { finding } from '../vocabulary/judge/answer.ts'

/** A body that comes slowly has ended by then; others were waited for less. */
const LONGEST_MS = 10_000

/** Nobody has read the end of an answer that is too long, or comes more slowly than it is waited for (R26). */
const isUnread = ({ failure, timing, elapsedMs }: Exchange): boolean =>
  failure?.kind === 'too-large' ||
  (failure?.kind === 'timeout' && elapsedMs - (timing?.headMs ?? 0) < LONGEST_MS)

/** Whatever the status is: an answer that begins also ends, and is HTTP. */
export const wholeAnswers = standing('receiver-ends-its-answers', ({ exchanges }) => {
  const answers = exchanges.filter(
    ({ operation, request, answer, failure }) =>
      operation === 'delivery' &&
      !isLeft(request.framing) &&
      (answer !== undefined || failure?.kind === 'protocol'),
  )
  if (answers.length === 0) return undefined
  const broken = answers.filter((exchange) => exchange.failure !== undefined && !isUnread(exchange))
  if (broken.length === 0) return passed()
  return failed(
    ...broken.map((exchange) =>
      finding(exchange, 'a whole HTTP answer', exchange.failure?.message ?? 'none'),
    ),
  )
})
