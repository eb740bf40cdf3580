import { describe, expect, it } from 'vitest'
import type { ContractTables } from '../../conformance/contract.ts'
import type { Exchange, Operation } from '../../conformance/exchange.ts'
import type { Arrival } from '../../conformance/ports/webhooks.ts'
import { exchange } from '../fakes.ts'
import { deliveriesView } from './deliveries.ts'
import { documentsView } from './documents.ts'
import { placesOf } from './layout.ts'
import { lifecycleView } from './lifecycle.ts'
import { pack, packWithin } from './pack.ts'
import { walksOf, wayThrough } from './walks.ts'

const edge = (from: string, to: string, published = true) => ({
  from,
  to,
  via: 'x',
  condition: 'y',
  published,
})
const state = (name: string, transient = false) => ({ name, meaning: name, transient, terminal: false })
const contract: ContractTables = {
  states: [state('pending', true), state('review'), state('ready'), state('bound', true), state('issued')],
  transitions: [
    edge('new', 'pending'),
    edge('pending', 'review'),
    edge('pending', 'ready'),
    edge('review', 'ready'),
    edge('ready', 'bound'),
    edge('bound', 'issued'),
    edge('ready', 'pending', false),
  ],
  documents: [
    {
      name: 'policy',
      cells: [
        { state: 'ready', expect: 'refused', statuses: '400', requirement: 'policy-in-ready' },
        { state: 'issued', expect: 'available', statuses: '200' },
      ],
    },
  ],
  delivery: {
    attempts: [
      { number: 1, delayMs: 0 },
      { number: 2, delayMs: 1000, requirement: 'retry-attempt-2' },
    ],
    early: { ratio: 0.1, ms: 250 },
    late: { ratio: 0.25, ms: 2000 },
    deadlineMs: 8000,
  },
}

let serial = 0
function sent(operation: Operation, status: number, quoteState?: string, token = 'own'): Exchange {
  const text = JSON.stringify({ data: { quote_id: 'q', quote_status: quoteState } })
  const made = exchange(`s#${++serial}`, { credentials: { token, key: 'primary' } }, status)
  const answer = { ...made.answer, status, headers: [], body: { size: 1, sha256: '00', text } }
  return { ...made, operation, ...(operation === 'submit' ? {} : { quoteId: 'q' }), answer }
}

const recordOf = (exchanges: readonly Exchange[], arrivals: readonly Arrival[] = []) => ({
  scenarios: [
    {
      type: 'scenario-finished' as const,
      scenario: 's',
      title: 's',
      durationMs: 1,
      exchanges,
      arrivals,
      checks: [],
    },
  ],
})

const viewOf = (...exchanges: Exchange[]) => {
  const record = recordOf(exchanges)
  return lifecycleView(record, contract, walksOf(record))
}
const seen = (view: ReturnType<typeof viewOf>) =>
  view.edges
    .filter(({ travelled, passedOver }) => travelled + passedOver > 0)
    .map(({ from, to, kind, travelled, passedOver }) => `${from}>${to} ${kind} ${travelled} ${passedOver}`)

describe('the ways that quotes took', () => {
  it('are travelled where both ends were seen', () => {
    const view = viewOf(
      sent('submit', 200, 'pending'),
      sent('status', 200, 'ready'),
      sent('status', 200, 'ready'),
    )
    expect(seen(view)).toEqual(['new>pending published 1 0', 'pending>ready published 1 0'])
  })

  it('are passed over where a transient state was missed', () => {
    const view = viewOf(sent('submit', 200, 'ready'), sent('bind', 202), sent('status', 200, 'issued'))
    expect(seen(view)).toEqual([
      'new>pending published 0 1',
      'pending>ready published 0 1',
      'ready>bound published 0 1',
      'bound>issued published 0 1',
    ])
  })

  it('are against the contract where no such way leads there, and through a lasting state none does', () => {
    expect(seen(viewOf(sent('status', 200, 'issued'), sent('status', 200, 'ready')))).toEqual([
      'issued>ready unlisted 1 0',
    ])
    expect(wayThrough(contract, 'review', 'issued')).toBeUndefined()
  })

  it('are shown when they are only tolerated and were taken', () => {
    expect(viewOf().edges.some(({ kind }) => kind === 'tolerated')).toBe(false)
    expect(seen(viewOf(sent('status', 200, 'ready'), sent('status', 200, 'pending')))).toEqual([
      'ready>pending tolerated 1 0',
    ])
  })

  it('are not read out of an answer to somebody else, a refusal or garbage', () => {
    const refused = { ...sent('status', 404, 'issued') }
    const garbage = sent('status', 200)
    expect(seen(viewOf(sent('status', 200, 'ready'), refused, garbage))).toEqual([])
  })

  it('that were turned down are counted by state', () => {
    const view = viewOf(
      sent('status', 200, 'issued'),
      sent('bind', 409),
      sent('bind', 409),
      sent('bind', 401, undefined, 'garbled'),
    )
    expect(view.refusals).toEqual([{ state: 'issued', operation: 'bind', status: 409, times: 2 }])
  })
})

describe('the layout', () => {
  it('gives each state a place of its own, behind those that lead to it, the straight way in the first row', () => {
    const places = placesOf(contract)
    expect(new Set(places.map(({ column, row }) => `${column} ${row}`)).size).toBe(6)
    expect(places.filter(({ row }) => row === 0).map(({ name }) => name)).toEqual([
      'new',
      'pending',
      'ready',
      'bound',
      'issued',
    ])
    const column = (name: string) => places.find((place) => place.name === name)?.column ?? -1
    for (const { from, to } of contract.transitions.filter(({ published }) => published))
      expect(column(from), `${from} before ${to}`).toBeLessThan(column(to))
  })

  it('comes to an end where states lead in a circle', () => {
    const circle = { ...contract, transitions: [edge('new', 'a'), edge('a', 'b'), edge('b', 'a')] }
    expect(placesOf({ ...circle, states: [state('a'), state('b')] })).toHaveLength(3)
  })
})

describe('the document matrix', () => {
  const cells = (...exchanges: Exchange[]) => {
    const record = recordOf(exchanges)
    return documentsView(record, contract, walksOf(record))[0]?.cells.map(({ seen: all }) => all)
  }

  it('counts what was answered while a quote was in one state before and after', () => {
    const [ready, again] = [sent('status', 200, 'ready'), sent('status', 200, 'ready')]
    expect(cells(ready, sent('policy', 400), sent('policy', 400), again)).toEqual([
      [{ answer: '400', times: 2 }],
      [],
    ])
  })

  it('leaves out what was asked while the state changed, or by somebody unknown', () => {
    const changed = [sent('status', 200, 'ready'), sent('policy', 200), sent('status', 200, 'issued')]
    const unknown = [sent('policy', 401, undefined, 'garbled'), sent('status', 200, 'issued')]
    expect(cells(...changed, ...unknown)).toEqual([[], []])
  })
})

describe('the deliveries', () => {
  const arrival = (number: number, eventId: string, earliest: number, latest: number): Arrival => ({
    id: `/path#${number}`,
    method: 'POST',
    headers: [['event-id', eventId]],
    body: '{"type":"quote.created"}',
    bodySha256: '00',
    earliest,
    latest,
    ended: latest,
    answered: { kind: 'answer', status: 500 },
    signature: { signedWith: 'current' },
  })
  const placeOf = (...times: [number, number]) =>
    deliveriesView(recordOf([], [arrival(1, 'e', 0, 0), arrival(2, 'e', ...times)]), contract.delivery)
      ?.repeated[0]?.attempts[1]?.place

  it('hold each attempt against its rung with its band', () => {
    expect(placeOf(990, 1010)).toBe('within')
    expect(placeOf(700, 740)).toBe('early')
    expect(placeOf(3100, 3200)).toBe('late')
  })

  it('say nothing where a moved clock hides which it was', () => {
    expect(placeOf(0, 5000)).toBe('within')
  })

  it('are told apart by event, and counted where one attempt was enough', () => {
    const view = deliveriesView(recordOf([], [arrival(1, 'a', 0, 0), arrival(2, 'b', 1, 1)]), undefined)
    expect(view).toEqual({ repeated: [], more: 0, once: [{ type: 'quote.created', times: 2 }] })
    expect(deliveriesView(recordOf([]), undefined)).toBeUndefined()
  })
})

describe('packing', () => {
  it('gives the same bytes for the same value', () => {
    expect(pack('a', { b: 1 })).toEqual(pack('a', { b: 1 }))
  })

  it('takes a poorer form, then none, rather than growing', () => {
    const rich = 'x1y2z3'.repeat(9)
    const forms = [() => [...rich].map((_, i) => Math.sin(i)), () => 1]
    const sizes = (most: number) =>
      packWithin(['a', 'b'], most, (id) => id, forms).map(({ base64 }) => base64.length)
    const [whole = 0] = sizes(100_000)
    const [poor = 0] = sizes(200)
    expect(poor).toBeLessThan(whole)
    expect(sizes(1)).toEqual([])
    for (const most of [1, 50, 200, 1500, 3000])
      expect(sizes(most).reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(most)
  })
})
