import { expect, test } from 'vitest'
import { ENTRY_KINDS, type Ledger } from '../../conformance/ledger.ts'
import { loadSpec } from '../../spec/index.ts'
import { readRecordings } from '../../traffic/recording/index.ts'
import { written } from './judged.ts'
import { harOf, recordSession } from './session.ts'
import { alarms, randomOf, thinned } from './thin.ts'

const TIMES = 60

test.each(ENTRY_KINDS)('a right recording that lacks some %s raises no alarm', async (kind) => {
  const spec = await loadSpec()
  const { entries } = await recordSession()
  const ledgers: Ledger[] = []
  const files = [written(harOf(entries))]
  await readRecordings({ files, spec, whole: ENTRY_KINDS }, ({ ledger }) => ledgers.push(ledger))
  const random = randomOf(11)
  const found = new Set<string>()
  for (let turn = 0; turn < TIMES; turn += 1)
    for (const ledger of ledgers) for (const id of alarms(thinned(ledger, kind, random), spec)) found.add(id)
  expect(ledgers).toHaveLength(1)
  expect([...found]).toEqual([])
})

test('a recording that says wrongly that nothing is missing raises one', async () => {
  const spec = await loadSpec()
  const { entries } = await recordSession()
  const files = [written(harOf(entries.filter(({ response }) => response.status !== 202)))]
  const found: string[] = []
  await readRecordings({ files, spec, whole: ENTRY_KINDS }, ({ ledger }) =>
    found.push(...alarms(ledger, spec)),
  )
  expect(found).toEqual(['issued-only-by-bind', 'policy-created-not-early'])
})
