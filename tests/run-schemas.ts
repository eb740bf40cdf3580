import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import type { RunEvent } from '../conformance/events.ts'
import { problems, schemas } from './published-schema.ts'

type RunStarted = Extract<RunEvent, { readonly type: 'run-started' }>

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

/** Lists, in words, the violations of its schema in a JUnit report. */
export async function junitProblems(text: string): Promise<readonly string[]> {
  const result = await validateXML({
    xml: { fileName: 'junit.xml', contents: text },
    schema: readFileSync(join(schemas, 'junit.xsd'), 'utf8'),
  })
  return result.errors.map(({ message }) => message)
}

/** Defines tests that every file of a run is valid by its published schema. */
export function testFilesOfRun(file: (name: string) => string): void {
  test('report.json', () => {
    expect(problems('report', read(file('report.json')))).toEqual([])
  })

  test('results.jsonl, line by line', () => {
    const lines = readFileSync(file('results.jsonl'), 'utf8').trimEnd().split('\n')
    expect(lines.length).toBeGreaterThan(3)
    expect(lines.flatMap((line) => problems('results', JSON.parse(line)))).toEqual([])
  })

  test('junit.xml', async () => {
    expect(await junitProblems(readFileSync(file('junit.xml'), 'utf8'))).toEqual([])
  })

  test('allure-results', () => {
    const folder = file('allure-results')
    const names = readdirSync(folder)
    const results = names
      .filter((name) => name.endsWith('-result.json'))
      .map((name) => read(join(folder, name)))
    const [started = ''] = readFileSync(file('results.jsonl'), 'utf8').split('\n', 1)
    const { requirements } = JSON.parse(started) as RunStarted
    const asked = requirements.filter(({ leftOutBy }) => leftOutBy !== 'selection' && leftOutBy !== 'shard')
    expect(results.length).toBe(asked.length)
    const sources = results.flatMap((result) => [...JSON.stringify(result).matchAll(/"source":"([^"]+)"/g)])
    expect(sources.map(([, source]) => source).filter((source) => !names.includes(source ?? ''))).toEqual([])
    for (const result of results) expect(problems('allure-result', result)).toEqual([])
  })
}
