import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Answer, Exchange } from '../../conformance/exchange.ts'
import { loadSpec, type Spec } from '../../spec/index.ts'
import { platformSuite } from '../../suites/platform/index.ts'
import { RECORDED, readTrace, tracesFolder } from './stored.ts'

interface Row {
  readonly scenario: string
  readonly of: string
  readonly which?: number
  readonly status?: number
  readonly header?: readonly [string, string]
  readonly text?: readonly [string, string]
  readonly fails: readonly string[]
}

const rows = parse(readFileSync(join(tracesFolder, 'wrong.yaml'), 'utf8')) as readonly Row[]

let spec: Spec
beforeAll(async () => {
  spec = await loadSpec()
})

/** Ids of the requirements whose own or standing claims see a breach. */
function breaches(scenario: string, trace: unknown, exchanges: readonly Exchange[]): string[] {
  const suite = platformSuite(spec)
  const facts = { spec, exchanges }
  const own = suite.scenarios.find(({ id }) => id === scenario)?.claims ?? []
  const verdicts = [
    ...own.map((claim) => [claim.requirement, claim.judge(trace, facts)] as const),
    ...suite.standing.map((claim) => [claim.requirement, claim.judge(facts)] as const),
  ]
  const failed = verdicts.flatMap(([id, verdict]) => (verdict?.kind === 'failed' ? [id] : []))
  return [...new Set(failed)].sort()
}

describe('a stored trace of a right platform', () => {
  test.each(RECORDED)('%s shows no breach', async (scenario) => {
    const { trace, exchanges } = await readTrace(scenario)
    expect(breaches(scenario, trace, exchanges)).toEqual([])
  })
})

describe('a stored trace made wrong', () => {
  test.each(
    rows.map(
      (row) =>
        [
          `${row.scenario} ${row.of} ${row.which ?? ''} ${row.status ?? row.header ?? row.text}`,
          row,
        ] as const,
    ),
  )('%s', async (_, row) => {
    let changed = 0
    const { trace, exchanges } = await readTrace(row.scenario, (stored) => ({
      ...stored,
      exchanges: chosen(stored.exchanges, row, (answer) => {
        const wrong = change(answer, row)
        if (JSON.stringify(wrong) !== JSON.stringify(answer)) changed += 1
        return wrong
      }),
    }))
    expect(changed, 'answers that were changed').toBeGreaterThan(0)
    expect(breaches(row.scenario, trace, exchanges)).toEqual([...row.fails].sort())
  })
})

function chosen(
  exchanges: readonly Exchange[],
  row: Row,
  wrong: (answer: Answer) => Answer,
): readonly Exchange[] {
  const all = exchanges.filter(({ operation }) => operation === row.of)
  const wanted = row.which === undefined ? all : [all.at(row.which)]
  return exchanges.map((exchange) =>
    exchange.answer !== undefined && wanted.includes(exchange)
      ? { ...exchange, answer: wrong(exchange.answer) }
      : exchange,
  )
}

function change(answer: Answer, { status, header, text }: Row): Answer {
  const headers =
    header === undefined ? answer.headers : [...answer.headers.filter(([name]) => name !== header[0]), header]
  const body = { ...answer.body }
  if (text !== undefined && body.text !== undefined)
    body.text = body.text.replace(new RegExp(text[0]), text[1])
  return { status: status ?? answer.status, headers, body }
}
