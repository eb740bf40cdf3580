import { expect } from 'vitest'
import type { AccountStatus, Role, Slot } from '../../office/directory.ts'
import { copied, hiddenOf, type OpenPortals, PASSWORD, type SeenPage, type TestBrowser } from '../testing.ts'

/** An organization according to the rules alone. Secrets are known by their last four characters. */
export interface PortalModel {
  readonly email: string
  status: AccountStatus
  readonly clients: Map<string, 'active' | 'inactive'>
  readonly keys: Partial<Record<Slot, string>>
  readonly webhookKeys: Map<string, 'active' | 'revoked'>
  readonly endpoints: Map<string, { secret: string; previous?: string; deliveries: number }>
  readonly team: Map<string, Role>
  readonly secrets: string[]
  /** The password is right and the account was active when somebody signed in last. */
  signedIn: boolean
  count: number
}

/** The portals themselves. */
export interface RealPortals {
  readonly open: OpenPortals
  readonly person: TestBrowser
  readonly operator: TestBrowser
  readonly pages: SeenPage[]
  partnerId: string
}

export type ModelStep = (model: PortalModel, real: RealPortals) => Promise<void>

const pick = <T>(all: Iterable<T>, place: number): T | undefined => {
  const list = [...all]
  return list[place % Math.max(1, list.length)]
}

const mayEnter = ({ signedIn, status }: PortalModel): boolean => signedIn && status === 'active'

/** Sends a form of a page, and checks that it is offered exactly where the rules allow it. */
async function submit(
  real: RealPortals,
  on: string,
  fields: Record<string, string>,
  action: string,
  isAllowed: boolean,
) {
  const page = await real.person.get(on)
  real.pages.push(page)
  expect([action, hiddenOf(page, action) !== undefined]).toEqual([action, isAllowed])
  return isAllowed ? real.person.submit(page, fields, action) : undefined
}

function learn(model: PortalModel, page: SeenPage, name: string): string {
  const secret = copied(page, name)
  expect(model.secrets).not.toContain(secret)
  model.secrets.push(secret)
  return secret.slice(-4)
}

const FROM = { active: ['pending', 'disabled'], denied: ['pending'], disabled: ['active'] } as const
const VERBS = { active: 'approve', denied: 'deny', disabled: 'disable' } as const

const decide =
  (to: keyof typeof FROM): ModelStep =>
  async (model, real) => {
    const page = await real.operator.get('/operator/partners')
    const action = `/operator/partners/${real.partnerId}/${VERBS[to]}`
    const isAllowed = FROM[to].some((status) => status === model.status)
    expect([action, hiddenOf(page, action) !== undefined]).toEqual([action, isAllowed])
    if (!isAllowed) return
    await real.operator.submit(page, {}, action)
    model.status = to
  }

const signIn: ModelStep = async (model, { person }) => {
  const { path, status } = await person.submit('/partner/sign-in', { email: model.email, password: PASSWORD })
  expect([path, status]).toEqual(model.status === 'active' ? ['/partner', 200] : ['/partner/sign-in', 409])
  if (model.status === 'active') model.signedIn = true
}

const createClient: ModelStep = async (model, real) => {
  const action = '/partner/clients'
  const page = await submit(real, action, { name: `c${model.count++}` }, action, mayEnter(model))
  if (page === undefined) return
  learn(model, page, 'Client secret')
  model.clients.set(copied(page, 'Client id'), 'active')
}

/** A page that is older than somebody else's change changes nothing. */
const sendOldPage: ModelStep = async (model, real) => {
  if (!mayEnter(model)) return
  const old = await real.person.get('/partner/clients')
  await createClient(model, real)
  expect((await real.person.submit(old, { name: 'too late' })).status).toBe(409)
}

const setClient =
  (status: 'active' | 'inactive') =>
  (place: number): ModelStep =>
  async (model, real) => {
    const id = pick(model.clients.keys(), place)
    if (id === undefined) return
    const action = `/partner/clients/${id}/${status === 'active' ? 'activate' : 'deactivate'}`
    const isAllowed = mayEnter(model) && model.clients.get(id) !== status
    if ((await submit(real, '/partner/clients', {}, action, isAllowed)) !== undefined)
      model.clients.set(id, status)
  }

const createKey: ModelStep = async (model, real) => {
  const slot = model.keys.primary === undefined ? 'primary' : 'secondary'
  const isAllowed = mayEnter(model) && model.keys[slot] === undefined
  const page = await submit(real, '/partner/keys', {}, '/partner/keys', isAllowed)
  if (page !== undefined) model.keys[slot] = learn(model, page, 'Integration key')
}

const rotateKey =
  (slot: Slot): ModelStep =>
  async (model, real) => {
    const isAllowed = mayEnter(model) && model.keys[slot] !== undefined
    const page = await submit(real, '/partner/keys', {}, `/partner/keys/${slot}/rotate`, isAllowed)
    if (page !== undefined) model.keys[slot] = learn(model, page, 'Integration key')
  }

const createWebhookKey: ModelStep = async (model, real) => {
  const page = await submit(real, '/partner/webhook-keys', {}, '/partner/webhook-keys', mayEnter(model))
  if (page === undefined) return
  learn(model, page, 'Webhook key')
  const list = await real.person.get('/partner/webhook-keys')
  const ids = [...list.text.matchAll(/webhook-keys\/([\w-]+)\/revoke/g)].map(([, id = '']) => id)
  const [made] = ids.filter((id) => !model.webhookKeys.has(id))
  expect(made).toBeDefined()
  model.webhookKeys.set(made ?? '', 'active')
}

const revoke =
  (place: number): ModelStep =>
  async (model, real) => {
    const id = pick(model.webhookKeys.keys(), place)
    if (id === undefined) return
    const isAllowed = mayEnter(model) && model.webhookKeys.get(id) === 'active'
    const action = `/partner/webhook-keys/${id}/revoke`
    if ((await submit(real, '/partner/webhook-keys', {}, action, isAllowed)) !== undefined)
      model.webhookKeys.set(id, 'revoked')
  }

const register: ModelStep = async (model, real) => {
  const fields = { url: `http://127.0.0.1:9/${model.count++}`, events: 'broker.added' }
  const page = await submit(real, '/webhooks', fields, '/webhooks', mayEnter(model))
  const id = page && /\/webhooks\/([0-9a-f-]{36})/.exec(page.text)?.[1]
  if (page !== undefined)
    model.endpoints.set(id ?? '', { secret: learn(model, page, 'Signing secret'), deliveries: 0 })
}

/** Something that is done with one of the endpoints. */
const withEndpoint =
  (
    verb: string,
    page: (id: string) => string,
    fields: Record<string, string>,
    then: (model: PortalModel, id: string, page: SeenPage) => void,
  ) =>
  (place: number): ModelStep =>
  async (model, real) => {
    const id = pick(model.endpoints.keys(), place)
    if (id === undefined) return
    const answer = await submit(real, page(id), fields, `/webhooks/${id}/${verb}`, mayEnter(model))
    if (answer !== undefined) then(model, id, answer)
  }

const own = (id: string) => `/webhooks/${id}`
const rotate = withEndpoint('rotate', own, {}, (model, id, page) => {
  const endpoint = model.endpoints.get(id)
  if (endpoint === undefined) throw new Error('the model lost an endpoint')
  Object.assign(endpoint, { previous: endpoint.secret, secret: learn(model, page, 'New signing secret') })
})
const deleteEndpoint = withEndpoint(
  'delete',
  (id) => `${own(id)}/delete`,
  {},
  (model, id) => void model.endpoints.delete(id),
)
const sendTest = withEndpoint('test', own, { type: 'policy.created' }, (model, id) => {
  const endpoint = model.endpoints.get(id)
  if (endpoint !== undefined) endpoint.deliveries += 1
})

/** An event for everybody. */
const addBroker: ModelStep = async (model, { operator }) => {
  await operator.submit(
    '/operator/controls',
    { name: 'Lakeside', email: 'desk@lakeside.example' },
    '/operator/brokers',
  )
  for (const endpoint of model.endpoints.values()) endpoint.deliveries += 1
}

const addPerson: ModelStep = async (model, real) => {
  const email = `p${model.count++}-${model.email}`
  const fields = { name: 'Bob', email, role: 'Partner' }
  if ((await submit(real, '/partner/team', fields, '/partner/team', mayEnter(model))) !== undefined)
    model.team.set(email, 'Partner')
}

const changePerson =
  (verb: 'to-admin' | 'to-partner' | 'remove') =>
  (place: number): ModelStep =>
  async (model, real) => {
    const email = pick([...model.team.keys()].slice(1), place)
    if (email === undefined) return
    const role = model.team.get(email)
    const isOffered = verb === 'remove' || (verb === 'to-admin') === (role === 'Partner')
    const action = `/partner/team/${encodeURIComponent(email)}/${verb}`
    const page = await submit(real, '/partner/team', {}, action, mayEnter(model) && isOffered)
    if (page === undefined) return
    if (verb === 'remove') model.team.delete(email)
    else model.team.set(email, verb === 'to-admin' ? 'Admin' : 'Partner')
  }

const always = (step: ModelStep) => () => step

/** Every operation; the number chooses its object. What partners do most is there more than once. */
export const portalSteps: readonly ((place: number) => ModelStep)[] = [
  ...[decide('active'), decide('active'), decide('active'), decide('denied'), decide('disabled')].map(always),
  ...[signIn, signIn, signIn, createClient, sendOldPage, createKey, createWebhookKey, register, register].map(
    always,
  ),
  ...[rotateKey('primary'), rotateKey('secondary'), addBroker, addPerson].map(always),
  ...[setClient('active'), setClient('inactive'), revoke, rotate, deleteEndpoint, sendTest],
  ...[changePerson('to-admin'), changePerson('to-partner'), changePerson('remove')],
]
