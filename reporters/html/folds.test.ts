import { describe, expect, test } from 'vitest'
import type { ScenarioViews, ViewTables } from '../../conformance/views.ts'
import { deliveriesDrawing } from './deliveries.ts'
import { documentDrawings } from './documents.ts'
import { statePlaces } from './layout.ts'
import { lifecycleDrawing } from './lifecycle.ts'
import { pack, packWithin } from './pack.ts'

const edge = (from: string, to: string, published = true) => ({
  from,
  to,
  via: 'x',
  condition: 'y',
  published,
})
const state = (name: string, transient = false) => ({ name, meaning: name, transient, terminal: false })
const contract: ViewTables = {
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

const NOTHING: ScenarioViews = { transitions: [], refusals: [], documents: [], deliveries: [] }
const recordOf = (...views: Partial<ScenarioViews>[]) => ({
  scenarios: views.map((some, place) => ({
    type: 'scenario-finished' as const,
    scenario: `s/${place}`,
    title: 's',
    durationMs: 1,
    exchanges: [],
    arrivals: [],
    checks: [],
    views: { ...NOTHING, ...some },
  })),
})

describe('the state machine', () => {
  test('adds up what each scenario saw', () => {
    const seen = { from: 'new', to: 'pending', kind: 'travelled', times: 2 } as const
    const { edges } = lifecycleDrawing(
      recordOf({ transitions: [seen] }, { transitions: [seen, { ...seen, kind: 'passed-over', times: 1 }] }),
      contract,
    )
    expect(edges[0]).toMatchObject({ from: 'new', to: 'pending', travelled: 4, passedOver: 1 })
  })

  test('shows a transition that is only tolerated where it was seen, and one that no path explains', () => {
    const kinds = (...transitions: ScenarioViews['transitions']) =>
      lifecycleDrawing(recordOf({ transitions }), contract).edges.flatMap(({ kind, from, to }) =>
        kind === 'published' ? [] : [`${from}>${to} ${kind}`],
      )
    expect(kinds()).toEqual([])
    expect(
      kinds(
        { from: 'ready', to: 'pending', kind: 'travelled', times: 1 },
        { from: 'issued', to: 'ready', kind: 'unlisted', times: 1 },
      ),
    ).toEqual(['ready>pending tolerated', 'issued>ready unlisted'])
  })

  test('adds up refusals by state, operation and status', () => {
    const refusal = { state: 'issued', operation: 'bind', status: 409, times: 1 }
    const { refusals } = lifecycleDrawing(
      recordOf({ refusals: [refusal] }, { refusals: [refusal, { ...refusal, status: 400 }] }),
      contract,
    )
    expect(refusals.map(({ status, times }) => [status, times])).toEqual([
      [409, 2],
      [400, 1],
    ])
  })
})

describe('the layout', () => {
  test('gives each state a place of its own, behind those that lead to it, the straight way in the first row', () => {
    const places = statePlaces(contract)
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

  test('comes to an end where states lead in a circle', () => {
    const circle = { ...contract, transitions: [edge('new', 'a'), edge('a', 'b'), edge('b', 'a')] }
    expect(statePlaces({ ...circle, states: [state('a'), state('b')] })).toHaveLength(3)
  })
})

describe('the document matrix', () => {
  test('shows in each cell the answers of all scenarios', () => {
    const seen = { document: 'policy', state: 'ready', answer: '400', times: 2 }
    const [policy] = documentDrawings(recordOf({ documents: [seen] }, { documents: [seen] }), contract)
    expect(policy?.cells.map((cell) => cell.seen)).toEqual([[{ answer: '400', times: 4 }], []])
  })
})

describe('the deliveries', () => {
  const attempt = { number: 1, atMs: 0, answered: '500', signedWith: 'current' }
  const delivery = { type: 'quote.created', eventId: 'e', attempts: [attempt] }

  test('with several attempts are shown one by one, the others are counted', () => {
    const twice = { ...delivery, attempts: [attempt, { ...attempt, number: 2 }] }
    expect(
      deliveriesDrawing(recordOf({ deliveries: [delivery, twice] }, { deliveries: [delivery] })),
    ).toEqual({
      repeated: [{ scenario: 's/0', ...twice }],
      more: 0,
      once: [{ type: 'quote.created', times: 2 }],
    })
    expect(deliveriesDrawing(recordOf({}))).toBeUndefined()
  })

  test('out of time come first, then those whose times are known best', () => {
    const second = (mostMs: number, place: 'within' | 'late') => ({
      ...delivery,
      eventId: `${place} ${mostMs}`,
      attempts: [attempt, { ...attempt, number: 2, waited: { leastMs: 0, mostMs }, place }],
    })
    const drawn = deliveriesDrawing(
      recordOf({ deliveries: [second(900, 'within'), second(10, 'within'), second(99, 'late')] }),
    )
    expect(drawn?.repeated.map(({ eventId }) => eventId)).toEqual(['late 99', 'within 10', 'within 900'])
  })

  test('those come first of which more attempts stand in a band', () => {
    const [placed, unplaced] = [{ place: 'within' as const }, {}].map((one, place) => ({
      ...delivery,
      eventId: `${place}`,
      attempts: [attempt, { ...attempt, number: 2, waited: { leastMs: 0, mostMs: 9 - 9 * place }, ...one }],
    }))
    if (placed === undefined || unplaced === undefined) throw new Error('there are two')
    const drawn = deliveriesDrawing(recordOf({ deliveries: [unplaced, placed] }))
    expect(drawn?.repeated.map(({ eventId }) => eventId)).toEqual(['0', '1'])
  })
})

describe('packing', () => {
  test('gives the same bytes for the same value', () => {
    expect(pack('a', { b: 1 })).toEqual(pack('a', { b: 1 }))
  })

  test('takes a poorer form, then none, rather than growing', () => {
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
