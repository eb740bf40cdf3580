import { known } from '../../known.ts'
import { type Behaviour, right } from '../fake.ts'
import { changesByHand } from './by-hand.ts'
import { changesOfConnections } from './connections.ts'
import type { Defect } from './defect.ts'
import { type GivenGuard, guardOf, type Verified } from './guards.ts'
import { CONSTANT, GUARDED, type Values } from './operators.ts'

/** A row: an operator with the circumstances that must meet or with another value, further values of it, and what must be found. */
type Row = Values &
  Omit<Defect, 'changes' | 'in'> &
  Readonly<Record<string, unknown>> & { readonly also?: Defect['in'] }

/** Makes the defect of a row. @throws RangeError where its operator or a circumstance is not known */
export function receiverDefectOf(name: string, scenario: string, row: Row): Defect {
  const { also = [], finds, warns, spares, under, ...values } = row
  const [operator, value] = Object.entries(values)[0] ?? []
  return {
    changes:
      operator === undefined
        ? known({ ...changesByHand, ...changesOfConnections }, name)
        : changesOf(operator, value, values),
    in: [scenario, ...also],
    ...{ finds, ...(warns && { warns }), ...(spares && { spares }), ...(under && { under }) },
  }
}

function changesOf(operator: string, value: unknown, values: Values): Defect['changes'] {
  if (!Object.hasOwn(GUARDED, operator)) {
    const change = known(CONSTANT, operator)
    return () => change(value as never, values)
  }
  const change = known(GUARDED, operator)
  const guard = guardOf(value as readonly GivenGuard[])
  return () => {
    const verified: Verified[] = []
    const changes: Partial<Behaviour> = change(
      (got) =>
        guard(
          got,
          verified.filter((one) => one.got !== got),
        ),
      values,
    )
    const verifies = changes.verifies ?? right.verifies
    return {
      ...changes,
      verifies(got, check) {
        const isTaken = verifies(got, check)
        verified.unshift({ got, isRight: right.verifies(got, check), at: Date.now() })
        return isTaken
      },
    }
  }
}
