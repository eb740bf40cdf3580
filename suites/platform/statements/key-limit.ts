import { isDeepStrictEqual } from 'node:util'
import type { Exchange } from '../../../conformance/exchange.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import { all, failed, passed, type Verdict } from '../../../conformance/verdict.ts'
import { isDecision } from '../../../model/access/status.ts'
import type { Spec } from '../../../spec/spec.ts'
import { endOfAction, openingOf, shownIn } from '../ledger/accounts.ts'
import { textAt } from '../ledger/endpoints.ts'
import { type PlatformStandingClaim, standing } from '../vocabulary/context.ts'
import { finding, succeeded } from '../vocabulary/judge/answer.ts'
import { under } from '../vocabulary/operator/step.ts'

const MOST = 2

const NO_MORE = 'no key beside the primary and the secondary one'

/** How many keys an account holds at least. The rows of a list are not counted, since a portal may show empty slots. */
interface Held {
  readonly count: number
  /** The last list since the keys changed, while the account was not closed. */
  readonly listed: unknown
  /** The account was closed, or somebody tried to, and no list has shown since then that it has the same keys. */
  readonly mayBeLost: boolean
}

/** The keys after an action. */
function afterwards(held: Held, one: Exchange): Held {
  const { name } = one.action ?? {}
  if (isDecision(name) && name !== 'approve_partner') return { ...held, mayBeLost: true }
  if ((name === 'create_key' || name === 'rotate_key') && endOfAction(one) === 'done')
    return { ...held, listed: undefined, count: held.count + (name === 'create_key' ? 1 : 0) }
  const listed = name === 'list_keys' ? shownIn(one) : undefined
  if (listed === undefined) return held
  return held.mayBeLost
    ? { ...held, mayBeLost: !isDeepStrictEqual(listed, held.listed) }
    : { ...held, listed }
}

const WORDS: Readonly<Record<string, (one: Exchange) => string>> = {
  create_key: () => 'once there were two',
  rotate_key: (one) => `after the ${textAt(one, 'slot')} key was replaced`,
  approve_partner: () => 'after the account was approved again',
}

/** Judges each request for a key of an account that has two for sure. The keys that came at once count together. */
function judged(actions: readonly Exchange[], first: Held): readonly Verdict[] {
  let held = first
  let when: string | undefined
  return actions.flatMap((one): readonly Verdict[] => {
    const isFull = held.count >= MOST && !held.mayBeLost
    const end = one.action?.name === 'create_key' && isFull ? endOfAction(one) : 'unknown'
    const verdict = end === 'done' ? failed(finding(one, NO_MORE, 'it was done')) : passed()
    const verdicts = end === 'unknown' ? [] : [under(when, verdict)]
    held = afterwards(held, one)
    if (endOfAction(one) === 'done') when = WORDS[one.action?.name ?? '']?.(one) ?? when
    return verdicts
  })
}

/** How many keys of the profile's own account were let in. */
const ownKeys = ({ exchanges }: Facts<Spec>): number =>
  ['primary', 'secondary'].filter((key) =>
    exchanges.some((one) => one.request.credentials?.key === key && isLetIn(one)),
  ).length

const isLetIn = (one: Exchange): boolean => succeeded(one) || one.answer?.status === 404

/** The statement that no account has more than two integration keys, whatever was done with them before (2.6, R36). */
export const keyLimitStatements: readonly PlatformStandingClaim[] = [
  standing('integration-keys-are-at-most-two', (facts) => {
    const byAccount = Map.groupBy(
      facts.exchanges.filter(({ action }) => action !== undefined),
      (one) => textAt(one, 'partner_id'),
    )
    const verdicts = [...byAccount].flatMap(([account, actions]) => {
      if (account === undefined) return []
      const count = openingOf(facts).has(account) ? 0 : ownKeys(facts)
      return judged(actions, { count, listed: undefined, mayBeLost: false })
    })
    return verdicts.length === 0 ? undefined : all(verdicts)
  }),
]
