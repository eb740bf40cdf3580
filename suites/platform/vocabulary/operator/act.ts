import type { OperatorAction, OperatorPort } from '../../../../conformance/ports/operator.ts'
import { CannotTell, cannotTell } from '../../../../conformance/verdict.ts'
import { left, type OfficeStep, type Snapshot } from './step.ts'

/** Arguments or results of an operator action, by name. */
export type Values = Readonly<Record<string, unknown>>

/** A step with the values that the action returned. They may be secrets, so they must not go into a trace. */
export interface OfficeAct {
  readonly step: OfficeStep
  readonly returned: Values
}

/** Tries an action. Where the profile lacks it or the operator is broken, it returns a step of kind `left` and does not throw. */
export async function tryAction(
  operator: OperatorPort,
  action: OperatorAction,
  given: Values = {},
): Promise<OfficeAct> {
  try {
    const { kind, exchange, ...rest } = await operator.attempt(action, given)
    return { step: { kind, action, exchange }, returned: 'returned' in rest ? rest.returned : {} }
  } catch (error) {
    if (error instanceof CannotTell) return { step: left(error.verdict), returned: {} }
    throw error
  }
}

/** Actions that show a thing, each with the name of its result. */
const SHOWN = {
  show_partner: 'partner',
  show_client: 'client',
  list_keys: 'keys',
  delivery_log: 'deliveries',
} as const satisfies Partial<Record<OperatorAction, string>>

/** Performs an action that shows a thing, and returns what it shows. */
export async function takeSnapshot(
  operator: OperatorPort,
  action: keyof typeof SHOWN,
  given: Values,
): Promise<Snapshot> {
  const { step, returned } = await tryAction(operator, action, given)
  const shown = returned[SHOWN[action]]
  if (step.kind !== 'done' || shown !== undefined) return { step, shown }
  const key = `operator.${action}.returns.${SHOWN[action]}`
  return { step: left(cannotTell(`the operator action ${action} returns no ${SHOWN[action]}`, key)) }
}
