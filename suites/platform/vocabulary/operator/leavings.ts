import type { OperatorAction } from '../../../../conformance/ports/operator.ts'
import type { OfficeStep } from './step.ts'

type Thing = 'account' | 'client' | 'integration key' | 'webhook key' | 'portal account'

/** The operator action that takes each kind of thing out of use. None can be deleted. */
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

/** Tracks the things that a scenario creates and leaves behind. */
export interface Leavings {
  /** Remembers a thing by its id, so that it is taken out of use at the end. */
  note(thing: Thing, id: string): void
  /** Records that a thing is already out of use, and in which state. */
  ended(thing: Thing, id: string, state: string): void
  /** Takes things out of use where possible, and describes what remains: how many of each kind, in which state. Never throws. */
  end(): Promise<readonly string[]>
}

export function leavings(
  act: (
    action: OperatorAction,
    given: Readonly<Record<string, unknown>>,
  ) => Promise<{ readonly step: OfficeStep }>,
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
