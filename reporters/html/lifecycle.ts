import type { ContractTables } from '../../conformance/contract.ts'
import type { RunRecord } from '../record.ts'
import { type Place, placesOf } from './layout.ts'
import { type Walk, wayThrough } from './walks.ts'

/** One way from state to state, as it was seen. */
export interface SeenEdge {
  readonly from: string
  readonly to: string
  readonly via: string
  readonly condition: string
  /** `published`: in the contract's table. `tolerated`: no breach. `unlisted`: the contract knows no such way. */
  readonly kind: 'published' | 'tolerated' | 'unlisted'
  readonly requirement?: string
  /** Quotes that were seen before and behind it. */
  readonly travelled: number
  /** Quotes that must have taken it between two looks. */
  readonly passedOver: number
}

/** What was asked for in a state that does not allow it, and turned down. */
export interface Refusal {
  readonly state: string
  readonly operation: string
  readonly status: number
  readonly times: number
}

export interface LifecycleView {
  readonly states: readonly (Place & { readonly meaning: string; readonly terminal: boolean })[]
  readonly edges: readonly SeenEdge[]
  readonly refusals: readonly Refusal[]
}

/** The state machine of the contract, with what a run saw of each way. */
export function lifecycleView(
  record: Pick<RunRecord, 'scenarios'>,
  contract: ContractTables,
  walks: readonly Walk[],
): LifecycleView {
  const travelled = new Map<string, number>()
  const passedOver = new Map<string, number>()
  const unlisted = new Map<string, number>()
  const count = (counts: Map<string, number>, from: string, to: string) =>
    counts.set(keyOf(from, to), (counts.get(keyOf(from, to)) ?? 0) + 1)
  for (const [from, to] of [...walks.flatMap(stepsOf), ...declines(record)]) {
    const way = wayThrough(contract, from, to)
    if (way === undefined) count(unlisted, from, to)
    else for (const [one, other] of way) count(way.length === 1 ? travelled : passedOver, one, other)
  }
  const known = contract.transitions.map(
    ({ published, ...edge }): SeenEdge => ({
      ...edge,
      kind: published ? 'published' : 'tolerated',
      travelled: travelled.get(keyOf(edge.from, edge.to)) ?? 0,
      passedOver: passedOver.get(keyOf(edge.from, edge.to)) ?? 0,
    }),
  )
  const strange = [...unlisted].map(([key, times]): SeenEdge => {
    const [from = '', to = ''] = key.split(' ')
    return { from, to, via: '', condition: '', kind: 'unlisted', travelled: times, passedOver: 0 }
  })
  const facts = new Map(contract.states.map((state) => [state.name, state]))
  return {
    states: placesOf(contract).map((place) => ({
      ...place,
      meaning: facts.get(place.name)?.meaning ?? 'before the quote exists',
      terminal: facts.get(place.name)?.terminal ?? false,
    })),
    edges: [
      ...known.filter(
        ({ kind, travelled, passedOver }) => kind === 'published' || travelled + passedOver > 0,
      ),
      ...strange,
    ],
    refusals: refusalsIn(record, walks),
  }
}

const keyOf = (from: string, to: string): string => `${from} ${to}`

function stepsOf({ sights }: Walk): readonly (readonly [string, string])[] {
  return sights.slice(1).flatMap(({ state }, index) => {
    const before = sights[index]?.state ?? ''
    // A repeated submit begins at `new` again, and no way leads there.
    return before === state || state === 'new' ? [] : [[before, state] as const]
  })
}

/** A declined submit names no quote: that it was created and declined shows in the answer alone. */
function declines({ scenarios }: Pick<RunRecord, 'scenarios'>): readonly (readonly [string, string])[] {
  const declined = /"status"\s*:\s*"declined"/
  return scenarios
    .flatMap(({ exchanges }) => exchanges)
    .filter(
      ({ operation, answer }) =>
        operation === 'submit' && answer?.status === 400 && declined.test(answer.body.text ?? ''),
    )
    .map(() => ['new', 'declined'] as const)
}

function refusalsIn({ scenarios }: Pick<RunRecord, 'scenarios'>, walks: readonly Walk[]): readonly Refusal[] {
  const byQuote = new Map(walks.map((walk) => [keyOf(walk.scenario, walk.quote), walk]))
  const found = scenarios.flatMap(({ scenario, exchanges }) =>
    exchanges.flatMap(({ operation, quoteId, answer, request }, index) => {
      if ((operation !== 'bind' && operation !== 'update') || answer === undefined) return []
      if (answer.status < 400 || answer.status >= 500 || request.credentials?.token !== 'own') return []
      const walk = byQuote.get(keyOf(scenario, quoteId ?? ''))
      const state = walk?.sights.findLast((sight) => sight.exchange < index)?.state
      return state === undefined ? [] : [{ state, operation, status: answer.status }]
    }),
  )
  const groups = Map.groupBy(found, ({ state, operation, status }) => `${state} ${operation} ${status}`)
  return [...groups.values()].flatMap((group) =>
    group[0] === undefined ? [] : [{ ...group[0], times: group.length }],
  )
}
