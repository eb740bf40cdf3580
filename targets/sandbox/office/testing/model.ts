import { expect } from 'vitest'
import type { Platform } from '../../platform.ts'
import * as office from '../actions.ts'
import type { AccountStatus, Slot } from '../directory.ts'
import { deleteEndpoint, registerEndpoint, rotateSecret, showDeliveries } from '../endpoint-actions.ts'
import { type Given, Refusal } from '../refusal.ts'

interface ModelPartner {
  status: AccountStatus
  readonly keys: Map<Slot, string>
}

/** The state of a back office according to the rules alone. */
export interface Model {
  readonly partners: Map<string, ModelPartner>
  readonly clients: Map<string, { partner: string; status: string; secret: string }>
  readonly webhookKeys: Map<string, { active: boolean; secret: string }>
  readonly endpoints: Map<string, number>
  /** Every secret that was ever shown, with the number of times. */
  readonly secrets: Map<string, number>
}

/** The back office itself. */
export interface Real {
  readonly platform: Platform
  /** All answers, as text. */
  readonly answers: string[]
}

type Outcome = { readonly answer: Record<string, unknown> } | { readonly refused: Refusal['kind'] }

function act(real: Real, action: office.OfficeAction, given: Given): Outcome {
  try {
    const answer = action(given, real.platform) as Record<string, unknown>
    real.answers.push(JSON.stringify(answer))
    return { answer }
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.kind }
    throw error
  }
}

const pick = <T>(all: Iterable<T>, place: number): T | undefined => {
  const list = [...all]
  return list.length === 0 ? undefined : list[place % list.length]
}

/** Performs one operation and checks it against the model. */
type Step = (model: Model, real: Real) => void

const TO = { approve: 'active', deny: 'denied', disable: 'disabled' } as const
const FROM = { approve: ['pending', 'disabled'], deny: ['pending'], disable: ['active'] } as const
const SECRETS = ['client_secret', 'integration_key', 'webhook_key', 'secret']

/** Finds the secret in an answer that created one, and notes it. */
function learn(model: Model, answer: Record<string, unknown>): string {
  const secret = String(SECRETS.map((name) => answer[name]).find((one) => one !== undefined))
  expect(model.secrets.has(secret)).toBe(false)
  model.secrets.set(secret, 1)
  return secret
}

let count = 0
/** Every operation; the number chooses its object. */
export const steps: readonly ((place: number) => Step)[] = [
  () => (model, real) => {
    count += 1
    const details = { company_name: 'C', contact_name: 'N', email: `n${count}@c.example`, password: 'pass' }
    const outcome = act(real, office.registerPartner, details)
    if (!('answer' in outcome)) throw new Error('a registration was refused')
    expect(outcome.answer.status).toBe('pending')
    model.partners.set(String(outcome.answer.partner_id), { status: 'pending', keys: new Map() })
    expect(act(real, office.registerPartner, details)).toEqual({ refused: 'conflict' })
  },
  ...(['approve', 'deny', 'disable'] as const).map(
    (how) =>
      (place: number): Step =>
      (model, real) => {
        const id = pick(model.partners.keys(), place)
        const partner = model.partners.get(id ?? '')
        const outcome = act(real, office.decidePartner(TO[how]), { partner_id: id ?? 'nobody' })
        if (partner === undefined) return expect(outcome).toEqual({ refused: 'unknown' })
        const isAllowed = FROM[how].some((status) => status === partner.status)
        if (isAllowed) partner.status = TO[how]
        expect('answer' in outcome ? outcome.answer.status : outcome).toEqual(
          isAllowed ? partner.status : { refused: 'conflict' },
        )
      },
  ),
  (place) => (model, real) => {
    const id = pick(model.partners.keys(), place)
    if (id === undefined) return
    const outcome = act(real, office.createClient, { partner_id: id, name: `c${place}` })
    if (model.partners.get(id)?.status !== 'active') return expect(outcome).toEqual({ refused: 'conflict' })
    if (!('answer' in outcome)) throw new Error('a client was refused')
    const secret = learn(model, outcome.answer)
    model.clients.set(String(outcome.answer.client_id), { partner: id, status: 'active', secret })
  },
  ...(['active', 'inactive'] as const).map(
    (status) =>
      (place: number): Step =>
      (model, real) => {
        const id = pick(model.clients.keys(), place)
        const client = model.clients.get(id ?? '')
        if (client === undefined) return
        client.status = status
        act(real, office.setClient(status), { client_id: id })
      },
  ),
  (place) => (model, real) => {
    const id = pick(model.partners.keys(), place)
    const partner = model.partners.get(id ?? '')
    if (partner === undefined) return
    const outcome = act(real, office.createKey, { partner_id: id })
    if (partner.status !== 'active' || partner.keys.size === 2)
      return expect(outcome).toEqual({ refused: 'conflict' })
    if (!('answer' in outcome)) throw new Error('a key was refused')
    const slot: Slot = partner.keys.has('primary') ? 'secondary' : 'primary'
    expect(outcome.answer.slot).toBe(slot)
    partner.keys.set(slot, learn(model, outcome.answer))
  },
  ...(['primary', 'secondary'] as const).map(
    (slot) =>
      (place: number): Step =>
      (model, real) => {
        const id = pick(model.partners.keys(), place)
        const partner = model.partners.get(id ?? '')
        if (partner === undefined) return
        const outcome = act(real, office.rotateKey, { partner_id: id, slot })
        if (partner.status !== 'active' || !partner.keys.has(slot))
          return expect(outcome).toEqual({ refused: 'conflict' })
        if (!('answer' in outcome)) throw new Error('a rotation was refused')
        partner.keys.set(slot, learn(model, outcome.answer))
      },
  ),
  (place) => (model, real) => {
    const id = pick(model.partners.keys(), place)
    if (id === undefined || model.partners.get(id)?.status !== 'active') return
    const outcome = act(real, office.createWebhookKey, { partner_id: id })
    if (!('answer' in outcome)) throw new Error('a webhook key was refused')
    const secret = learn(model, outcome.answer)
    model.webhookKeys.set(String(outcome.answer.webhook_key_id), { active: true, secret })
  },
  (place) => (model, real) => {
    const id = pick(model.webhookKeys.keys(), place)
    const key = model.webhookKeys.get(id ?? '')
    if (key === undefined) return
    key.active = false
    act(real, office.revokeWebhookKey, { webhook_key_id: id })
  },
  (place) => (model, real) => {
    count += 1
    const key = pick(model.webhookKeys.values(), place)
    const given = { webhook_key: key?.secret ?? 'none', email: `p${count}@c.example`, password: 'pass' }
    const outcome = act(real, office.registerPortalAccount, given)
    if (key?.active === true) expect(outcome).toHaveProperty('answer.account_id')
    else expect(outcome).toEqual({ refused: 'conflict' })
  },
  () => (model, real) => {
    const outcome = act(real, registerEndpoint, { url: 'https://r.example/', events: ['broker.added'] })
    if (!('answer' in outcome)) throw new Error('an endpoint was refused')
    learn(model, outcome.answer)
    model.endpoints.set(String(outcome.answer.id), 0)
  },
  (place) => (model, real) => {
    const id = pick(model.endpoints.keys(), place)
    const outcome = act(real, rotateSecret, { endpoint_id: id ?? 'none' })
    if (id === undefined) expect(outcome).toEqual({ refused: 'unknown' })
    else if ('answer' in outcome) learn(model, outcome.answer)
  },
  (place) => (model, real) => {
    const id = pick(model.endpoints.keys(), place)
    if (id === undefined) return
    expect(act(real, deleteEndpoint, { endpoint_id: id })).toHaveProperty('answer')
    model.endpoints.delete(id)
    expect(act(real, showDeliveries, { endpoint_id: id })).toEqual({ refused: 'unknown' })
  },
  () => (model, real) => {
    act(real, office.addBroker, { name: 'Lakeside', email: 'desk@lakeside.example' })
    const { platform } = real
    const event = platform.events.all.at(-1)
    for (const [id, before] of model.endpoints) {
      const endpoint = platform.endpoints.get(id)
      if (event === undefined || endpoint === undefined) throw new Error('an endpoint is lost')
      platform.deliveries.add({ event, endpoint, attempts: [], state: 'pending' })
      model.endpoints.set(id, before + 1)
    }
  },
]
