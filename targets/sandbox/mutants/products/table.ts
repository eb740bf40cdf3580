import { type BehaviourChanges, standardBehaviour } from '../../behaviour.ts'
import type { Mutant } from '../mutant.ts'
import {
  type Arguments,
  anything,
  maybe,
  members,
  readArguments,
  some,
  textArgument,
  yes,
} from './arguments.ts'
import { rowForEach } from './each.ts'
import {
  changesTogether,
  type ProductKind,
  type Slip,
  type SlipOperator,
  together,
  withId,
} from './product.ts'

/** A table of slips and of mutants, by their ids. */
export interface MutantTable {
  readonly slips?: Rows
  readonly mutants?: Rows
  /** Mutants by the requirements that they break: `status-code, error-envelope`. A row that is a text is a defect by hand. */
  readonly breaks?: Readonly<Record<string, Readonly<Record<string, Rows[string] | string>>>>
}

type Rows = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** The rows of all mutants of a table, each with the requirements that it breaks. */
const rowsIn = ({ mutants = {}, breaks = {} }: MutantTable): readonly (readonly [string, Rows[string]])[] => [
  ...Object.entries(mutants),
  ...Object.entries(breaks).flatMap(([ids, rows]) =>
    Object.entries(rows).map(([id, row]): readonly [string, Rows[string]] => {
      const more = typeof row === 'string' ? { says: row } : row
      return [id, { kills: ids.split(', '), ...more }]
    }),
  ),
]

/** The members of a row beside the arguments of its operator. */
interface Row {
  readonly says: string
  /** Default for a mutant: those of its slip. */
  readonly kills?: Mutant['kills']
  /** The slip of a mutant; without it the row has an operator of its own. */
  readonly slip?: string
  /** Circumstances that must meet; without them it happens always. */
  readonly when?: readonly string[]
  readonly disturbs?: true
  readonly part?: string
  /** Values of the behaviour that are other than they should be: alone, or beside an operator. */
  readonly behaviour?: BehaviourChanges
  readonly open?: Slip<never>['open']
  readonly options?: Mutant['options']
  readonly knownGood?: Mutant['knownGood']
}

/** Reads values of the behaviour. @throws RangeError where the behaviour has no such value */
const values = (given: unknown): BehaviourChanges => {
  for (const [group, entries] of Object.entries(members(given)))
    for (const entry of Object.keys(members(entries)))
      if (!(entry in ((standardBehaviour as unknown as Record<string, object>)[group] ?? {})))
        throw new RangeError(`there is no ${group}.${entry}`)
  return given as BehaviourChanges
}

const ROW = {
  says: textArgument,
  kills: maybe(some(textArgument)),
  slip: maybe(textArgument),
  when: maybe(some(textArgument)),
  disturbs: maybe(yes),
  part: maybe(textArgument),
  behaviour: maybe(values),
  open: maybe(members),
  options: maybe(anything),
  knownGood: maybe(members),
} as Arguments<Row>

/** Reads a row. The rest of it are arguments of an operator. */
function rowOf(given: Readonly<Record<string, unknown>>): Row & { readonly rest: Record<string, unknown> } {
  const [own, rest] = [true, false].map((isOwn) =>
    Object.fromEntries(Object.entries(given).filter(([name]) => name in ROW === isOwn)),
  )
  return { ...readArguments(ROW, own ?? {}), rest: rest ?? {} }
}

/** Names the row in an error of what it makes. */
function within<T>(id: string, make: () => T): T {
  try {
    return make()
  } catch (cause) {
    throw new RangeError(`${id}: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

/** Makes slips of the rows of tables. @throws RangeError that names the row, where an operator or one of its arguments is unknown */
export const slipsOf = <S>(
  operators: readonly SlipOperator<S>[],
  tables: readonly MutantTable[],
): readonly Slip<S>[] =>
  tables.flatMap(({ slips = {} }) =>
    Object.entries(slips)
      .flatMap(rowForEach)
      .map(([id, given]) => within(id, () => slipOf(id, operators, rowOf(given)))),
  )

function slipOf<S>(
  id: string,
  operators: readonly SlipOperator<S>[],
  row: ReturnType<typeof rowOf>,
): Slip<S> {
  const { says, kills, disturbs, part, open, rest } = row
  const operator = operators.find(({ name }) => name in rest)
  if (operator === undefined) throw new RangeError(`no operator has ${Object.keys(rest).join(', ')}`)
  if (kills === undefined) throw new RangeError('no requirement is named')
  return {
    id,
    says,
    kills,
    ...(disturbs && { disturbs }),
    ...(part && { part }),
    ...(open && { open }),
    change: operator.changes(rest),
  }
}

/**
 * Makes mutants of the rows of tables.
 *
 * @throws RangeError that names the row, where a slip, a guard or an argument is unknown, or a defect by hand has no row
 */
export function mutantsOf<S, H>(kind: ProductKind<S, H>, tables: readonly MutantTable[]): readonly Mutant[] {
  const mutants = tables.flatMap((table) =>
    rowsIn(table)
      .flatMap(rowForEach)
      .map(([id, given]) => within(id, () => mutantOf(id, kind, rowOf(given)))),
  )
  for (const id of Object.keys(kind.byHand))
    if (!mutants.some((one) => one.id === id)) throw new RangeError(`${id} has no row`)
  return mutants
}

function mutantOf<S, H>(id: string, kind: ProductKind<S, H>, row: ReturnType<typeof rowOf>): Mutant {
  const { says, slip: name, kills, when = [], options, knownGood, behaviour = {}, rest } = row
  const more = { ...(options && { options }), ...(knownGood && { knownGood }) }
  if (row.open ?? row.part ?? row.disturbs) throw new RangeError('only a slip has open, part or disturbs')
  const isOfValues = name === undefined && when.length === 0 && Object.keys(rest).length === 0
  const byHand = isOfValues ? kind.byHand[id] : undefined
  if (isOfValues && !byHand && Object.keys(behaviour).length === 0 && options === undefined)
    throw new RangeError('nothing is wrong')
  if (isOfValues && kills !== undefined)
    return {
      id,
      says,
      kills,
      ...more,
      change: changesTogether([() => behaviour, ...(byHand ? [byHand] : [])]),
    }
  if (name !== undefined) readArguments({}, rest)
  const slip = name === undefined ? slipOf(id, kind.operators, row) : withId(kind.slips, name)
  const guards = when.map((guard) => withId(kind.guards, guard))
  const change = changesTogether([() => behaviour, together(kind, [{ slip, guards }])])
  return { id, says, kills: kills ?? slip.kills, ...more, change }
}
