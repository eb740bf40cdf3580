import type { OperatorAction } from '../../../../conformance/ports/operator.ts'
import type { MadeClient, MadeKey } from '../../../../conformance/ports/platform.ts'
import { CannotTell, cannotTell } from '../../../../conformance/verdict.ts'
import type { PlatformContext } from '../context.ts'
import { type OfficeAct, takeSnapshot, tryAction, type Values } from './act.ts'
import { keyNameOf } from './key-name.ts'
import { type Leavings, leavings } from './leavings.ts'
import { type OthersAfter, watchOthers } from './others-after.ts'
import { ownPartnerId } from './own-partner.ts'
import { newPerson } from './person.ts'
import { left, type OfficeStep, type Snapshot, unableBy } from './step.ts'

/** A partner account in which the suite creates clients and keys. */
export interface Account {
  readonly id: string
  /** True for the profile's own account: the suite must not replace its keys. */
  readonly own: boolean
}

export interface NewClient extends MadeClient {
  readonly name: string
  readonly description: string
}

/** A webhook key, with its name in the evidence. */
export interface MadeWebhookKey extends MadeKey {
  readonly id: string
}

/** Details of a registration that another registration may share. */
interface Registrant {
  readonly email: string
  readonly company: string
}

/** The back office of a platform, as a partner and an operator use it. A refused or failed action is a step, not an error. */
export interface Office {
  act(action: OperatorAction, given?: Values): Promise<OfficeAct>
  /** Performs an action that shows a thing. */
  snapshot(action: 'show_partner' | 'show_client' | 'list_keys', given: Values): Promise<Snapshot>
  /**
   * Registers an organization.
   *
   * @param known details that another account already has; a platform may refuse those. Default: new ones
   */
  register(
    known?: Partial<Registrant>,
  ): Promise<Registrant & { readonly step: OfficeStep; readonly id?: string }>
  /**
   * Returns an active account: a new one where the operator can make it, else the profile's own.
   *
   * @throws CannotTell when there is neither
   */
  account(): Promise<Account>
  /** @param wanted a name that another client already has, or an empty description; a platform may refuse either */
  createClient(
    account: Account,
    wanted?: Partial<Pick<NewClient, 'name' | 'description'>>,
  ): Promise<{ readonly step: OfficeStep; readonly client?: NewClient }>
  createKey(account: Account): Promise<{ readonly step: OfficeStep; readonly key?: MadeKey }>
  rotateKey(
    account: Account,
    slot: 'primary' | 'secondary',
  ): Promise<{ readonly step: OfficeStep; readonly key?: MadeKey }>
  createWebhookKey(account: Account): Promise<{ readonly step: OfficeStep; readonly key?: MadeWebhookKey }>
  readonly leavings: Leavings
  /** The accounts of the profile after each action. */
  others(): readonly OthersAfter[]
}

/** Company name of new accounts, so that the operator recognizes what a run created. */
const COMPANY = 'Conformance Partner'

export function officeOn(context: PlatformContext): Office {
  const { operator, facts, unique } = context

  const others = watchOthers(context)
  const act: Office['act'] = async (action, given) => {
    if (others.seen.length === 0) await others.before()
    const done = await tryAction(operator, action, given)
    if (done.step.kind === 'done') await others.after(action)
    return done
  }
  const things = leavings(act, (action) => operator.can(action))

  /** Reads a returned value as a string. */
  const text = ({ step, returned }: OfficeAct, name: string): string | undefined => {
    const value = returned[name]
    if (step.kind !== 'done') return undefined
    return typeof value === 'string' && value !== ''
      ? value
      : typeof value === 'number'
        ? `${value}`
        : undefined
  }
  const lacking = (act: OfficeAct, ...names: readonly string[]): OfficeStep => {
    const { step } = act
    const name = names.find((one) => text(act, one) === undefined)
    if (step.kind !== 'done' || name === undefined) return step
    const key = `operator.${step.action}.returns.${name}`
    return left(cannotTell(`the operator action ${step.action} returns no ${name}`, key))
  }

  const key = async (account: Account, action: 'create_key' | 'rotate_key', given: Values) => {
    const done = await act(action, { partner_id: account.id, ...given })
    const made = text(done, 'integration_key')
    if (made !== undefined && account.own) things.note('integration key', account.id)
    const { step } = done
    if (made === undefined || step.kind !== 'done') return { step: lacking(done, 'integration_key') }
    return { step, key: { text: made, as: keyNameOf(step.exchange) } }
  }

  const register: Office['register'] = async (known) => {
    const { password, mark, ...person } = newPerson()
    const { email = person.email, company = `${COMPANY} ${mark}` } = known ?? {}
    const done = await act('register_partner', {
      company_name: company,
      contact_name: 'Casey Conformance',
      email,
      password,
    })
    const id = text(done, 'partner_id')
    if (id !== undefined) things.note('account', id)
    return { step: lacking(done, 'partner_id'), email, company, ...(id !== undefined && { id }) }
  }

  return {
    act,
    snapshot: (action, given) => takeSnapshot(operator, action, given),
    register,
    async account() {
      if (!operator.can('register_partner') || !operator.can('approve_partner')) {
        const own = ownPartnerId(facts)
        if (own !== undefined) return { id: own, own: true }
        const why = 'the own partner is not known: its client id does not show it'
        throw new CannotTell(why, 'credentials.partner_id')
      }
      const { step, id } = await register()
      if (id === undefined) throw unableBy(step)
      const approved = await act('approve_partner', { partner_id: id })
      if (approved.step.kind !== 'done') throw unableBy(approved.step)
      return { id, own: false }
    },
    async createClient(account, wanted) {
      const number = unique('clients')
      const name = wanted?.name ?? `Conformance client ${number}`
      const description = wanted?.description ?? `Made by a conformance run, number ${number}`
      const done = await act('create_client', { partner_id: account.id, name, description })
      const [id, secret] = [text(done, 'client_id'), text(done, 'client_secret')]
      const step = lacking(done, 'client_id', 'client_secret')
      if (id === undefined || secret === undefined) return { step }
      if (account.own) things.note('client', id)
      return { step, client: { id, secret, name, description } }
    },
    createKey: (account) => key(account, 'create_key', {}),
    rotateKey: (account, slot) => key(account, 'rotate_key', { slot }),
    async createWebhookKey(account) {
      const done = await act('create_webhook_key', { partner_id: account.id })
      const [id, made] = [text(done, 'webhook_key_id'), text(done, 'webhook_key')]
      const step = lacking(done, 'webhook_key_id', 'webhook_key')
      if (id === undefined || made === undefined || step.kind !== 'done') return { step }
      things.note('webhook key', id)
      return { step, key: { id, text: made, as: keyNameOf(step.exchange) } }
    },
    leavings: things,
    others: () => others.seen,
  }
}
