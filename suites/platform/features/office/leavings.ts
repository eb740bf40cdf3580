import type { OperatorAction } from '../../../../conformance/ports/operator.ts'
import type { Step } from './step.ts'

type Thing = 'account' | 'client' | 'integration key' | 'webhook key' | 'portal account'

/** How each thing is put out of use, where an operator can; nothing of it can be removed altogether. */
const ENDINGS: Readonly<
  Partial<Record<Thing, { readonly action: OperatorAction; readonly given: string; readonly state: string }>>
> = {
  account: { action: 'disable_partner', given: 'partner_id', state: 'disabled' },
  client: { action: 'deactivate_client', given: 'client_id', state: 'inactive' },
  'webhook key': { action: 'revoke_webhook_key', given: 'webhook_key_id', state: 'revoked' },
}

interface Made {
  readonly thing: Thing
  readonly id: string
  state: string
}

const wordsFor = ({ thing, state }: Made, count: number): string =>
  `${count} ${thing}${count === 1 ? '' : 's'} ${state}`

const AS_MADE = 'left as made'

/** The things that a scenario made. */
export interface Leavings {
  /** Remembers a thing by its id, so that it is put out of use at the end. */
  note(thing: Thing, id: string): void
  /** Says that a thing is out of use already, and how. */
  ended(thing: Thing, id: string, state: string): void
  /** Puts out of use what can be, and says what stays: how many of each, in which state. Never throws. */
  end(): Promise<readonly string[]>
}

export function leavings(
  act: (action: OperatorAction, given: Readonly<Record<string, unknown>>) => Promise<{ readonly step: Step }>,
  can: (action: OperatorAction) => boolean,
): Leavings {
  const things = new Map<string, Made>()
  const nameOf = (thing: Thing, id: string) => `${thing} ${id}`
  return {
    note: (thing, id) => void things.set(nameOf(thing, id), { thing, id, state: AS_MADE }),
    ended: (thing, id, state) => void things.set(nameOf(thing, id), { thing, id, state }),
    async end() {
      for (const one of things.values()) {
        const ending = ENDINGS[one.thing]
        if (ending === undefined || one.state !== AS_MADE || !can(ending.action)) continue
        const { step } = await act(ending.action, { [ending.given]: one.id })
        if (step.kind === 'done') one.state = ending.state
      }
      const groups = Map.groupBy(things.values(), ({ thing, state }) => `${thing} ${state}`)
      return [...groups.values()]
        .flatMap(([first, ...more]) => (first === undefined ? [] : [wordsFor(first, more.length + 1)]))
        .sort()
    },
  }
}
