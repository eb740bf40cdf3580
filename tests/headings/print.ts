import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { rejudgedRun } from '../../cli/finished-runs/rejudged-run.ts'
import { withExplanations } from '../../conformance/explained.ts'
import {
  eventsOf,
  githubAnnotations,
  jsonlWriter,
  junitXml,
  makeReport,
  type RunRecord,
  readEvents,
  runRecordOf,
  summaryText,
} from '../../reporters/index.ts'
import { sides } from '../../sides/index.ts'
import { entryNamed } from '../../sides/selecting.ts'
import { TOOL } from '../judge.ts'
import { firstLineOf } from './first-line.ts'
import { sample, type Wrong } from './record.ts'

// `npm run headings`: judges wrong platforms, receivers and clients chosen by chance, and prints what a reader sees first. That is the terminal during the run and at its end, the annotations and junit.xml, with the advice. A person judges the table.
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    platforms: { type: 'string', default: '20' },
    partners: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    out: { type: 'string', default: 'reports/headings' },
  },
})
mkdirSync(values.out, { recursive: true })

for (const wrong of sample(Number(values.seed), Number(values.platforms), Number(values.partners))) {
  if (!wrong.name.includes(values.only)) continue
  process.stdout.write(`${headingsOf(wrong, await recordFor(wrong)).join('\n')}\n\n`)
}

/** The record of an earlier call judged anew, where there is one: claims and reporters can be tried without another run. */
async function recordFor(wrong: Wrong): Promise<RunRecord> {
  const file = join(values.out, `${wrong.side}-${wrong.name.replace(/\W+/g, '-')}.jsonl`)
  if (existsSync(file)) return explained(runRecordOf(await rejudgedRun(runRecordOf(readEvents(file)), TOOL)))
  const record = await wrong.record()
  const writer = jsonlWriter(file)
  for (const event of eventsOf(record)) writer.add(event)
  writer.close()
  return record
}

/** A record with the explanations that this version knows. */
async function explained(record: RunRecord): Promise<RunRecord> {
  const { started, scenarios } = record
  const side = await entryNamed(sides, started.kind)?.load()
  const explanationsOf = await side?.explanations?.()
  if (explanationsOf === undefined) return record
  const judging = scenarios.map(({ scenario, checks }) => ({
    scenario,
    requirements: checks.flatMap((one) => (one.standing === true ? [] : [one.requirement])),
  }))
  const explanations = explanationsOf(started.requirements.map(({ id }) => id))
  return {
    ...record,
    started: { ...started, requirements: withExplanations(started.requirements, judging, explanations) },
  }
}

function unexplained({ started, ...record }: RunRecord): RunRecord {
  const requirements = started.requirements.map(({ explainedBy, explainedIn, ...one }) => one)
  return { ...record, started: { ...started, requirements } }
}

/** The first line that a terminal shows of a failure, with the part of the scenarios that had ended by then. */
function firstLine(record: RunRecord): string | undefined {
  const lineAt = firstLineOf()
  let ended = 0
  for (const event of eventsOf(record)) {
    if (event.type === 'scenario-finished') ended++
    const found = lineAt(event)
    if (found !== undefined) return `${Math.round((100 * ended) / record.scenarios.length)} %  ${found}`
  }
  return undefined
}

function headingsOf({ side, name, says, breaks }: Wrong, record: RunRecord): readonly string[] {
  const report = makeReport(record)
  const first = (found: string | undefined) => found ?? '(nothing)'
  const summary = summaryText(report, { color: false }).split('\n')
  const [failure] = /<failure message="[^"]*"[^>]*>[^<]*/.exec(junitXml(report)) ?? []
  return [
    `${side} ${name}: ${says}`,
    `  must name  ${breaks.join(', ')}`,
    // Without what is known of consequences each failure is shown when it falls.
    `  at once    ${first(firstLine(unexplained(record)))}`,
    `  progress   ${first(firstLine(record))}`,
    ...summary
      .slice(
        Math.max(
          summary.findIndex((line) => /^(FAILED|WARNED) /.test(line)),
          0,
        ),
      )
      .slice(0, 9)
      .map((line) => `  summary    ${line}`),
    `  causes     ${(report.causes ?? []).length}: ${(report.causes ?? [])
      .slice(0, 4)
      .map(({ requirements }) => requirements.slice(0, 2).join('+'))
      .join(' | ')}`,
    `  annotation ${first(githubAnnotations(report).split('\n')[0])}`,
    `  junit      ${first(failure).replaceAll('\n', '\n             ')}`,
  ]
}
