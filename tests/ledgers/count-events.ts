import type { Facts } from '../../conformance/scenario.ts'
import type { Spec } from '../../spec/spec.ts'
import { deliveryStatements } from '../../suites/platform/statements/deliveries.ts'
import { eventStatements } from '../../suites/platform/statements/events.ts'
import { typeOf } from '../../suites/platform/vocabulary/events/event.ts'
import { CHANGES, type Change, eventsOf, failingOn, type Pick } from './changed.ts'
import { mayBeRight } from './legal.ts'

interface Row {
  /** The ledger has nothing that the event has to follow. */
  unplaced: number
  /** A right platform may show it. */
  right: number
  wrong: number
  noticed: number
  readonly by: Map<string, number>
}

/**
 * Changes one event of a ledger at a time, and counts how often the statements about events notice it, by change and type. A change
 * that a right platform may show, by the model, counts apart.
 *
 * @returns the lines to print
 * @throws Error where nothing was noticed at all
 */
export function countEvents(ledgers: readonly Facts<Spec>[], count: number, pick: Pick): readonly string[] {
  const statements = [...eventStatements, ...deliveryStatements]
  // Each scenario counts alike: one has most of the events, and its endpoints fail on purpose.
  const events = ledgers.map(eventsOf).filter((some) => some.length > 0)
  const rows = new Map<string, Row>()
  for (let done = 0; done < count; done += 1) {
    const [event, change] = [pick(pick(events) ?? []), pick(Object.keys(CHANGES) as Change[])]
    if (event === undefined || change === undefined) throw new Error('the sandbox delivered nothing')
    const key = `${change} ${typeOf(event.arrival)}`
    const row: Row = rows.get(key) ?? { unplaced: 0, right: 0, wrong: 0, noticed: 0, by: new Map() }
    rows.set(key, row)
    const changed = CHANGES[change](event, pick)
    if (changed === undefined) {
      row.unplaced += 1
      continue
    }
    const failing = failingOn(changed, statements)
    if (failing.length === 0 && mayBeRight(changed)) row.right += 1
    else row.wrong += 1
    row.noticed += failing.length > 0 ? 1 : 0
    for (const id of failing) row.by.set(id, (row.by.get(id) ?? 0) + 1)
  }
  if ([...rows.values()].every(({ noticed }) => noticed === 0))
    throw new Error('no statement noticed any change')
  return [
    `${events.length} ledgers with ${events.flat().length} events of quotes`,
    ...[...rows].sort().flatMap(([key, { unplaced, right, wrong, noticed, by }]) => {
      const noticing = [...by]
        .sort(([, one], [, other]) => other - one)
        .map(([id, times]) => `${id} ${times}`)
      const apart = `${right} that a right platform may show, ${unplaced} without a place`
      return [
        `${key}: ${noticed} of ${wrong} noticed, besides ${apart}`,
        ...(noticing.length > 0 ? [`  ${noticing.join(', ')}`] : []),
      ]
    }),
  ]
}
