import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { RunEvent } from '../../conformance/events.ts'
import { embeddedTarget } from '../../targets/platform/index.ts'
import { startEmbedded } from '../../targets/sandbox/index.ts'
import { openBench, runOn } from '../judge.ts'
import { conditionsOf } from './table.ts'

// Shows under which conditions each statement about events and schedules was judged: `npm run conditions` drives the embedded
// sandbox, `npm run conditions -- reports/<time>/results.jsonl` reads an existing run.
const { positionals } = parseArgs({ allowPositionals: true })
const print = (line: string) => process.stdout.write(`${line}\n`)

async function driven(): Promise<readonly RunEvent[]> {
  const bench = await openBench()
  const target = await embeddedTarget(() => startEmbedded({ seed: 1 }), {
    seed: 1,
    apiVersion: bench.spec.version,
  })
  const scenarios = bench.suite.scenarios
    .map(({ id }) => id)
    .filter((id) => /^(webhooks|journeys)\//.test(id))
  const events: RunEvent[] = []
  try {
    for await (const event of runOn(bench, target, { scenarios })) events.push(event)
  } finally {
    await target.close()
  }
  return events
}

const [file] = positionals
const events =
  file === undefined
    ? await driven()
    : readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as RunEvent)

const statements = conditionsOf(events)
for (const { requirement, clause, conditions, scenarios, leftOut } of statements) {
  print(`${requirement} (${clause})`)
  if (conditions.length > 0) print(`  under     ${conditions.join(', ')}`)
  if (scenarios.length > 0) print(`  in        ${scenarios.join(', ')}`)
  print(`  left out  ${conditions.length === 0 ? 'every condition' : leftOut.join(', ') || 'nothing'}`)
}
print(
  `${statements.length} statements, ${statements.filter(({ conditions }) => conditions.length > 0).length} of them under conditions`,
)
