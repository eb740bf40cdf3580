import type { Mutant } from '../mutant.ts'
import { type ProductKind, together, withId } from './product.ts'

/** A slip in the circumstances that must meet: a mutant in one line. */
export interface ProductRow extends Pick<Mutant, 'id' | 'says'> {
  readonly slip: string
  readonly guards: readonly string[]
  /** Default: those of the slip. */
  readonly kills?: Mutant['kills']
}

export const productRow = (
  id: string,
  says: string,
  slip: string,
  guards: readonly string[],
  kills?: Mutant['kills'],
): ProductRow => ({ ...{ id, says, slip, guards }, ...(kills && { kills }) })

/** Makes mutants of rows. @throws RangeError where a slip or a guard is unknown */
export const mutantsOf = <S, H>(kind: ProductKind<S, H>, rows: readonly ProductRow[]): readonly Mutant[] =>
  rows.map(({ id, says, slip: name, guards, kills }) => {
    const slip = withId(kind.slips, name)
    const product = { slip, guards: guards.map((guard) => withId(kind.guards, guard)) }
    return { id, says, kills: kills ?? slip.kills, change: together(kind, [product]) }
  })
