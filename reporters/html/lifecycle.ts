import type { SeenRefusal, SeenTransition, TransitionRow, ViewTables } from '../../conformance/views.ts'
import type { RunRecord } from '../record.ts'
import { type StatePlace, statePlaces } from './layout.ts'
import { mergeEqualRows } from './merge-equal-rows.ts'

/** One transition between two states, with the number of quotes that took it. */
export interface DrawnEdge extends Omit<TransitionRow, 'published'> {
  /**
   * `published`: in the table of the specification. `tolerated`: not in the table, but no breach. `unlisted`: no path leads
   * there.
   */
  readonly kind: 'published' | 'tolerated' | 'unlisted'
  readonly travelled: number
  readonly passedOver: number
}

export interface LifecycleDrawing {
  readonly states: readonly (StatePlace & { readonly meaning: string; readonly terminal: boolean })[]
  readonly edges: readonly DrawnEdge[]
  readonly refusals: readonly SeenRefusal[]
}

/** Draws the state machine of the specification, with what the scenarios of a run saw of each transition. */
export function lifecycleDrawing(
  { scenarios }: Pick<RunRecord, 'scenarios'>,
  tables: ViewTables,
): LifecycleDrawing {
  const seen = mergeEqualRows(scenarios.flatMap(({ views }) => views?.transitions ?? []))
  const times = (kind: SeenTransition['kind'], from: string, to: string) =>
    seen.find((one) => one.kind === kind && one.from === from && one.to === to)?.times ?? 0
  const drawn = tables.transitions.map(
    ({ published, ...row }): DrawnEdge => ({
      ...row,
      kind: published ? 'published' : 'tolerated',
      travelled: times('travelled', row.from, row.to),
      passedOver: times('passed-over', row.from, row.to),
    }),
  )
  const unlisted = seen
    .filter(({ kind }) => kind === 'unlisted')
    .map(
      ({ from, to, times: travelled }): DrawnEdge => ({
        ...{ from, to, via: '', condition: '', kind: 'unlisted' },
        travelled,
        passedOver: 0,
      }),
    )
  const rows = new Map(tables.states.map((state) => [state.name, state]))
  return {
    states: statePlaces(tables).map((place) => ({
      ...place,
      meaning: rows.get(place.name)?.meaning ?? 'before the quote exists',
      terminal: rows.get(place.name)?.terminal ?? false,
    })),
    edges: [
      ...drawn.filter(
        ({ kind, travelled, passedOver }) => kind === 'published' || travelled + passedOver > 0,
      ),
      ...unlisted,
    ],
    refusals: mergeEqualRows(scenarios.flatMap(({ views }) => views?.refusals ?? [])),
  }
}
