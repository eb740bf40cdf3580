import type { Exchange } from '../../../conformance/exchange.ts'
import { onceFor } from '../../../conformance/once.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import { standingOfKey } from '../../../model/access/key.ts'
import type { Standing } from '../../../model/access/standing.ts'
import type { Spec } from '../../../spec/spec.ts'
import { succeeded } from '../vocabulary/judge/answer.ts'
import { keyNameOf } from '../vocabulary/operator/key-name.ts'
import { decidedSince, endOfAction } from './accounts.ts'
import { isDone, textAt } from './endpoints.ts'
import { isOverBefore, meantimeOf } from './meantimes.ts'
import { isOver } from './timeline.ts'

type Slot = 'primary' | 'secondary'

/** An integration key that an operator made for an account that the run opened. */
export interface KeyOfAccount {
  readonly name: string
  readonly account: string
  /** Absent where it is not known, such as for several keys that were asked for at once. */
  readonly slot?: Slot
  readonly made: Exchange
  /** The action that put another key into its slot. */
  readonly replaced?: Exchange
}

/** How long a new key may take to become effective, in milliseconds. */
const TAKES_EFFECT_MS = 60_000

/** So often is a key let in where each of the eight operations knows it. */
const OFTEN = 8

/** The keys of one account, of which the run made all. */
function keysOf(account: string, actions: readonly Exchange[]): readonly KeyOfAccount[] {
  const keys: (KeyOfAccount & { replaced?: Exchange })[] = []
  const holder = (slot: Slot) => keys.find((one) => one.slot === slot && one.replaced === undefined)
  for (const made of actions) {
    const { name } = made.action ?? {}
    const others = actions.filter((one) => one !== made && one.action?.name === 'create_key')
    const isSingle = others.every((one) => isOverBefore(one, made) || isOverBefore(made, one))
    const free = holder('primary') === undefined ? 'primary' : 'secondary'
    const slot = name === 'rotate_key' ? textAt(made, 'slot') : isSingle ? free : undefined
    const isSlot = slot === 'primary' || slot === 'secondary'
    const before = isSlot ? holder(slot) : undefined
    if (before !== undefined) before.replaced = made
    if (isDone(made)) keys.push({ name: keyNameOf(made), account, made, ...(isSlot && { slot }) })
  }
  return keys
}

/** The actions that made or replaced a key of an account, or may have, the latest first. */
export const actionsOnKeys = (account: string, { exchanges }: Facts<Spec>): readonly Exchange[] =>
  exchanges
    .filter(
      (one) =>
        ['create_key', 'rotate_key'].includes(one.action?.name ?? '') &&
        textAt(one, 'partner_id') === account &&
        endOfAction(one) !== 'refused',
    )
    .toReversed()

/** The keys of the accounts that the run opened, by their names. */
export const keysOfAccounts = onceFor((facts: Facts<Spec>): ReadonlyMap<string, KeyOfAccount> => {
  const opened = facts.exchanges.flatMap((one) =>
    one.action?.name === 'register_partner' && isDone(one) ? [textAt(one, 'partner_id') ?? ''] : [],
  )
  const keys = opened.flatMap((account) => keysOf(account, actionsOnKeys(account, facts).toReversed()))
  return new Map(keys.map((key) => [key.name, key]))
})

/** The requests with each made key that were let in. */
const letInWith = onceFor(({ exchanges }: Facts<Spec>) =>
  Map.groupBy(exchanges.filter(succeeded), ({ request }) => request.credentials?.key),
)

/** Says if a made key is good at a request, by what was done to it and to its account. */
export function standingOfMadeKey(key: KeyOfAccount, use: Exchange, facts: Facts<Spec>): Standing {
  const { made, replaced, account } = key
  const letIn = (name: string, since: Exchange): number =>
    (letInWith(facts).get(name) ?? []).filter((one) => isOverBefore(since, one) && isOverBefore(one, use))
      .length
  const closed = decidedSince(account, { suiteMs: made.startedAt }, use, facts)
  const its = [...keysOfAccounts(facts).values()].filter((one) => one.account === account)
  return standingOfKey(
    {
      hasArrived:
        letIn(key.name, made) >= OFTEN ||
        isOver(meantimeOf(made).to.suiteMs, meantimeOf(use).from, TAKES_EFFECT_MS, facts),
      mayBeLost: closed !== undefined && its.every(({ name }) => letIn(name, closed) === 0),
      ...(replaced && { replaced: { during: meantimeOf(replaced), isSure: isDone(replaced) } }),
    },
    meantimeOf(use),
  )
}
