import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parse } from 'yaml'
import { checkPact } from '../../pact/index.ts'
import { pactOf } from '../../pact/read/pact.ts'
import { loadSpec } from '../../spec/index.ts'
import { corpus, fileOf, toolFile, toolFiles } from './corpus.ts'

/** A file of the corpus, and the expected result. */
interface Sample {
  readonly id: string
  readonly isWrong: boolean
  readonly json: ReturnType<typeof fileOf>['json']
}

/** Says whether a judge finds a problem in a file. */
type Judge = (sample: Sample) => Promise<boolean>

const samples: readonly Sample[] = [
  ...corpus('right').map((row): Sample => ({ id: row.id, isWrong: false, json: fileOf(row).json })),
  ...corpus('wrong').map((row): Sample => ({ id: row.id, isWrong: true, json: fileOf(row).json })),
  ...toolFiles().map(
    ({ file, failed }): Sample => ({
      id: file,
      isWrong: failed !== undefined,
      json: JSON.parse(readFileSync(toolFile(file), 'utf8')),
    }),
  ),
]

const spec = await loadSpec()

const own: Judge = async ({ id, json }) => {
  const { interactions } = await checkPact(pactOf(json, id), spec, async () => [])
  return interactions.some(({ verdict }) => verdict === 'failed')
}

interface Comparator {
  compare(pact: unknown): AsyncIterable<{ readonly type: string }>
}

/** The published description without the paths of its servers, which contracts do not have. */
const published = parse(readFileSync('spec/openapi.yaml', 'utf8'))
const oas = { ...published, servers: [{ url: 'http://127.0.0.1/' }] }

const compared: Judge = async ({ json }) => {
  const { Comparator: Made } = createRequire(import.meta.url)('@pactflow/openapi-pact-comparator')
  const comparator = new Made({ oas }) as Comparator
  for await (const { type } of comparator.compare(json)) if (type === 'error') return true
  return false
}

for (const [name, judge] of [
  ['pact check', own],
  ['@pactflow/openapi-pact-comparator', compared],
] as const) {
  const refused = new Set<Sample>()
  // A file that the judge cannot read counts as refused.
  for (const sample of samples) if (await judge(sample).catch(() => true)) refused.add(sample)
  const [right, wrong] = [false, true].map((isWrong) => samples.filter((one) => one.isWrong === isWrong))
  const count = (all: readonly Sample[] = []) =>
    `${all.filter((one) => refused.has(one)).length} of ${all.length}`
  process.stdout.write(`${name}: wrong files found ${count(wrong)}, right files refused ${count(right)}\n`)
}
