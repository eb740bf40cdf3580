import type { BehaviourChange } from '../../../../behaviour.ts'
import { type ApiOperation, isDocument } from '../../../../http/answer.ts'
import { isObject } from '../../../../validation/types.ts'
import { operating, quoteOf } from '../../../answers.ts'
import { instead } from '../../../instead.ts'
import { skippingFields } from '../../../skipping-fields.ts'
import { maybe, number, one, replacing, some, textArgument } from '../../arguments.ts'
import { anyOperation, platformOperator } from './operator.ts'

/** Arguments that pick bodies: members that they have or lack, and patterns that their JSON fits, all of them. */
export const BODIES = {
  with: maybe(some(textArgument)),
  without: maybe(some(textArgument)),
  like: maybe(some(textArgument)),
}

type Bodies = { readonly [Name in keyof typeof BODIES]: ReturnType<(typeof BODIES)[Name]> }

export const picking = ({
  with: has = [],
  without = [],
  like = [],
}: Bodies): ((body: unknown) => boolean) => {
  const patterns = like.map((pattern) => new RegExp(pattern, 'u'))
  return (body) => {
    const members = isObject(body) ? body : {}
    const json = JSON.stringify(body) ?? ''
    return (
      has.every((name) => name in members) &&
      without.every((name) => isObject(body) && !(name in members)) &&
      patterns.every((pattern) => pattern.test(json))
    )
  }
}

/** Refuses some bodies of requests that are right. */
const refusing = (
  operations: readonly ApiOperation[],
  isMeant: (body: unknown) => boolean,
  code = 400,
): BehaviourChange =>
  operating(operations, (standard, call, platform) => {
    const isKnown = call.operation === 'submit' || quoteOf(call, platform) !== undefined
    return isKnown && isMeant(call.body) && !isDocument(call.operation)
      ? platform.behaviour.answers.error(code, 'This cannot be processed.')
      : standard()
  })

/** Mistakes in how bodies are read and checked (2.1, 2.4). */
export const BODY_OPERATORS = [
  platformOperator(
    { refusesBody: some(anyOperation), code: maybe(number), ...BODIES },
    ({ refusesBody, code, ...bodies }) => refusing(refusesBody, picking(bodies), code),
  ),
  platformOperator(
    { skips: textArgument, of: one('submission', 'update'), ...BODIES },
    ({ skips, of, ...bodies }) =>
      skippingFields(of, picking(bodies), (field) => new RegExp(skips, 'u').test(field)),
  ),
  platformOperator({ unreadable: textArgument }, ({ unreadable }) => {
    const pattern = new RegExp(unreadable, 'i')
    return instead('http.reads', (usual, text) => !pattern.test(text) && usual(text))
  }),
  platformOperator({ readAs: replacing }, ({ readAs }) =>
    instead('http.asJson', (usual, text) => readAs(usual(text))),
  ),
]
