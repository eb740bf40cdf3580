import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { rejudgedRun } from '../../cli/finished-runs/rejudged-run.ts'
import {
  eventsOf,
  githubAnnotations,
  jsonlWriter,
  junitXml,
  makeReport,
  progress,
  type RunRecord,
  readEvents,
  recordOf,
  summaryText,
} from '../../reporters/index.ts'
import { TOOL } from '../judge.ts'
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
  if (existsSync(file)) return recordOf(await rejudgedRun(recordOf(readEvents(file)), TOOL))
  const record = await wrong.record()
  const writer = jsonlWriter(file)
  for (const event of eventsOf(record)) writer.add(event)
  writer.close()
  return record
}

function headingsOf({ side, name, says, breaks }: Wrong, record: RunRecord): readonly string[] {
  const report = makeReport(record)
  const written: string[] = []
  const view = progress({ write: (text) => written.push(text), color: false, columns: 400 })
  for (const event of eventsOf(record)) view.add(event)
  const lines = stripVTControlCharacters(written.join('')).split(/[\r\n]/)
  const first = (found: string | undefined) => found ?? '(nothing)'
  const summary = summaryText(report, { color: false }).split('\n')
  const [failure] = /<failure message="[^"]*"[^>]*>[^<]*/.exec(junitXml(report)) ?? []
  return [
    `${side} ${name}: ${says}`,
    `  must name  ${breaks.join(', ')}`,
    `  progress   ${first(lines.find((line) => /^(failed|warned) /.test(line)))}`,
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
