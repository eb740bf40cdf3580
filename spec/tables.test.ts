import { beforeAll, describe, expect, test } from 'vitest'
import { documentCell, loadSpec, meaningOf, QUOTE_OPERATIONS, QUOTE_STATES, type Spec } from './index.ts'

let spec: Spec
beforeAll(async () => {
  spec = await loadSpec()
})

describe('the lifecycle', () => {
  test('is closed', () => {
    const { states, transitions, tolerated } = spec.lifecycle
    const names = states.map(({ name }) => name)
    expect(names).toEqual(QUOTE_STATES)
    for (const { from, to } of [...transitions, ...tolerated]) {
      expect(['new', ...names]).toContain(from)
      expect(names).toContain(to)
    }
  })

  test('leads from the beginning to every state', () => {
    const reached = new Set(['new'])
    for (const _ of QUOTE_STATES)
      for (const { from, to } of spec.lifecycle.transitions) if (reached.has(from)) reached.add(to)
    expect(QUOTE_STATES.filter((name) => !reached.has(name))).toEqual([])
  })

  test('has no way out of a terminal state, and one out of every transient state', () => {
    const left = new Set(spec.lifecycle.transitions.map(({ from }) => from))
    for (const { name, terminal, transient } of spec.lifecycle.states) {
      if (terminal) expect(left.has(name), name).toBe(false)
      if (transient) expect(left.has(name), name).toBe(true)
    }
  })

  test('settles where polling stops', () => {
    const { polling, settled } = spec.lifecycle
    expect([...polling.publishedStops, ...polling.addedStops].toSorted()).toEqual(settled.toSorted())
  })

  test('emits events that exist', () => {
    const types: readonly string[] = spec.delivery.events.map(({ type }) => type)
    for (const event of spec.lifecycle.transitions.flatMap(({ events }) => events))
      expect(types).toContain(event)
  })
})

describe('the documents', () => {
  test('have a cell for each of four documents in each of eight states', () => {
    const cells = Object.values(spec.documents).map((states) => Object.keys(states).toSorted())
    expect(cells).toEqual(Array.from({ length: 4 }, () => QUOTE_STATES.toSorted()))
  })

  test('are judged by requirements of the same level', () => {
    const known = new Map(spec.requirements.map(({ id, level }) => [id, level]))
    for (const [name, states] of Object.entries(spec.documents))
      for (const [state, { level }] of Object.entries(states)) {
        const id = `${name}-in-${state.replaceAll('_', '-')}`
        expect(known.get(id), id).toBe(level)
      }
  })

  test('say nothing of a state that is none', () => {
    expect(documentCell(spec.documents, 'policy', 'issued').expect).toBe('available')
    expect(documentCell(spec.documents, 'policy', 'published').expect).toBe('open')
  })
})

describe('the other tables', () => {
  test('have the eight endpoints in order', () => {
    expect(spec.endpoints.map(({ operation }) => operation)).toEqual(QUOTE_OPERATIONS)
    expect(spec.endpoints.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  test('tell the success of every endpoint', () => {
    for (const { operation, success, answer, word } of spec.endpoints) {
      const meaning = meaningOf(spec.errors, operation, success ?? 0)
      expect(meaning?.body).toBe(answer)
      expect(meaning?.words?.[0]).toBe(word)
    }
  })

  test('have ten attempts on a retry schedule that never falls', () => {
    const delays = spec.delivery.attempts.map(({ delayMs }) => delayMs)
    expect(delays).toHaveLength(10)
    expect(delays).toEqual(delays.toSorted((one, other) => one - other))
    expect(delays.reduce((sum, delay) => sum + delay)).toBe(243_000)
  })

  test('agree on the lifetime of a token and on the pause of polling', () => {
    const { token, limits, lifecycle } = spec
    expect(token.expiresInSeconds).toBe(limits.tokenLifetimeSeconds)
    expect(limits.pollIntervalMs).toEqual({
      min: lifecycle.polling.minIntervalMs,
      max: lifecycle.polling.maxIntervalMs,
    })
  })

  test('know every version that they name', () => {
    const versions = spec.versions.map(({ id }) => id)
    const named = [...spec.endpoints, ...spec.delivery.events].flatMap(({ since }) =>
      since === undefined ? [] : [since],
    )
    for (const version of named) expect(versions).toContain(version)
  })
})

test('every field that a requirement points at is published', () => {
  for (const { field, id } of spec.requirements)
    if (field !== undefined) expect(() => spec.property(field.schema, field.pointer), id).not.toThrow()
})
