import type { OperatorAction } from '../../../conformance/ports/operator.ts'
import type { Undo, UndoEvent } from '../../../conformance/ports/undo.ts'
import { CannotTell } from '../../../conformance/verdict.ts'

/** The action that undoes each of these, and the name of the id that both share. */
const UNDOING: Readonly<
  Partial<Record<OperatorAction, { readonly action: OperatorAction; readonly of?: string }>>
> = {
  hold_rating: { action: 'release_rating' },
  hold_issue: { action: 'release_issue' },
  register_endpoint: { action: 'delete_endpoint', of: 'endpoint_id' },
  deactivate_client: { action: 'activate_client', of: 'client_id' },
  create_client: { action: 'deactivate_client', of: 'client_id' },
  register_partner: { action: 'disable_partner', of: 'partner_id' },
  create_webhook_key: { action: 'revoke_webhook_key', of: 'webhook_key_id' },
}

/** Actions that end an account just as the action that undoes it would. */
const ALSO_ENDS: Readonly<Partial<Record<OperatorAction, OperatorAction>>> = {
  deny_partner: 'disable_partner',
}

const keyOf = ({ action, given }: Undo): string => JSON.stringify([action, given])

/** Everything that a run made on its target and that is still to be undone. */
export class LeftToUndo {
  readonly #open = new Map<string, Undo>()
  /** Ids of the clients that the run created. */
  readonly #clients = new Set<string>()
  readonly #underWay = new Set<Promise<unknown>>()
  readonly #tell: (event: UndoEvent) => void
  #ending = false

  constructor(tell: (event: UndoEvent) => void = () => undefined) {
    this.#tell = tell
  }

  /**
   * Performs an action of a scenario.
   * @throws CannotTell at the end of a run, when no action may begin any more
   */
  async during<T>(work: () => Promise<T>): Promise<T> {
    if (this.#ending) throw new CannotTell('the run ended before the operator action could begin')
    const doing = work()
    this.#underWay.add(doing)
    try {
      return await doing
    } finally {
      this.#underWay.delete(doing)
    }
  }

  /** True when nothing has to be undone, and no action is under way. */
  idle(): boolean {
    return this.#open.size === 0 && this.#underWay.size === 0
  }

  /** Lets no further action begin, and resolves when those under way have ended. */
  async end(): Promise<void> {
    this.#ending = true
    await Promise.allSettled(this.#underWay)
  }

  /** Notes that an action was done, with the values that it was given and returned. */
  done(action: OperatorAction, values: Readonly<Record<string, unknown>>): void {
    for (const ended of [action, ALSO_ENDS[action]])
      for (const undo of this.#open.values())
        if (
          undo.action === ended &&
          Object.entries(undo.given).every(([name, id]) => id === text(values[name]))
        )
          this.settle(undo)
    const ownClient = this.#clients.has(text(values.client_id) ?? '')
    // A client that this run created has to stay inactive.
    if (ownClient && action === 'deactivate_client') return
    const undo = undoOf(ownClient && action === 'activate_client' ? 'create_client' : action, values)
    if (undo === undefined || this.#open.has(keyOf(undo))) return
    if (action === 'create_client') this.#clients.add(undo.given.client_id ?? '')
    this.#open.set(keyOf(undo), undo)
    this.#tell({ made: undo })
  }

  /** Notes that something has been undone. */
  settle(undo: Undo): void {
    if (this.#open.delete(keyOf(undo))) this.#tell({ undone: undo })
  }

  /** Everything that is still to be undone, the latest first. */
  left(): readonly Undo[] {
    return [...this.#open.values()].reverse()
  }
}

function undoOf(action: OperatorAction, values: Readonly<Record<string, unknown>>): Undo | undefined {
  const undoing = UNDOING[action]
  if (undoing === undefined) return undefined
  if (undoing.of === undefined) return { action: undoing.action, given: {} }
  const id = text(values[undoing.of])
  return id === undefined ? undefined : { action: undoing.action, given: { [undoing.of]: id } }
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined
