import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parse } from 'yaml'

/** The files that programs read at run time, as patterns below the root of the checkout. */
const DATA = [
  '{spec,generators,pact,suites,sides,cli}/**/*.yaml',
  'changes/*.yaml',
  'cli/completion/frame.bash',
  'reporters/html/style.css',
  'reporters/reproduction/library.sh',
  'reporters/schemas/*',
  'targets/**/*.yaml',
  'web/assets/*',
  'test-data/{naics-2022,people,states}.yaml',
  'test-data/{durations,order,sightings,submission}.json',
]

/**
 * Copies the data files to the same places below another folder. Tables are written as JSON, which is YAML too and is read faster.
 * Published descriptions stay as they are, since the tool prints and serves their text.
 *
 * @throws Error for a pattern that no file matches
 */
export function copyData(from: string, to: string): void {
  for (const pattern of DATA) {
    const files = globSync(pattern, { cwd: from })
    if (files.length === 0) throw new Error(`no file matches ${pattern}`)
    for (const file of files) {
      mkdirSync(dirname(join(to, file)), { recursive: true })
      if (isTable(file))
        writeFileSync(join(to, file), JSON.stringify(parse(readFileSync(join(from, file), 'utf8'))))
      else cpSync(join(from, file), join(to, file))
    }
  }
}

const isTable = (file: string): boolean => file.endsWith('.yaml') && basename(file) !== 'openapi.yaml'
