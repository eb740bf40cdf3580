import { ENTRY_KINDS, type EntryKind, type Ledger } from '../../conformance/ledger.ts'
import { onceFor } from '../../conformance/once.ts'
import type { Spec } from '../../spec/index.ts'
import { platformSuite } from '../../suites/platform/index.ts'

/** A ledger of which a random part of one kind of entry is missing, and that says so. */
export function thinned(ledger: Ledger, kind: EntryKind, random: () => number): Ledger {
  const share = random()
  const stays = (isOfKind: boolean) => !isOfKind || random() < share
  return {
    exchanges: ledger.exchanges.filter(({ operation }) =>
      stays(kind === (operation === 'operator' ? 'operator' : 'requests')),
    ),
    arrivals: ledger.arrivals?.filter(() => stays(kind === 'deliveries')) ?? [],
    whole: ENTRY_KINDS.filter((one) => one !== kind),
  }
}

const suiteOf = onceFor(platformSuite)

/** Ids of the statements that may judge a ledger, by what it says is whole, and that find a breach in it. */
export function alarms(ledger: Ledger, spec: Spec, exempt: readonly string[] = []): readonly string[] {
  const { whole = ENTRY_KINDS } = ledger
  return suiteOf(spec)
    .standing.filter(({ relies = [] }) => relies.every((kind) => whole.includes(kind)))
    .filter(({ requirement }) => !exempt.includes(requirement))
    .filter((claim) => claim.judge({ ...ledger, spec })?.kind === 'failed')
    .map(({ requirement }) => requirement)
}

/** Numbers from 0 to below 1 that follow from a seed. */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
