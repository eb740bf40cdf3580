import { describe, expect, test } from 'vitest'
import { perform } from './perform.ts'
import { cases } from './table.ts'

/** Cases that send nothing; `npm run reports` performs the others too. */
const quick = cases.filter(({ id }) => /^(diff|pact|secret)-/.test(id))
/** The systems that were reported, each with the cases of its kind. */
const kinds = Map.groupBy(cases, kindOf)

/** Each of these starts a process. */
const TIMEOUT_MS = 120_000

function kindOf({ id, like }: (typeof cases)[number]): string {
  const other = cases.find((one) => one.id === like)
  return other === undefined ? id.replace('-in-doctor', '') : kindOf(other)
}

describe('the verdict is right on', () => {
  test.each(quick.map((row) => [row.id, row] as const))(
    '%s',
    async (_, row) => {
      const { missing } = await perform(row)
      expect(missing).toEqual([])
    },
    TIMEOUT_MS,
  )
})

test('each kind has four members beside the system that was reported', () => {
  expect([...kinds].filter(([, own]) => own.length < 5).map(([kind]) => kind)).toEqual([])
})

describe('a case is not right', () => {
  const row = quick.find(({ id }) => id === 'pact-currency-sign')
  if (row === undefined) throw new Error('no case')

  test('where the tool says something else', async () => {
    const { ok, exit, missing } = await perform({ ...row, accept: [{ exit: 2, says: ['other words'] }] })
    expect({ ok, exit, missing }).toEqual({ ok: false, exit: 0, missing: ['exit 2, the words other words'] })
  })

  test('where requirements have other verdicts, or no report has them', async () => {
    const { missing } = await perform({ ...row, accept: [{ failed: ['some-requirement'], judged: 1 }] })
    expect(missing).toEqual(['some-requirement failed, 1 requirements judged, not 0'])
  })

  test('where a program that it needs is not installed', async () => {
    const { ok, line } = await perform({ ...row, start: [['no-such-interpreter', 'receiver.py', '{port}']] })
    expect({ ok, line }).toEqual({
      ok: false,
      line: expect.stringMatching(/^no-such-interpreter could not be started/),
    })
  })

  test('where a server ends before it listens', async () => {
    const { ok, line } = await perform({ ...row, start: [['node', '--eval', 'console.log("no luck")']] })
    expect({ ok, line }).toEqual({ ok: false, line: 'the server ended before it listened: no luck' })
  })
})
