import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { readRun } from '../../cli/runs.ts'
import { durationsOf } from '../../cli/shards.ts'
import { whole } from '../cli/whole.ts'

/** Records how long the scenarios of a platform take, for the plan of shards: `npm run durations`. */
const folder = mkdtempSync(join(tmpdir(), 'durations-'))
const { code, err } = await whole(['run', '--quiet', '--seed', '1', '--out', folder])
if (code !== 0) throw new Error(err)
const durations = durationsOf(readRun(folder))
const sorted = Object.fromEntries(Object.entries(durations).toSorted(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(resolve('test-data/durations.json'), `${JSON.stringify(sorted, null, 2)}\n`)
rmSync(folder, { recursive: true })
