import { describe, expect, test } from 'vitest'
import { fakeIo } from './fake-io.ts'
import { main } from './main.ts'

/** Returns the output of a command line on a terminal with the given width. */
async function printed(line: string, columns?: number): Promise<string> {
  const io = { ...fakeIo(), ...(columns === undefined ? {} : { columns }) }
  expect(await main(line.split(' '), io)).toBe(0)
  return io.printed.out
}

const tooWide = (text: string, columns: number) => text.split('\n').filter((line) => line.length > columns)

describe('requirements', () => {
  test('--only lists a clause, words what holds all of them', async () => {
    const clause = await printed('requirements --only 4.rule.4')
    expect(clause.match(/^4\.rule\.4 /gm)?.length).toBeGreaterThan(5)
    expect(clause).not.toMatch(/^[^ 4]/m)
    const found = await printed('requirements Proposal 409 --only 3')
    expect(found).toContain('quote-proposal-in-bound')
    expect(found).not.toContain('quote-preview')
  })

  test('excluded finds those that no run judges', async () => {
    const found = await printed('requirements excluded')
    expect(found.match(/^ +excluded: /gm)?.length).toBeGreaterThan(10)
    expect(found.match(/^\d/gm)?.length).toBe(found.match(/^ +excluded: /gm)?.length)
  })

  test('the table fits the terminal', async () => {
    expect(tooWide(await printed('requirements --only 4', 80), 80)).toEqual([])
    expect(await printed('requirements --only 4', 80)).toContain('bind-answers-202')
  })
})

describe('sandbox --list', () => {
  test('lists variants and mutants with a sentence each', async () => {
    const all = await printed('sandbox --list')
    expect(all).toMatch(/^right platforms[\s\S]*^ {2}breaker-counts-attempts +Each failed attempt/m)
    expect(all).toMatch(/^wrong platforms[\s\S]*^ {2}nine-attempts +The tenth attempt is not made/m)
    expect(tooWide(await printed('sandbox --list', 80), 80)).toEqual([])
  })

  test('a word keeps what holds it', async () => {
    const found = await printed('sandbox --list counting')
    expect(found).toContain('nine-attempts')
    expect(found).not.toContain('right platforms')
  })
})

test.each([
  'requirements bind-before',
  'requirements --only bind-before-v1-8-0',
  'requirements v1-8-0 --only bind-before-*',
  'help bind-before-v1-8-0',
])('%s says which version has that requirement', async (line) => {
  const io = fakeIo()
  expect(await main(line.split(' '), io)).toBe(2)
  expect(io.printed.err).toBe(
    'quote-conformance: bind-before-v1-8-0 is not in force in v1.14.2: it holds before v1.8.0 ' +
      '(`requirements --api-version v1.6.0 --only bind-before-v1-8-0` lists it)\n',
  )
  expect(await printed('requirements --api-version v1.6.0 --only bind-before-v1-8-0')).toMatch(
    /^9 .*bind-before/,
  )
})

test.each([['requirements zebra'], ['requirements --only 4.rules'], ['sandbox --list zebra']])(
  '%s lists nothing, and says so',
  async (line) => {
    const io = fakeIo()
    expect(await main(line.split(' '), io)).toBe(2)
    expect(io.printed).toMatchObject({ out: '', err: expect.stringMatching(/^quote-conformance: [^\n]+\n$/) })
  },
)
