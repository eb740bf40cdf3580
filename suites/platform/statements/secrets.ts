import type { Exchange } from '../../../conformance/exchange.ts'
import type { OperatorAction } from '../../../conformance/ports/operator.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import { all, failed, passed, type Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import { clientIdOf } from '../ledger/accounts.ts'
import { isDone, textAt } from '../ledger/endpoints.ts'
import { type PlatformStandingClaim, standing } from '../vocabulary/context.ts'
import { finding, succeeded } from '../vocabulary/judge/answer.ts'

/** A kind of secrets: the actions that make one, and those whose answers may show it again. */
interface Kind {
  readonly name: string
  readonly requirement: string
  readonly makers: readonly string[]
  readonly showing: readonly OperatorAction[]
}

const KINDS: readonly Kind[] = [
  {
    name: 'client',
    requirement: 'client-secret-is-shown-once',
    makers: ['create_client'],
    showing: ['show_client'],
  },
  {
    name: 'integration key',
    requirement: 'integration-key-is-shown-once',
    makers: ['create_key', 'rotate_key'],
    // The answer to a replacement may show another key than its own.
    showing: ['list_keys', 'rotate_key'],
  },
  {
    name: 'webhook key',
    requirement: 'webhook-key-is-shown-once',
    makers: ['create_webhook_key'],
    showing: ['revoke_webhook_key', 'register_portal_account'],
  },
]

/** The actions of a ledger that made a secret of a kind. */
const makersIn = ({ exchanges }: Facts<Spec>, { makers }: Kind): readonly Exchange[] =>
  exchanges.filter(
    (one) =>
      one.holds !== undefined && makers.includes(one.action?.name ?? '') && !isMistaken(one, exchanges),
  )

/** Says whether a client has its id as its secret and no token was granted for it: a profile may take one for the other. */
const isMistaken = (made: Exchange, exchanges: readonly Exchange[]): boolean =>
  made.action?.name === 'create_client' &&
  made.action.secretEnd === undefined &&
  !exchanges.some(
    (one) =>
      one.operation === 'token' &&
      succeeded(one) &&
      one.request.client?.secret === one.request.client?.id &&
      clientIdOf(one) === textAt(made, 'client_id'),
  )

/** Says whether an action made a secret that an earlier one had made. */
const isAgain = ({ id, holds = [] }: Exchange): boolean => !holds.includes(id)

/** Judges that only the answer that made a secret holds it (5.rule.7, R36). Of equal ones another statement says that they are equal. */
function shownOnce(facts: Facts<Spec>, kind: Kind): Verdict | undefined {
  const made = makersIn(facts, kind)
  const [first] = made
  if (first === undefined) return undefined
  const ids = new Set(made.map(({ id }) => id))
  const again = facts.exchanges.find(
    (one) => one.holds?.some((id) => id !== one.id && ids.has(id)) && !(made.includes(one) && isAgain(one)),
  )
  if (again !== undefined)
    return failed(
      finding(
        again,
        `no answer with the secret of a ${kind.name} but the one that made it`,
        'an answer with it',
      ),
    )
  const isShownLater = facts.exchanges.some(
    (one) => one !== first && isDone(one) && kind.showing.some((name) => name === one.action?.name),
  )
  return isShownLater ? passed() : undefined
}

/** Judges that no secret of a kind is one that was there before (5.rule.7). */
function eachAnother(facts: Facts<Spec>, kind: Kind): readonly Verdict[] {
  const [, ...later] = makersIn(facts, kind)
  return later.map((one) =>
    isAgain(one)
      ? failed(finding(one, `a secret that no other ${kind.name} has had`, 'a secret that existed before'))
      : passed(),
  )
}

/** Statements on the secrets of clients, integration keys and webhook keys that operators made (2.6, 5.rule.7, R36). */
export const secretStatements: readonly PlatformStandingClaim[] = [
  ...KINDS.map((kind) => {
    const [action, ...others] = kind.showing
    const needs = action === undefined || others.length > 0 ? [] : [{ operator: action }]
    return { ...standing(kind.requirement, (facts) => shownOnce(facts, kind)), needs }
  }),
  standing('lost-secret-is-replaced', (facts) => {
    const verdicts = KINDS.flatMap((kind) => eachAnother(facts, kind))
    return verdicts.length === 0 ? undefined : all(verdicts)
  }),
]
