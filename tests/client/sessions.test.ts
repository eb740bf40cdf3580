import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readTable } from '../../conformance/table.ts'

const TABLES = ['journeys', 'outages', 'credentials', 'answers', 'outcomes']
const CONTEXT = 'suites/client/vocabulary/context.ts'

/** Compiles a module with the sessions of all tables as a constant of a type, and returns the errors. */
function errorsOf(sessions: Readonly<Record<string, unknown>>): string {
  const folder = mkdtempSync(join(process.cwd(), 'node_modules/.sessions-'))
  const file = join(folder, 'sessions.ts')
  const context = join(process.cwd(), CONTEXT)
  try {
    writeFileSync(
      file,
      `import type { SessionScenario } from ${JSON.stringify(context)}
type Row = Omit<SessionScenario, 'id' | 'claims'> & { readonly claims: readonly unknown[] }
export const sessions: Readonly<Record<string, Row>> = ${JSON.stringify(sessions, null, 1)}\n`,
    )
    const options = [
      '--noEmit',
      '--strict',
      '--exactOptionalPropertyTypes',
      '--skipLibCheck',
      '--types',
      'node',
    ]
    const modules = ['--module', 'nodenext', '--target', 'es2024', '--allowImportingTsExtensions']
    const lib = ['--lib', 'es2024,es2025.iterator,es2025.collection,esnext.disposable', '--ignoreConfig']
    const { stdout } = spawnSync('node_modules/.bin/tsc', [...options, ...modules, ...lib, file], {
      encoding: 'utf8',
    })
    return stdout
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const sessions = Object.assign(
  {},
  ...TABLES.map((name) =>
    readTable(`${name}.yaml`, new URL('../../suites/client/sessions/table.ts', import.meta.url).href),
  ),
)

test('the tables of sessions have the types of sessions, which no compiler sees in YAML', () => {
  expect(Object.keys(sessions).length).toBeGreaterThan(90)
  expect(errorsOf(sessions)).toBe('')
})

test('a layout, an operation or a member that is not known is an error', () => {
  const wrong = {
    layout: { title: 'x', session: { layout: ['extra-feilds'] }, claims: [] },
    operation: { title: 'x', session: { faults: [{ on: 'bnid', does: { kind: 'cut' } }] }, claims: [] },
    member: { title: 'x', session: { platform: { ratingSeconds: 7 } }, claims: [] },
  }
  expect(errorsOf(wrong)).toMatch(/extra-feilds.*bnid.*ratingSeconds/s)
})
