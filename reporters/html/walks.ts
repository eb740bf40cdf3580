import type { ContractTables } from '../../conformance/contract.ts'
import type { Exchange } from '../../conformance/exchange.ts'
import type { RunRecord } from '../record.ts'

/** One moment in the life of a quote, as an exchange showed it. */
interface Sight {
  readonly state: string
  readonly exchange: number
}

/** What one scenario saw of one quote: its states, oldest first, by the place of the exchange that showed each. */
export interface Walk {
  readonly scenario: string
  readonly quote: string
  readonly sights: readonly Sight[]
}

/** The state of a quote that an answer shows, and whose it is. */
function sightIn({ operation, quoteId, answer }: Exchange): { quote: string; state: string } | undefined {
  if ((operation !== 'submit' && operation !== 'status') || answer === undefined || answer.status >= 300)
    return undefined
  const record = recordIn(answer.body.text)
  const quote = quoteId ?? record?.quote_id
  const state = record?.quote_status
  return typeof quote === 'string' && typeof state === 'string' ? { quote, state } : undefined
}

function recordIn(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = JSON.parse(text ?? '') as { data?: unknown } | null
    const data = value?.data
    return typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** Every quote that a run saw, scenario by scenario. */
export function walksOf({ scenarios }: Pick<RunRecord, 'scenarios'>): readonly Walk[] {
  return scenarios.flatMap(({ scenario, exchanges }) => {
    const quotes = new Map<string, Sight[]>()
    for (const [index, exchange] of exchanges.entries()) {
      const sight = sightIn(exchange)
      if (sight === undefined) continue
      const sights = quotes.get(sight.quote) ?? []
      if (exchange.operation === 'submit') sights.push({ state: 'new', exchange: index })
      sights.push({ state: sight.state, exchange: index })
      quotes.set(sight.quote, sights)
    }
    return [...quotes].map(([quote, sights]) => ({ scenario, quote, sights }))
  })
}

/** The state that a quote was in while an exchange went on: seen before and seen again afterwards. */
export function stateDuring({ sights }: Walk, exchange: number): string | undefined {
  const before = sights.findLast((sight) => sight.exchange < exchange)
  const after = sights.find((sight) => sight.exchange > exchange)
  return before !== undefined && before.state === after?.state ? before.state : undefined
}

/** The ways that lead from one state to another through states that a watcher may miss; undefined where none does. */
export function wayThrough(
  { states, transitions }: ContractTables,
  from: string,
  to: string,
): readonly (readonly [from: string, to: string])[] | undefined {
  const transient = new Set(states.filter((state) => state.transient).map(({ name }) => name))
  const queue: (readonly string[])[] = [[from]]
  const seen = new Set([from])
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const last = path.at(-1) as string
    if (last === to && path.length > 1)
      return path.slice(1).map((state, index) => [path[index] as string, state])
    if (path.length > 1 && !transient.has(last)) continue
    for (const edge of transitions) {
      if (edge.from !== last || (seen.has(edge.to) && edge.to !== to)) continue
      seen.add(edge.to)
      queue.push([...path, edge.to])
    }
  }
  return undefined
}
