import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { selectsScenario } from '../../conformance/selection/pattern.ts'
import { mutants, readSightings, type SightedMutant } from '../../targets/sandbox/mutants/index.ts'
import { openBench } from '../judge.ts'
import { type Extent, fits, type Kill } from './kills.ts'
import { recordedFrom, textOf } from './record.ts'

const mutant = (more: Partial<SightedMutant> = {}): SightedMutant => ({
  ...{ id: 'ajar', says: 'A door stays open', kills: ['door'], change: () => ({}) },
  ...more,
})
const kill = (killedBy: Kill['killedBy'], more: Partial<Kill> = {}): Kill => ({
  ...{ mutant: 'ajar', says: '', missed: [], killedBy, shownBy: killedBy, undeclared: [], stale: [] },
  ...more,
})
const recorded = (
  one: SightedMutant,
  of: readonly Kill[],
  { sight = [], extent = 'whole' }: { readonly sight?: readonly string[]; readonly extent?: Extent } = {},
) =>
  recordedFrom(of, {
    mutants: [one],
    extent,
    sightOf: ({ seenIn = sight }) => seenIn,
    costOf: (place) => place.length,
  })

describe('a record of mutants', () => {
  test('gains what else saw a mutant, and loses nothing that one run did not see', () => {
    const one = mutant({ also: ['roof-*'], seenIn: ['entry'] })
    const seen = kill({ window: ['entry'], door: ['entry'], 'roof-2': ['entry'] })
    expect(recorded(one, [seen])).toEqual({ ajar: { also: ['roof-*', 'window'], seenIn: ['entry'] } })
    expect(recorded(one, [kill({ door: ['entry'] })])).toEqual({
      ajar: { also: ['roof-*'], seenIn: ['entry'] },
    })
  })

  test('names few scenarios, the cheapest of equal ones, where those known do not show all that it breaks', () => {
    const seen = kill({ door: ['long-way', 'way', 'both'], lock: ['other', 'both'] })
    expect(recorded(mutant({ kills: ['door', 'lock'], seenIn: ['way'] }), [seen])).toEqual({
      ajar: { seenIn: ['both'] },
    })
    expect(recorded(mutant(), [kill({ door: ['long-way', 'way'] })])).toEqual({ ajar: { seenIn: ['way'] } })
  })

  test('names no scenarios where those with a claim show all that it breaks', () => {
    expect(recorded(mutant(), [kill({ door: ['entry'] })], { sight: ['entry'] })).toEqual({ ajar: {} })
  })

  test('names the cases that show all that it breaks, and a scenario where no case does', () => {
    const one = mutant({ kills: ['door', 'lock'], seenIn: ['way'] })
    const shownBy = { door: ['way#1', 'way#2'], lock: ['way#2', 'way#3'] }
    const seen = kill({ door: ['way'], lock: ['way'], roof: ['way'] }, { shownBy })
    expect(recorded(one, [seen])).toEqual({ ajar: { also: ['roof'], seenIn: ['way'], shownBy: ['way#2'] } })
    const part = kill({ door: ['way'] }, { shownBy: { ...shownBy, lock: ['hall'] } })
    expect(recorded(one, [part], { extent: 'sighted' })).toEqual({
      ajar: { seenIn: ['way'], shownBy: ['hall', 'way#1'] },
    })
  })

  test('keeps what is recorded of a mutant that was not judged, not to the end, or not seen', () => {
    const one = mutant({ also: ['roof'], seenIn: ['entry'] })
    const same = { ajar: { also: ['roof'], seenIn: ['entry'] } }
    expect(recorded(one, [])).toEqual(same)
    expect(recorded(one, [kill({ window: ['entry'] }, { broken: 'lost' })])).toEqual(same)
    expect(recorded(one, [kill({}, { missed: ['door'] })])).toEqual(same)
  })
})

describe('the record in test-data', () => {
  const sightings = readSightings()

  test('has a line for each mutant, in the order of ids, and reads back the same', () => {
    expect(textOf(sightings)).toBe(readFileSync(resolve('test-data/sightings.json'), 'utf8'))
  })

  test('names mutants, scenarios and requirements that exist', async () => {
    const { suite, spec } = await openBench()
    const known = new Set(suite.scenarios.map(({ id }) => id))
    const isPart = (pattern: string) => suite.scenarios.some((one) => selectsScenario(pattern, one))
    const ids = new Set(mutants.map(({ id }) => id))
    const rows = Object.entries(sightings)
    expect(rows.flatMap(([id]) => (ids.has(id) ? [] : [id]))).toEqual([])
    expect(rows.flatMap(([, { seenIn = [] }]) => seenIn).filter((id) => !known.has(id))).toEqual([])
    expect(rows.flatMap(([, { shownBy = [] }]) => shownBy).filter((one) => !isPart(one))).toEqual([])
    const isRequirement = (pattern: string) => spec.requirements.some(({ id }) => fits(pattern, id))
    expect(rows.flatMap(([, { also = [] }]) => also).filter((one) => !isRequirement(one))).toEqual([])
  })
})
