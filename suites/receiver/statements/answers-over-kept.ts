import { failed } from '../../../conformance/verdict.ts'
import { standing } from '../../claim.ts'
import { answerFinding } from '../vocabulary/judge/answer.ts'
import { isDropped, isOverUsed } from '../vocabulary/judge/used-connection.ts'

/** A receiver may close one connection just when a delivery comes. */
const LEAST = 2

/**
 * A forgery is answered on a kept connection too (R30). It says nothing of receivers that close their connections after other answers
 * as well, since HTTP lets them.
 */
export const answersOverKept = standing('receiver-refuses-without-crashing', ({ exchanges }) => {
  const over = exchanges.filter((one) => one.operation === 'delivery' && isOverUsed(one))
  const right = over.filter(({ request }) => request.signedWith !== undefined)
  if (right.length < LEAST || right.some(isDropped)) return undefined
  const dropped = over.filter(isDropped)
  if (dropped.length < LEAST) return undefined
  return failed(...dropped.map((one) => answerFinding(one, 'an answer below 500', 'on a kept connection')))
})
