import { createHash } from 'node:crypto'
import type { AnswerJson, Caller, Credentials } from './caller.ts'
import { type Check, differs, type Facts } from './facts.ts'

/** Everything that operations choose their subjects from. */
export interface World {
  readonly call: Caller
  readonly facts: Facts
  readonly own: Credentials
  readonly submission: Readonly<Record<string, unknown>>
  /** A whole number below a limit. */
  draw(limit: number): number
  /** The address of a receiver that answers. */
  readonly receiver: string
  readonly quotes: string[]
  readonly partners: string[]
  readonly clients: { readonly id: string; readonly secret: string }[]
  readonly endpoints: string[]
}

/** A request whose answer is remembered. A refusal leaves its subject unknown. */
type Operation = (world: World) => Promise<void>

const ORDER = ['pending', 'underwriter_review', 'approved_rate', 'ready_to_bind', 'bound', 'issued']

const one = <T>(world: World, all: readonly T[]): T | undefined => all[world.draw(all.length)]

const stateOf = (json: AnswerJson): string => String(json.data?.quote_status)

/** A quote never goes back. */
const notBefore =
  ({ call }: World, id: string, state: string): Check =>
  async () => {
    const { status, json } = await call.api('GET', `/status/${id}`)
    const isThere = status === 200 && ORDER.indexOf(stateOf(json)) >= ORDER.indexOf(state)
    return isThere ? undefined : `was ${state}, is ${status} ${stateOf(json)}`
  }

const submit: Operation = (world) => {
  const { call, facts, submission, quotes } = world
  const patch = [{}, {}, { question_highrisk: true }][world.draw(3)]
  return facts.change(`quote ${quotes.length}`, async () => {
    const { json } = await call.api('POST', '/submit', { ...submission, ...patch })
    if (json.data === undefined) return undefined
    const id = String(json.data.quote_id)
    quotes.push(id)
    return notBefore(world, id, stateOf(json))
  })
}

/** The state of a quote in an answer is a fact too. */
const onQuote =
  (method: string, path: string, reported: (json: AnswerJson) => string, body?: unknown): Operation =>
  async (world) => {
    const id = one(world, world.quotes)
    if (id === undefined) return
    await world.facts.change(`state of ${id} by ${path}`, async () => {
      const { status, json } = await world.call.api(method, `/${path}/${id}`, body)
      return status < 300 ? notBefore(world, id, reported(json)) : undefined
    })
  }

const approve: Operation = async (world) => {
  const id = one(world, world.quotes)
  if (id === undefined) return
  await world.facts.change(`review of ${id}`, async () => {
    const { status } = await world.call.control('POST', `/quotes/${id}/approve`)
    return status === 200 ? notBefore(world, id, 'ready_to_bind') : undefined
  })
}

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Reads a proposal, which contains the contact, after an update or without one. */
const readProposal =
  (update?: Record<string, unknown>): Operation =>
  async (world) => {
    const id = one(world, world.quotes)
    if (id === undefined) return
    const read = () => world.call.api('GET', `/document/quote-proposal/stream/${id}`)
    await world.facts.change(`proposal of ${id}`, async () => {
      if (update !== undefined) await world.call.api('PUT', `/update/${id}`, update)
      const { status, bytes } = await read()
      if (status !== 200) return undefined
      return async () => {
        const now = await read()
        // While the bind goes on it cannot be read.
        return now.status === 409 ? undefined : differs([200, digest(bytes)], [now.status, digest(now.bytes)])
      }
    })
  }

const getToken: Operation = ({ call, facts, own, draw }) =>
  facts.change(`token ${draw(1_000_000)}`, async () => {
    const text = await call.token(own)
    if (text === undefined) return undefined
    call.use(text)
    return async () => {
      call.use(text)
      const { status } = await call.api('GET', '/status/00000000-0000-4000-8000-000000000000')
      return differs(404, status)
    }
  })

const shownPartner =
  ({ call }: World, id: string, expected: string): Check =>
  async () =>
    differs(expected, (await call.control('GET', `/partners/${id}`)).json.partner?.status)

const register: Operation = (world) => {
  const { call, facts, partners, draw } = world
  const email = `person${draw(1e9)}@partner.example`
  const details = {
    company_name: 'Fern & Co',
    contact_name: 'Ida',
    email,
    password: `correct horse ${draw(1e9)}`,
  }
  return facts.change(`registration of ${email}`, async () => {
    const { status, json } = await call.control('POST', '/partners', details)
    if (status !== 200) return undefined
    const id = String(json.partner_id)
    partners.push(id)
    return async () =>
      differs('Fern & Co', (await call.control('GET', `/partners/${id}`)).json.partner?.company_name)
  })
}

const decide: Operation = async (world) => {
  const id = one(world, world.partners)
  if (id === undefined) return
  const [word = '', status = ''] =
    one(world, [
      ['approve', 'active'],
      ['approve', 'active'],
      ['disable', 'disabled'],
    ]) ?? []
  await world.facts.change(`account ${id}`, async () => {
    const answer = await world.call.control('POST', `/partners/${id}/${word}`)
    return answer.status === 200 ? shownPartner(world, id, status) : undefined
  })
}

const createClient: Operation = async (world) => {
  const id = one(world, world.partners)
  if (id === undefined) return
  await world.facts.change(`client ${world.clients.length}`, async () => {
    const { status, json } = await world.call.control('POST', `/partners/${id}/clients`, { name: 'Desk' })
    if (status !== 200) return undefined
    const client = { id: String(json.client_id), secret: String(json.client_secret) }
    world.clients.push(client)
    return async () => {
      const shown = (await world.call.control('GET', `/clients/${client.id}`)).json.client
      return differs(client.secret.slice(-4), shown?.secret_last_four)
    }
  })
}

const switchClient: Operation = async (world) => {
  const client = one(world, world.clients)
  if (client === undefined) return
  const [word = '', status = ''] =
    one(world, [
      ['activate', 'active'],
      ['deactivate', 'inactive'],
    ]) ?? []
  await world.facts.change(`client ${client.id}`, async () => {
    const answer = await world.call.control('POST', `/clients/${client.id}/${word}`)
    if (answer.status !== 200) return undefined
    return async () =>
      differs(status, (await world.call.control('GET', `/clients/${client.id}`)).json.client?.status)
  })
}

const rotateKey: Operation = async (world) => {
  const id = one(world, world.partners)
  if (id === undefined) return
  await world.facts.change(`keys of ${id}`, async () => {
    const made = await world.call.control('POST', `/partners/${id}/keys`)
    const rotated = await world.call.control('POST', `/partners/${id}/keys/primary/rotate`)
    if (rotated.status !== 200) return undefined
    const before = await world.call.control('GET', `/partners/${id}/keys`)
    if (before.status !== 200 || made.status > 409) return undefined
    return async () => differs(before.json, (await world.call.control('GET', `/partners/${id}/keys`)).json)
  })
}

const addEndpoint: Operation = (world) => {
  const { call, facts, endpoints, receiver } = world
  const events = ['quote.created', 'quote.proposalReady', 'policy.created', 'broker.added']
  return facts.change(`endpoint ${endpoints.length}`, async () => {
    if (endpoints.length >= 4) return undefined
    const { status, json } = await call.control('POST', '/endpoints', { url: receiver, events })
    if (status !== 200) return undefined
    const id = String(json.id)
    endpoints.push(id)
    return async () => differs(events, (await call.control('GET', `/endpoints/${id}`)).json.events)
  })
}

const addBroker: Operation = ({ call, facts, draw }) =>
  facts.change(`broker ${draw(1e9)}`, async () => {
    const broker = { name: 'Lake', email: 'desk@lake.example' }
    const { status, json } = await call.control('POST', '/brokers', broker)
    if (status !== 200) return undefined
    return async () => {
      const { json: log } = await call.control('GET', '/events')
      return JSON.stringify(log).includes(String(json.broker_id)) ? undefined : 'its event is gone'
    }
  })

const moveClock: Operation = ({ call, facts, draw }) =>
  facts.change('clock', async () => {
    const { status, json } = await call.control('POST', '/clock/advance', { milliseconds: draw(300) })
    if (status !== 200) return undefined
    return async () => {
      const { json: now } = await call.control('POST', '/clock/advance', { milliseconds: 0 })
      // The clock of a machine is known to 20 ms.
      const isLater = Date.parse(String(now.now)) >= Date.parse(String(json.now)) - 20
      return isLater ? undefined : `was ${json.now}, is ${now.now}`
    }
  })

/** Every operation, the frequent ones several times. */
export const operations: readonly Operation[] = [
  ...[submit, submit, submit, submit],
  ...[onQuote('GET', 'status', stateOf), onQuote('GET', 'status', stateOf), readProposal()],
  onQuote('PUT', 'bind', () => 'bound', {}),
  readProposal({ insured_contact: { first_name: 'Ida' } }),
  ...[approve, getToken, register, decide, createClient, switchClient, rotateKey],
  ...[addEndpoint, addBroker, moveClock, moveClock],
]
