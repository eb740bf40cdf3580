import type { Exchange } from '../../../conformance/exchange.ts'
import { isLeft } from '../../../conformance/ports/receiver.ts'
import { failed, passed } from '../../../conformance/verdict.ts'
import { standing } from '../../claim.ts'
import { finding } from '../vocabulary/judge/answer.ts'

/** A slow body has ended by then. In some exchanges the suite waited for a shorter time. */
const LONGEST_MS = 10_000

/** True where the suite has not read the end of an answer, because it was too long or came too slowly (R26). */
const isUnread = ({ failure, timing, elapsedMs }: Exchange): boolean =>
  failure?.kind === 'too-large' ||
  (failure?.kind === 'timeout' && elapsedMs - (timing?.headMs ?? 0) < LONGEST_MS)

/** Holds for every status: an answer that begins also ends, and it is valid HTTP. */
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
