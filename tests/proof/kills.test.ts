import { expect, test } from 'vitest'
import { loadSpec } from '../../spec/index.ts'
import { platformSuite } from '../../suites/platform/index.ts'
import { mutants } from '../../targets/sandbox/mutants/index.ts'
import { bringingOf } from './kills.ts'

test('a quick proof knows of each mutant in which scenarios it shows', async () => {
  const spec = await loadSpec()
  const suite = platformSuite(spec)
  const unseen = mutants.filter(
    (mutant) => bringingOf({ spec, suite }, mutant, 'sighted').scenarios.length === 0,
  )
  expect(unseen).toEqual([])
})
