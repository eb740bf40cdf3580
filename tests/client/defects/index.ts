import { defectsIn } from '../../defect-table.ts'
import type { Change } from './operators.ts'

/** A client with a defect, and what a run must say of it. */
export interface Defect {
  /** The change by an operator; absent for a defect that is written by hand. */
  readonly change?: Change
  /** Scenarios in which the defect shows. */
  readonly in: readonly string[]
  /** The requirements that must fail. */
  readonly finds: readonly string[]
  /** The requirements that must only warn. */
  readonly warns?: readonly string[]
}

function clientDefectOf(
  _name: string,
  scenario: string,
  { finds, warns, ...change }: Omit<Defect, 'change' | 'in'> & Change,
): Defect {
  const isByHand = Object.keys(change).length === 0
  return { in: [scenario], finds, ...(warns && { warns }), ...(!isByHand && { change }) }
}

/** Clients with one defect each, by a description of the defect. */
export const defects: Readonly<Record<string, Defect>> = Object.assign(
  {},
  ...['journeys.yaml', 'answers.yaml', 'access.yaml'].map((table) =>
    defectsIn(table, import.meta.url, clientDefectOf),
  ),
)
