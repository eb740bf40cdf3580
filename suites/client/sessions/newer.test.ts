import { describe } from 'vitest'
import { loadSpec } from '../../../spec/index.ts'
import { testClaims } from '../../testing/claim-table.ts'
import { clientRun, performance, straight, trace } from '../testing/trace.ts'
import { newerPlatforms } from './newer.ts'

const spec = await loadSpec()
const left = (changes: Parameters<typeof clientRun>[0]) => () =>
  trace(performance(straight(), { runs: [clientRun(changes)] }))

describe.each(spec.requirements.filter(({ forward, side }) => forward && side === 'client'))(
  '$id',
  ({ id }) => {
    const scenario = newerPlatforms(spec).find(({ claims }) => claims.some((one) => one.requirement === id))
    if (scenario === undefined) throw new RangeError(`no scenario of ${id}`)
    testClaims(scenario, {
      spec,
      trace: trace(performance(straight())),
      rows: [
        { requirement: id, with: 'a journey that ends in order', expected: 'observed' },
        {
          requirement: id,
          with: 'a client that fails',
          change: left({ end: { kind: 'exited', code: 1 } }),
          expected: 'observed',
        },
        {
          requirement: id,
          with: 'a client driven by hand',
          change: left({ end: { kind: 'by-hand' } }),
          expected: 'cannot-tell',
        },
      ],
    })
  },
)
