import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { inRooms } from './rooms.ts'
import { sharedNames } from './sizes/count.ts'

const root = resolve(import.meta.dirname, '..')

const files = globSync(inRooms('**/*.ts', 'tests'), { cwd: root })

/** Places in files, as `file:line`, whose line matches a pattern. */
const linesOf = (wanted: readonly string[], pattern: RegExp): readonly string[] =>
  wanted.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line}`] : [])),
  )

const sources = files.filter((file) => !file.endsWith('.test.ts'))

test('numbers and texts of a module are written in capitals', () => {
  const plain =
    /^(?:export )?const [a-z]\w*(?:: (?:number|string|boolean))? = (?:-?\d[\d_.]*(?: \* [\d_]+)*|'[^']*'|true|false)$/
  expect(linesOf(sources, plain)).toEqual([])
})

test('functions of a module are not', () => {
  expect(linesOf(sources, /^(?:export )?const [A-Z][A-Z\d_]*\b.* = (?:async )?\(.*=>$/)).toEqual([])
})

test('tests are called test', () => {
  const tests = files.filter((file) => file.endsWith('.test.ts'))
  expect(linesOf(tests, /^\s*it[.(]/)).toEqual([])
})

test('an exported name has one meaning', () => {
  const texts = files.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  expect([...sharedNames(texts)]).toEqual([])
})
