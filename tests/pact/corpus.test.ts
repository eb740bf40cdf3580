import { describe, expect, test } from 'vitest'
import { checkPact } from '../../pact/index.ts'
import { pactOf } from '../../pact/read/pact.ts'
import { loadSpec } from '../../spec/index.ts'
import { type CorpusRow, corpus, fileOf } from './corpus.ts'

const spec = await loadSpec()

async function placesOf(row: CorpusRow) {
  const { json, interaction } = fileOf(row)
  const { interactions } = await checkPact(pactOf(json, row.id), spec, async () => [])
  const places = (verdict: string) => [
    ...new Set(
      interactions.flatMap(({ findings }) =>
        findings.filter((one) => one.verdict === verdict).map(({ at }) => at.replace(interaction, '')),
      ),
    ),
  ]
  return { failed: places('failed'), open: places('open') }
}

describe('a right file', () => {
  test.each(corpus('right').map((row) => [row.id, row] as const))(
    '%s passes, and warns of gaps only',
    async (_, row) => {
      expect(await placesOf(row)).toEqual({ failed: [], open: row.open ?? [] })
    },
  )
})

describe('a wrong file', () => {
  test.each(corpus('wrong').map((row) => [row.id, row] as const))(
    '%s is found at its place',
    async (_, row) => {
      expect((await placesOf(row)).failed).toEqual([row.failed].flat())
    },
  )
})
