import type { BehaviourChange } from '../../../behaviour.ts'
import { type ApiOperation, isDocument } from '../../../http/answer.ts'
import type { Shown } from '../../../office/rules.ts'
import type { Platform } from '../../../platform.ts'
import { isObject } from '../../../validation/types.ts'
import { answering, formed, OF_ONE_QUOTE, operating, quoteOf, rewritten } from '../../answers.ts'
import { skippingFields } from '../../skipping-fields.ts'
import {
  type Arguments,
  maybe,
  number,
  one,
  operatorOn,
  replacing,
  some,
  textArgument,
} from '../arguments.ts'
import { changing, fitsMembers, MEMBERS } from '../members.ts'
import type { SlipOperator } from '../product.ts'

/** An operator that goes wrong always. */
const operator = <A extends object>(
  reads: Arguments<A>,
  change: (given: A) => BehaviourChange,
): SlipOperator<Platform> => operatorOn<Platform>()(reads, (given) => () => change(given))

const operation = one('submit', ...OF_ONE_QUOTE)

/** Arguments that pick bodies: members that they have or lack, and patterns that their JSON fits, all of them. */
const BODIES = {
  with: maybe(some(textArgument)),
  without: maybe(some(textArgument)),
  like: maybe(some(textArgument)),
}

type Bodies = { readonly [Name in keyof typeof BODIES]: ReturnType<(typeof BODIES)[Name]> }

const picking = ({ with: has = [], without = [], like = [] }: Bodies): ((body: unknown) => boolean) => {
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

const outcome = one('ready_to_bind', 'underwriter_review', 'approved_rate', 'failed', 'declined')

/** Changes the attempts or the deliveries of a log. */
const logged =
  (what: 'delivery' | 'attempt', change: (rows: readonly Shown[]) => readonly Shown[]): BehaviourChange =>
  ({ logs }) => ({
    logs: {
      shown(endpoint, platform) {
        const all = logs.shown(endpoint, platform)
        if (what === 'delivery') return change(all)
        return all.map((one) => ({ ...one, attempts: change(one.attempts as readonly Shown[]) }))
      },
    },
  })

const row = one('delivery', 'attempt')

/** Mistakes of a whole platform, in no circumstances. */
export const PLATFORM_OPERATORS = [
  operator(
    {
      answer: some(operation),
      from: maybe(number),
      code: maybe(number),
      type: maybe(textArgument),
      ...MEMBERS,
    },
    ({ answer: operations, from, ...given }) =>
      answering(operations, (answer) =>
        from === undefined || answer.status === from
          ? formed(rewritten(answer, changing(given)), given)
          : answer,
      ),
  ),
  operator(
    { unchecked: one('secret', 'grantType', 'scope', 'active', 'account') },
    ({ unchecked }) =>
      () => ({
        tokenChecks: { [unchecked]: () => undefined },
      }),
  ),
  operator({ eventBody: one('changed'), ...MEMBERS }, (given) => ({ events }) => ({
    events: { body: (...event) => changing(given)(events.body(...event)) },
  })),
  operator({ describes: replacing }, ({ describes }) => ({ http }) => ({
    http: { description: (yaml) => describes(http.description(yaml)) },
  })),
  operator({ rates: outcome, as: outcome }, ({ rates, as }) => ({ rating }) => ({
    rating: {
      outcome(submission) {
        const right = rating.outcome(submission)
        return right === rates ? as : right
      },
    },
  })),
  operator(
    { refusesBody: some(operation), code: maybe(number), ...BODIES },
    ({ refusesBody, code, ...bodies }) => refusing(refusesBody, picking(bodies), code),
  ),
  operator({ skips: textArgument, of: one('submission', 'update'), ...BODIES }, ({ skips, of, ...bodies }) =>
    skippingFields(of, picking(bodies), (field) => new RegExp(skips, 'u').test(field)),
  ),
  operator(
    { account: one('pending', 'active', 'disabled', 'denied'), shownAs: textArgument },
    ({ account, shownAs }) =>
      ({ accounts }) => ({
        accounts: {
          shown(partner, platform) {
            const shown = accounts.shown(partner, platform)
            return partner.status === account ? { ...shown, status: shownAs } : shown
          },
        },
      }),
  ),
  operator({ logged: row, ...MEMBERS }, ({ logged: what, ...given }) =>
    logged(what, (rows) => rows.map(changing(given))),
  ),
  operator({ unlogged: row, where: MEMBERS.where }, ({ unlogged, ...given }) =>
    logged(unlogged, (rows) => rows.filter((one) => !fitsMembers(one, given))),
  ),
  operator({ money: replacing }, ({ money }) => ({ formats }) => ({
    formats: { money: (dollars) => money(formats.money(dollars)) },
  })),
]
