import { describe, expect, test } from 'vitest'
import { loadSpec } from '../../spec/index.ts'
import { mutants } from '../../targets/sandbox/mutants/index.ts'
import { variants } from '../../targets/sandbox/variants/index.ts'
import { textOf } from './pages.ts'

const readme = textOf('README.md').replaceAll(/\s+/g, ' ')
const { requirements } = await loadSpec()
/** Statements of a side that a run can judge. */
const judged = (side: string): number =>
  requirements.filter((one) => one.side === side && one.excluded === undefined).length

describe('the README', () => {
  test.each([
    ['platforms', /(\d+) statements about platforms/, judged('platform')],
    ['receivers', /(\d+) about receivers/, judged('receiver')],
    ['clients', /(\d+) about clients/, judged('client')],
    ['mutants', /in (\d+) ways/, mutants.length],
    ['variants', /that (\d+) legal/, variants.length],
  ])('has the right number of %s', (_what, pattern, count) => {
    expect(`README says ${pattern.exec(readme)?.[1]}`).toBe(`README says ${count}`)
  })

  test('fits on one page', () => {
    const text = textOf('README.md')
    expect(text.split('\n').length).toBeLessThan(140)
    expect(Buffer.byteLength(text)).toBeLessThan(8000)
  })
})
