import { describe, expect, test } from 'vitest'
import { type CheckedFile, checkPact, readPact } from '../../pact/index.ts'
import { pactOf } from '../../pact/read/pact.ts'
import { loadSpec } from '../../spec/index.ts'
import { type CorpusRow, corpus, fileOf, toolFile, toolFiles } from './corpus.ts'

const spec = await loadSpec()

/** The places of findings, as pointers from an interaction. */
function placesIn({ interactions }: CheckedFile, interaction: string) {
  const places = (verdict: string) => [
    ...new Set(
      interactions.flatMap(({ findings }) =>
        findings.filter((one) => one.verdict === verdict).map(({ at }) => at.replace(interaction, '')),
      ),
    ),
  ]
  return { failed: places('failed'), open: places('open') }
}

async function placesOf(row: CorpusRow) {
  const { json, interaction } = fileOf(row)
  return placesIn(await checkPact(pactOf(json, row.id), spec, async () => []), interaction)
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

test.each(toolFiles().map((row) => [row.file, row] as const))(
  'what %s holds, in the form of its tool, is found where it stands',
  async (file, { failed = [], open = [] }) => {
    const checked = await checkPact(readPact(toolFile(file)), spec, async () => [])
    expect(placesIn(checked, '')).toEqual({ failed, open })
  },
)
